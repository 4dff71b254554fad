package prose

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// Browsers accept more in a URL than RFC 3986 does, as in http://münchen.de/ and
// http://a/?ids[]=1. What precedes such a character is another URL, often of another host.

// more reports whether rest, which follows a URI, begins with such a character. Not all that
// browsers accept is one: in texts, punctuation beyond ASCII delimits URLs, and so does the
// "[" of [/url]. uri is what precedes rest. It returns the length of the character, and
// known = false if rest is too short to decide.
func (c *candidate) more(rest []byte, last bool, uri []byte) (n int, is, known bool) {
	switch {
	case len(rest) == 0:
		return 0, false, true
	case alnum.Has(rest[0]), rest[0] == '^', rest[0] == '{', rest[0] == '%', rest[0] == '@' && endsInHost(uri):
		return 1, true, true // a letter is after the "]" of a host
	case rest[0] == '[':
		return 1, !isAt(rest, 1, '/'), last || len(rest) > 1
	case rest[0] == '\\':
		return moreEscaped(rest, last, uri)
	case closing.Has(rest[0]):
		is, known = c.goesOn(rest, last, uri)
		return 1, is, known
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

// closing are the bytes that delimit a URL unless more of it follows them, and opening what
// each closes, as in [[URL|text]].
var (
	closing = lut.MakeSet("\"`|)]}#")
	opening = [...]string{')': "(", '"': `"`, '`': "`", ']': "[", '}': "{", '|': "|["}
)

// goesOn is more for closing bytes: those that do not close what is open directly before the
// URL, with a letter, a digit, an escape or, except after quotes, a slash after them.
func (c *candidate) goesOn(rest []byte, last bool, uri []byte) (is, known bool) {
	opens := opening[rest[0]]
	switch {
	case strings.IndexByte(opens, c.before) >= 0, strings.IndexByte(opens, c.outer) >= 0, strings.IndexByte(opens, c.opener) >= 0:
		return false, true
	case len(rest) == 1:
		return false, last
	case rest[1] == '/':
		return rest[0] != '"' && rest[0] != '`', true
	case rest[0] == '#' && bytes.HasSuffix(uri, []byte("&")): // &#39;
		return !digits.Has(rest[1]) && rest[1]|0x20 != 'x' && alnum.Has(rest[1]), true
	}
	head, known := beginsHead(rest[1:], last)
	return (!head || rest[0] == '#') && (rest[1] == '%' || alnum.Has(rest[1])), known
}

// beginsHead reports whether rest begins with a scheme and "://".
func beginsHead(rest []byte, last bool) (is, known bool) {
	const mark = "://"
	n := lut.Span(rest[:min(len(rest), maxScheme+1)], SchemeBytes)
	after := rest[n:min(len(rest), n+len(mark))]
	if !last && n <= maxScheme && len(after) < len(mark) && bytes.HasPrefix([]byte(mark), after) {
		return false, false
	}
	return n <= maxScheme && string(after) == mark, true
}

// joins reports whether r joins uri to what is after it: as nothing, as punctuation within
// words, or in a host as a dot, a dash or another delimiter of full width.
func joins(r rune, uri []byte) bool {
	return unicode.Is(unicode.Cf, r) || strings.ContainsRune("·‐‑–’・", r) || strings.ContainsRune("。．｡—／＠－＿", r) && endsInHost(uri)
}

// betweenWords are the bytes that URLs have between words, and sentences only after them.
var betweenWords = lut.MakeSet("./-_~%:@?=#+")

// isWord reports whether rest begins with a letter or a digit, perhaps an escaped one, or one
// after a byte of betweenWords.
func isWord(rest []byte, last bool) (is, known bool) {
	n := lut.Span(rest[:min(len(rest), 1)], betweenWords)
	if !utf8.FullRune(rest[n:]) && !last {
		return false, false
	}
	r, _ := utf8.DecodeRune(rest[n:])
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\\' && n == 0, true
}

// unescaped are the bytes before which a backslash belongs to a URL or a pattern: those of
// escapes that are usual after URLs are not.
var unescaped = alnum.Or(wordEscapes).Or(patternEscapes).Or(lut.MakeSet("@~!")).AndNot(lut.MakeSet("nrtfe0)]}"))

// moreEscaped is more for the escapes of JSON, as in http://m\u00fcnchen.de/, and of bytes.
func moreEscaped(rest []byte, last bool, uri []byte) (n int, is, known bool) {
	k := lut.Span(rest[:min(len(rest), maxBackslashes+1)], lut.MakeSet(`\`))
	if k > maxBackslashes || k == len(rest) {
		return 0, false, last || k > maxBackslashes
	}
	from, size, base := k+1, 4, 16
	switch rest[k] {
	case 'u':
	case 'x': // a byte, as logs and languages write it
		size = 2
	case '2', '3':
		from, size, base = k, 3, 8
	default:
		return k + 1, unescaped.Has(rest[k]), true
	}
	digits := rest[from:min(len(rest), from+size)]
	v, err := strconv.ParseUint(string(digits), base, 16)
	n = from + size
	switch {
	case len(digits) > 0 && err != nil:
		return k + 1, true, true
	case len(digits) < size:
		return k + 1, true, last
	case size < 4:
		return n, v >= 0xc0, true
	case joins(rune(v), uri):
		is, known = isWord(rest[n:], last)
		return n, is, known
	}
	return n, isMore(rune(v)), true
}

// isMore reports whether r is a letter, digit or symbol beyond ASCII, but no arrow and no
// part of a picture.
func isMore(r rune) bool {
	switch {
	case r < utf8.RuneSelf, 0x2190 <= r && r < 0x2200, 0x2500 <= r && r < 0x2600:
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
