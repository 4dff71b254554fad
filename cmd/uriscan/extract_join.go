package main

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// maxJoin is how many bytes there are at most between the angle brackets around
// a URI that is joined. A limit keeps bounded what must not be cut.
const maxJoin = 8 << 10

var (
	spaces   = lut.MakeSet(" \t\r\n")
	joinable = uriBytes.Or(spaces)
)

// joinBrackets appends to dst the "<" that src begins with, and if a URI follows
// that blanks and line breaks are in, up to its ">", all that without them
// (Appendix C). It returns how much of src that is.
func (d *decoder) joinBrackets(dst, src []byte) (out []byte, n int) {
	dst = append(dst, '<')
	inside := src[1:min(len(src), 2+maxJoin)]
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

// appendWithoutBlanks appends src without its blanks, and enters the edits.
func (d *decoder) appendWithoutBlanks(dst, src []byte) []byte {
	for len(src) > 0 {
		n := lut.Span(src, spaces)
		if n > 0 {
			passed := src[:n]
			last := bytes.LastIndexByte(passed, '\n')
			d.edits = append(d.edits, edit{len(dst), int64(n - last - 1), int64(bytes.Count(passed, newline))})
		}
		src = src[n:]
		n = lut.Span(src, uriBytes)
		dst = append(dst, src[:n]...)
		src = src[n:]
	}
	return dst
}

// takes tells whether what was joined is a URI, of which the scheme was in one
// piece: "a <b and c>" is about something else.
func (d *decoder) takes(joined, inside []byte) bool {
	joined = withoutURL(joined)
	inside = trimLeft(withoutURL(trimLeft(inside)))
	colon := bytes.IndexByte(inside, ':')
	if colon <= 0 || !bytes.HasPrefix(joined, inside[:colon+1]) || !scanner.Valid(joined, scanner.URI) {
		return false
	}
	answer, _ := begins(joined, 0, colon, true, d.anyScheme)
	return answer == yes
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

// openBracket returns where in text, which goes on, a "<" is behind which there
// may be a URI that is joined. Such a text must not be cut behind it.
func openBracket(text []byte) (at int, open bool) {
	tail := text[max(0, len(text)-maxJoin-1):]
	i := bytes.LastIndexByte(tail, '<')
	if i < 0 || lut.Span(tail[i+1:], joinable) < len(tail)-i-1 {
		return 0, false
	}
	return len(text) - len(tail) + i, true
}
