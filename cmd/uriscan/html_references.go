package main

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

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
	const none = "&"
	raw = raw[:min(len(raw), longestReference)]
	if bytes.HasPrefix(raw, []byte("&amp;")) {
		return len("&amp;"), none
	}
	if n = number(raw); n > 0 {
		return n, html.UnescapeString(string(raw[:n]))
	}
	n = 1 + lut.Span(raw[1:], alnum)
	switch {
	case n == 1:
		return 1, none
	case n < len(raw) && raw[n] == ';':
		n++
		// Of a name that begins with another one, that one is decoded.
		text = html.UnescapeString(string(raw[:n]))
		if text == ";" || !strings.HasSuffix(text, ";") {
			return n, text
		}
	case n == len(raw) || raw[n] != '=':
		// Names that need no semicolon stand for one character each.
		text = html.UnescapeString(string(raw[:n]))
		if utf8.RuneCountInString(text) == 1 {
			return n, text
		}
	}
	return 1, none
}

// number returns the length of the numeric reference that raw begins with, 0 if
// it is none.
func number(raw []byte) (n int) {
	n, members := len("&#"), digits
	if len(raw) < n || raw[1] != '#' {
		return 0
	}
	if len(raw) > n && raw[n]|0x20 == 'x' {
		n, members = n+1, hexDigits
	}
	found := lut.Span(raw[n:], members)
	if found == 0 {
		return 0
	}
	n += found
	if n < len(raw) && raw[n] == ';' {
		n++
	}
	return n
}
