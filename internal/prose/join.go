package prose

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// MaxJoin is the largest number of bytes between the angle brackets around a URI
// that is joined. It bounds the text that must not be cut.
const MaxJoin = 8 << 10

var (
	spaces   = lut.MakeSet(" \t\r\n")
	joinable = uriBytes.Or(spaces)
)

// joinBrackets appends to dst the "<" that src begins with. If a URI that contains
// blanks or line breaks follows, up to a ">", it appends the URI without them
// (Appendix C). It returns how many bytes of src it has read.
func (d *decoder) joinBrackets(dst, src []byte) (out []byte, n int) {
	dst = append(dst, '<')
	inside := src[1:min(len(src), 2+MaxJoin)]
	n = lut.Span(inside, joinable)
	if n == len(inside) || inside[n] != '>' || lut.Span(inside, uriBytes) == n {
		return dst, 1
	}
	inside = inside[:n]
	begin, edits := len(dst), len(d.edits)
	dst = d.appendWithoutBlanks(dst, inside)
	if !d.takes(dst[begin:], inside) {
		d.edits = d.edits[:edits]
		return dst[:begin], 1
	}
	return dst, 1 + n
}

// appendWithoutBlanks appends src without its blanks, and records the edits.
func (d *decoder) appendWithoutBlanks(dst, src []byte) []byte {
	for len(src) > 0 {
		n := lut.Span(src, spaces)
		if n > 0 {
			passed := src[:n]
			last := bytes.LastIndexByte(passed, '\n')
			d.edits = append(d.edits, edit{len(dst), int64(n - last - 1), int64(bytes.Count(passed, []byte{'\n'}))})
		}
		src = src[n:]
		n = lut.Span(src, uriBytes)
		dst = append(dst, src[:n]...)
		src = src[n:]
	}
	return dst
}

// takes reports whether what was joined is a URI whose scheme had no blanks in it:
// "a <b and c>" is about something else.
func (d *decoder) takes(joined, inside []byte) bool {
	joined = withoutURL(joined)
	inside = trimLeft(withoutURL(trimLeft(inside)))
	colon := bytes.IndexByte(inside, ':')
	if colon <= 0 || !bytes.HasPrefix(joined, inside[:colon+1]) || !scanner.Valid(joined, scanner.URI) {
		return false
	}
	answer, _ := Begins(joined, 0, colon, true, d.anyScheme)
	return answer == Yes
}

// wraps reports whether the candidate, whose end is known, is a URI in angle brackets that goes on
// in the next line (Appendix C): that has one word, and perhaps the closing bracket.
func (f *finder) wraps() (is, known bool) {
	c, rest := &f.c, f.buf[f.c.end:min(len(f.buf), f.c.end+maxWrapped)]
	n := lut.Span(rest, spaces)
	if f.Join || n == 0 && len(rest) > 0 || n+c.end-c.start > maxWrapped-len("&lt;URL:") || !endsInBracket(f.buf[:c.start]) {
		return false, true
	}
	word := rest[n : n+lut.Span(rest[n:], uriBytes)]
	after := rest[n+len(word):]
	if len(after) == 0 && len(rest) < maxWrapped && !f.ended {
		return false, false
	}
	word, _, isClosed := bytes.Cut(word, []byte("&gt;"))
	is = bytes.Count(rest[:n], []byte("\n")) == 1 && len(word) > 0 && !bytes.Contains(word, []byte("://"))
	return is && (isClosed || len(after) == 0 || lut.MakeSet(">\r\n").Has(after[0])), true
}

func endsInBracket(text []byte) bool {
	const prefix = "URL:"
	if n := len(text) - len(prefix); n > 0 && bytes.EqualFold(text[n:], []byte(prefix)) {
		text = text[:n]
	}
	return bytes.HasSuffix(text, []byte("<")) || bytes.HasSuffix(text, []byte("&lt;"))
}

func trimLeft(s []byte) []byte { return bytes.TrimLeft(s, " \t\r\n") }

// withoutURL returns s without the prefix of Appendix C.
func withoutURL(s []byte) []byte {
	const prefix = "URL:"
	if len(s) >= len(prefix) && bytes.EqualFold(s[:len(prefix)], []byte(prefix)) {
		return s[len(prefix):]
	}
	return s
}

// OpenBracket returns the offset of a "<" in text, which continues, that may begin a
// URI to be joined. Such a text must not be cut after it.
func OpenBracket(text []byte) (at int, open bool) {
	tail := text[max(0, len(text)-MaxJoin-1):]
	i := bytes.LastIndexByte(tail, '<')
	if i < 0 || lut.Span(tail[i+1:], joinable) < len(tail)-i-1 {
		return 0, false
	}
	return len(text) - len(tail) + i, true
}
