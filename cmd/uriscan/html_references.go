package main

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/uriscan/uriscan/lut"
)

// longestReference is as long as a character reference is looked at: the longest
// name has 31 letters, and numbers may begin with zeros.
const longestReference = 64

// appendDecoded appends raw with its character references decoded as HTML has it
// for the values of attributes: one without its semicolon is none where letters,
// digits or "=" follow, so that "?a=1&copy=2" stays what it is.
func appendDecoded(dst, raw []byte) []byte {
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

// reference returns the length of the character reference that raw begins with,
// and the characters; of an "&" that begins none, the "&".
func reference(raw []byte) (n int, text string) {
	raw = raw[:min(len(raw), longestReference)]
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
	text = html.UnescapeString(string(raw[:n]))
	switch {
	case isNumber:
		return n, text
	case isWhole && (text == ";" || !strings.HasSuffix(text, ";")):
		// Of a name that begins with another one, that one is decoded.
		return n, text
	case !isWhole && (n == len(raw) || raw[n] != '=') && utf8.RuneCountInString(text) == 1:
		// Names that need no semicolon stand for one character each.
		return n, text
	}
	return 1, "&"
}
