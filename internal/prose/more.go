package prose

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// Browsers accept more in a URL than RFC 3986 does, as in http://münchen.de/ and
// http://a/?ids[]=1. What precedes such a character is another URL, often of another host.

// more reports whether rest, which follows a URI, begins with such a character. Not all that
// browsers accept is one: in texts, punctuation beyond ASCII, quotes, braces, "|" and "\"
// delimit URLs, and so does the "[" of [/url]. uri is what precedes rest. It returns the
// length of the character, and known = false if rest is too short to decide.
func more(rest []byte, last bool, uri []byte) (n int, is, known bool) {
	switch {
	case len(rest) == 0:
		return 0, false, last
	case rest[0] == '^':
		return 1, true, true
	case rest[0] == '[':
		return 1, !isAt(rest, 1, '/'), last || len(rest) > 1
	case rest[0] == '{': // isTemplate asks for what is after it
		return 1, false, last || len(rest) > 1
	case rest[0] == '\\':
		return moreEscaped(rest, last, uri)
	case rest[0] < utf8.RuneSelf:
		return 0, false, true
	case !utf8.FullRune(rest) && !last:
		return 0, false, false
	}
	r, n := utf8.DecodeRune(rest)
	if n == 1 {
		return n, rest[0] >= 0xc0, true // perhaps a letter of Latin-1
	}
	if joins(r, uri) {
		is, known = isWord(rest[n:], last)
		return n, is, known
	}
	return n, isMore(r), true
}

// joins reports whether r joins uri to what is after it: as nothing, or as a dot in a host.
func joins(r rune, uri []byte) bool {
	return unicode.Is(unicode.Cf, r) || (r == '\u3002' || r == '\uff0e' || r == '\uff61') && endsInHost(uri)
}

// isWord reports whether rest begins with a letter or a digit, perhaps an escaped one.
func isWord(rest []byte, last bool) (is, known bool) {
	if !utf8.FullRune(rest) && !last {
		return false, false
	}
	r, _ := utf8.DecodeRune(rest)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\\', true
}

// moreEscaped is more for the escapes of JSON, as in http://m\u00fcnchen.de/.
func moreEscaped(rest []byte, last bool, uri []byte) (n int, is, known bool) {
	k := lut.Span(rest[:min(len(rest), maxBackslashes+1)], lut.MakeSet(`\`))
	hex := rest[min(len(rest), k+1):min(len(rest), k+len("u1234"))]
	switch {
	case k > maxBackslashes, k < len(rest) && rest[k] != 'u', lut.Span(hex, HexDigits) < len(hex):
		return 0, false, true
	case len(hex) < 4:
		return 0, false, last
	}
	v, err := strconv.ParseUint(string(hex), 16, 16)
	if joins(rune(v), uri) {
		is, known = isWord(rest[k+5:], last)
		return k + 5, is, known
	}
	return k + 5, err == nil && isMore(rune(v)), true
}

// isMore reports whether r is a letter, digit or symbol beyond ASCII, but no arrow and no
// part of a picture.
func isMore(r rune) bool {
	switch {
	case r < utf8.RuneSelf, 0x2190 <= r && r < 0x2600:
		return false
	case 0xd800 <= r && r < 0xe000: // half of a character
		return true
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S)
}

// endsInHost reports whether a URI ends in its authority.
func endsInHost(uri []byte) bool {
	_, rest, ok := bytes.Cut(uri, []byte("//"))
	return ok && !bytes.ContainsAny(rest, "/?#")
}
