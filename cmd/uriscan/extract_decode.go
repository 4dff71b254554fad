package main

import (
	"github.com/uriscan/uriscan/lut"
)

// Where a text is written in another notation, URIs in it are spelled with
// escapes: "https:\/\/a\/?b\u0026c" in JSON and in scripts. The finder reads the
// text without them, and where a byte came from is kept as edits.

// An edit is a place in a decoded text directly before which bytes of the raw
// text are missing.
type edit struct {
	at    int   // in the decoded text
	bytes int64 // how many are missing, after the last line feed among them
	lines int64 // how many line feeds are
}

// A decoder takes escapes out of a text, and with join what breaks URIs in
// angle brackets.
type decoder struct {
	join      bool
	anyScheme bool // URIs need no "//"
	edits     []edit
	held      []byte // the start of what may be an escape
	decoded   []byte // memory of decodeWhole
}

func (d *decoder) reset() {
	d.edits, d.held = d.edits[:0], d.held[:0]
}

// maxBackslashes is how many backslashes an escape begins with at most: JSON in
// JSON in JSON doubles them and adds one.
const maxBackslashes = 7

// wordEscapes are the characters of URIs that Markdown, TeX, roff, a shell or the
// properties of Java have with a backslash before them.
var wordEscapes = lut.MakeSet("_-&%#?=:")

// escape returns the octet of URIs for which the escape stands that src begins
// with, and its length, 0 if it is none. It is unknown if there is too little.
func escape(src []byte) (c byte, n int, known bool) {
	k := 0
	for k < len(src) && src[k] == '\\' {
		if k++; k > maxBackslashes {
			return 0, 0, true
		}
	}
	rest := src[k:]
	switch {
	case len(rest) == 0:
		return 0, 0, false
	case rest[0] == '/':
		return '/', k + 1, true
	case rest[0] == 'u':
		c, known = unicodeEscape(rest[1:])
		if !uriBytes.Has(c) {
			return 0, 0, known
		}
		return c, k + 5, true
	case k == 1 && rest[0] == '&':
		return ampersandEscape(rest)
	case k == 1 && wordEscapes.Has(rest[0]):
		return rest[0], 2, true
	}
	return 0, 0, true
}

// ampersandEscape is escape for the one that roff has before full stops, where it
// stands for nothing.
func ampersandEscape(rest []byte) (c byte, n int, known bool) {
	switch {
	case len(rest) == 1:
		return 0, 0, false
	case rest[1] == '.':
		return '.', 3, true
	}
	return '&', 2, true
}

// unicodeEscape returns the octet of which hex begins with the four digits, 0 if
// it does not or that is not ASCII.
func unicodeEscape(hex []byte) (c byte, known bool) {
	const ascii = "00"
	n := min(len(hex), len(ascii))
	if string(hex[:n]) != ascii[:n] || lut.Span(hex[n:min(len(hex), 4)], hexDigits) < min(len(hex), 4)-n {
		return 0, true
	}
	if len(hex) < 4 {
		return 0, false
	}
	return byte(hexRune(hex[2:4])), true
}

// decodeWhole returns src decoded, which is src itself if nothing is to do.
func (d *decoder) decodeWhole(src []byte) []byte {
	d.reset()
	// Most backslashes begin no escape that matters, and copying costs more.
	for n := 0; ; n++ {
		if n += d.special(src[n:]); n == len(src) {
			return src
		}
		if src[n] == '<' {
			break
		}
		if _, length, _ := escape(src[n:]); length > 0 {
			break
		}
	}
	d.decoded = d.decode(d.decoded[:0], src, true)
	return d.decoded
}

// decode appends src decoded to dst, which is all that was decoded so far and
// is still needed. What may be the start of an escape is held back unless last.
func (d *decoder) decode(dst, src []byte, last bool) []byte {
	if len(d.held) > 0 {
		src = append(d.held, src...)
	}
	for len(src) > 0 {
		n := d.special(src)
		dst = append(dst, src[:n]...)
		if src = src[n:]; len(src) == 0 {
			break
		}
		if src[0] == '<' {
			dst, n = d.joinBrackets(dst, src)
			src = src[n:]
			continue
		}
		c, n, known := escape(src)
		switch {
		case !known && !last:
			d.held = append(d.held[:0], src...)
			return dst
		case n > 0:
			dst = append(dst, c)
			d.edits = append(d.edits, edit{at: len(dst), bytes: int64(n) - 1})
			src = src[n:]
		default:
			n = lut.Span(src, lut.MakeSet(`\`))
			dst = append(dst, src[:n]...)
			src = src[n:]
		}
	}
	d.held = d.held[:0]
	return dst
}

// special returns where in src what may have to be decoded begins, or its length.
func (d *decoder) special(src []byte) int {
	if !d.join {
		return indexOrLen(src, '\\')
	}
	// With two bytes to look for, the nearer one is not to cost a look at all the rest.
	const window = 1 << 10
	for n := 0; n < len(src); n += window {
		piece := src[n:min(n+window, len(src))]
		i := indexOrLen(piece, '\\')
		if i = indexOrLen(piece[:i], '<'); i < len(piece) {
			return n + i
		}
	}
	return len(src)
}
