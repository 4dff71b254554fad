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
