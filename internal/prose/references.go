package prose

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"html"

	"github.com/uriscan/uriscan/lut"
)

// AppendDecoded appends raw to dst with its character references decoded as HTML does
// in attribute values: without its semicolon, a reference before a letter, a digit or
// "=" is plain text, so "?a=1&copy=2" does not change.
func AppendDecoded(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		raw = raw[i:]
		n, text := reference(raw)
		dst = append(dst, text...)
		raw = raw[n:]
	}
}

// A Written is what AppendDecoded decodes, from which places in it are asked for.
type Written struct {
	Raw             []byte
	passed, decoded int // bytes, and what they are decoded to
}

// At returns the offset in Raw of what byte n of the decoded text is written as. From call
// to call n must not decrease. It does not allocate where there is no "&".
func (w *Written) At(n int) int {
	for w.decoded < n {
		length, size := 1, 1
		if w.Raw[w.passed] == '&' {
			var text string
			length, text = reference(w.Raw[w.passed:])
			size = len(text)
		}
		w.passed, w.decoded = w.passed+length, w.decoded+size
	}
	return w.passed
}

// reference returns the length of the character reference that raw begins with, and
// its characters. For an "&" that begins no reference it returns the "&".
func reference(raw []byte) (n int, text string) {
	n = len("&")
	isNumber := len(raw) > n && raw[n] == '#'
	if isNumber {
		n++
	}
	n += lut.Span(raw[n:], alnum)
	isWhole := n < len(raw) && raw[n] == ';'
	if isWhole {
		n++
	}
	if isNumber {
		return number(raw[:n], isWhole)
	}
	text = html.UnescapeString(string(raw[:n]))
	switch {
	case isWhole && (text == ";" || !strings.HasSuffix(text, ";")):
		// In a name that begins with a known one, the known one is decoded.
		return n, text
	case !isWhole && (n == len(raw) || raw[n] != '=') && utf8.RuneCountInString(text) == 1:
		// Each name that needs no semicolon is one character.
		return n, text
	}
	return 1, "&"
}

// number is reference for a numeric one, "&#60;" or "&#x3c;".
func number(raw []byte, isWhole bool) (n int, text string) {
	rest, set := raw[len("&#"):], digits
	if len(rest) > 0 && rest[0]|0x20 == 'x' {
		rest, set = rest[1:], HexDigits
	}
	length := lut.Span(rest, set)
	n = len(raw) - len(rest) + length
	if length == 0 {
		return 1, "&"
	}
	text = html.UnescapeString(string(raw[:n]) + ";")
	if isWhole && n == len(raw)-1 {
		n++
	}
	return n, text
}
