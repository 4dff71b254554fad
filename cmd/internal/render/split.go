package render

import (
	"bytes"
	"unicode/utf8"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// A BadPrinter prints a bad line. Its src is nil if the line has no value or is too long.
type BadPrinter func(dst, src []byte, f diag.Flaw, in *column.Cell) []byte

// SplitJSON returns the printer of bad lines with the components that [scanner.Split] finds,
// where [JSONTemplate] has those of good ones.
func SplitJSON(offsets bool) BadPrinter {
	t := Template{
		{Text: `{"valid":false,"exact":false,"error":{"kind":"`, Field: &errorFields[0]},
		{Text: `","offset":`, Field: &errorFields[1]},
		{Text: `}`},
	}
	split := append(t, JSONTemplate(offsets)[1:]...).splitWith(appendJSONText)
	none := append(t, Slot{Text: "}\n"}).Bad
	return func(dst, src []byte, f diag.Flaw, in *column.Cell) []byte {
		switch {
		case f.Kind == diag.Absent:
			return BadJSON(dst, src, f, in)
		case src == nil: // not even a path, after which the offsets need no comma
			return none(dst, src, f, in)
		}
		return split(dst, src, f, in)
	}
}

// SplitTSV returns the printer of bad lines as rows of [TSVTemplate]. A value may hold any
// byte: TAB, LF, CR, NUL and the backslash are \t, \n, \r, \0 and \\.
func SplitTSV(offsets bool) BadPrinter { return TSVTemplate(offsets).splitWith(appendTSVText) }

// Split is Bad with the components that [scanner.Split] finds, whose controls are
// percent-encoded.
func (t Template) Split() BadPrinter { return t.splitWith(appendVisible) }

// splitWith returns the printer of bad lines by t. What it prints of src is written by
// appendText.
func (t Template) splitWith(appendText func(dst, text []byte) []byte) BadPrinter {
	return func(dst, src []byte, f diag.Flaw, in *column.Cell) []byte {
		if src == nil || f.Kind == diag.Absent {
			return t.Bad(dst, src, f, in)
		}
		dst = t.appendBad(dst, src, splitTarget(src, in), appendText, f, in)
		if cap(in.Scratch) > column.RoomyCell {
			in.Scratch = nil
		}
		return dst
	}
}

// Bad prints a bad line.
func (t Template) Bad(dst, src []byte, f diag.Flaw, in *column.Cell) []byte {
	return t.appendBad(dst, src, scanner.Ref{}, nil, f, in)
}

// appendBad prints a bad line, with the components of ref unless appendText is nil.
func (t Template) appendBad(dst, src []byte, ref scanner.Ref, appendText func(dst, text []byte) []byte, f diag.Flaw, in *column.Cell) []byte {
	for i := range t {
		s := &t[i]
		dst = append(dst, s.Text...)
		if s.Field == nil {
			continue
		}
		if out, ok := s.Field.appendBad(dst, src, f, in); ok {
			if s.separator != nil {
				out = appendApart(dst, src, s.separator)
			}
			dst = out
			continue
		}
		value, ok := []byte(nil), false
		if appendText != nil {
			value, ok = s.Field.value(src, ref, in)
		}
		if ok {
			dst = append(appendText(append(dst, s.open...), value), s.close...)
		} else {
			dst = append(dst, s.Undefined...)
		}
	}
	return dst
}

// appendApart appends src with triplets for separator, which is one byte.
func appendApart(dst, src, separator []byte) []byte {
	for {
		text, rest, found := bytes.Cut(src, separator)
		if dst = append(dst, text...); !found {
			return dst
		}
		dst, src = lut.AppendPctEncoded(dst, separator, lut.Set{}), rest
	}
}

// value returns the value of f, in src or in the memory of in, until that is used again.
func (f *Field) value(src []byte, ref scanner.Ref, in *column.Cell) (value []byte, ok bool) {
	if f.What == component {
		return ref.Span(f.c).Of(src), ref.Has(f.c)
	}
	in.Scratch, ok = f.Append(in.Scratch[:0], src, ref, in)
	return in.Scratch, ok
}

// splitTarget returns what Appendix B makes of src, or of a request-target of the form that
// its method and its first byte ask for: //h is a path there, and h:80 not a scheme.
func splitTarget(src []byte, in *column.Cell) scanner.Ref {
	n, text := uint64(0), src
	switch in.Form {
	case target.OriginForm:
		for len(text) > 1 && text[1] == '/' {
			text = text[1:]
			n++
		}
		w := rawref.Words(scanner.Split(text))
		w.W2 += n | n<<32
		w.W3 += n
		return rawref.Ref(w)
	case target.AuthorityForm:
		in.Scratch = append(append(in.Scratch[:0], "//"...), src...)
		if ref := scanner.Split(in.Scratch); !ref.Has(scanner.Userinfo) {
			w := rawref.Words(ref)
			w.W0 -= 2 << 32
			w.W1 -= 2 | 2<<32
			w.W2 -= 2 | 2<<32
			w.W3 -= 2
			return rawref.Ref(w)
		}
	}
	return scanner.Split(src)
}

// appendJSONText appends text as the inside of a string of JSON, which is UTF-8: a byte that
// is not becomes U+FFFD.
func appendJSONText(dst, text []byte) []byte {
	const digits = "0123456789abcdef"
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case isControl(rune(b)):
			dst = append(dst, '\\', 'u', '0', '0', digits[b>>4], digits[b&15])
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(text[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
			continue
		default:
			dst = append(dst, b)
		}
		i++
	}
	return dst
}

// escapeLetters has the letters of [escapes] by what they stand for.
var escapeLetters = func() (letters [256]byte) {
	for letter, c := range escapes {
		letters[c] = letter
	}
	return letters
}()

// appendTSVText appends text with escapes for what separates columns and lines, and for what
// begins an escape.
func appendTSVText(dst, text []byte) []byte {
	for _, b := range text {
		if letter := escapeLetters[b]; letter != 0 {
			dst = append(dst, '\\', letter)
		} else {
			dst = append(dst, b)
		}
	}
	return dst
}
