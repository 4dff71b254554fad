package prose

import (
	"strconv"

	"github.com/uriscan/uriscan/lut"
)

// Where a text is written in another notation, URIs in it are spelled with
// escapes: "https:\/\/a\/?b\u0026c" in JSON and in scripts. The finder reads the
// text without them, and where a byte came from is kept as edits.

// An edit records that bytes of the raw text are missing directly before a place
// in the decoded text.
type edit struct {
	at    int   // in the decoded text
	bytes int64 // how many are missing, after the last line feed among them
	lines int64 // how many line feeds are
}

// A decoder decodes the escapes in a text and, with Join, removes the blanks and
// line breaks in URIs between angle brackets.
type decoder struct {
	Join      bool
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

// wordEscapes are the characters of URIs that Markdown, TeX, roff, shells and Java
// properties write with a backslash before them.
var wordEscapes = lut.MakeSet("_-&%#?=:")

// escape decodes the escape at the start of src. It returns the byte of a URI that is
// escaped and the length of the escape, n = 0 without an escape. It returns
// known = false if src is too short to decide.
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

// ampersandEscape is escape for "\&", with rest after the backslash. In roff it comes
// before a full stop and adds nothing to it.
func ampersandEscape(rest []byte) (c byte, n int, known bool) {
	switch {
	case len(rest) == 1:
		return 0, 0, false
	case rest[1] == '.':
		return '.', 3, true
	}
	return '&', 2, true
}

// unicodeEscape returns the byte whose four hexadecimal digits hex begins with, 0 if
// it does not or if the value is above 0xff.
func unicodeEscape(hex []byte) (c byte, known bool) {
	const ascii = "00"
	n := min(len(hex), len(ascii))
	if string(hex[:n]) != ascii[:n] || lut.Span(hex[n:min(len(hex), 4)], HexDigits) < min(len(hex), 4)-n {
		return 0, true
	}
	if len(hex) < 4 {
		return 0, false
	}
	b, err := strconv.ParseUint(string(hex[2:4]), 16, 8)
	return byte(b), err == nil
}

// decodeWhole returns src decoded: src itself if there is nothing to decode, else
// memory of d, valid until the next call.
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

// decode appends src decoded to dst, which holds all that was decoded so far and
// is still needed. A possible start of an escape is held back unless last.
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

// special returns the index in src of the first byte that may have to be decoded,
// len(src) without one.
func (d *decoder) special(src []byte) int {
	if !d.Join {
		return IndexOrLen(src, '\\')
	}
	// Two bytes are searched for: with windows, a near one does not cost a search of
	// all the rest for the other.
	const window = 1 << 10
	for n := 0; n < len(src); n += window {
		piece := src[n:min(n+window, len(src))]
		i := IndexOrLen(piece, '\\')
		if i = IndexOrLen(piece[:i], '<'); i < len(piece) {
			return n + i
		}
	}
	return len(src)
}
