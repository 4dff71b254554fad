package prose

import (
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// unbroken are the bytes after which a text cannot be cut: URIs may hold them, or
// what follows may depend on them. No other byte is part of a URI, and the rules
// on the text before a URI do not distinguish them. All bytes beyond ASCII are of this kind.
var unbroken = uriBytes.Or(lut.MakeSet("\\^{\"`|}\x1b"))

// cuts reports whether text can be cut before text[n]: a closing byte is not followed by
// more of a URL.
func cuts(text []byte, n int) bool {
	b := text[n-1]
	return b < utf8.RuneSelf && (!unbroken.Has(b) || !uriBytes.Has(b) && closing.Has(b) && n < len(text) && breaks.Has(text[n]))
}

// breaks are the bytes before which a closing byte delimits a URL.
var breaks = lut.MakeSet("\x00\t\n\r \",:;)]}<>+")

// LastCut returns the last offset at which text can be cut, 0 if it cannot.
func LastCut(text []byte) int {
	n := len(text)
	for n > 0 && !cuts(text, n) {
		n--
	}
	return n
}

// FirstCut returns the first offset at which text can be cut, 0 if it cannot.
func FirstCut(text []byte) int {
	for i := 0; ; i++ {
		if i += lut.Span(text[i:], uriBytes); i == len(text) {
			return 0
		}
		if cuts(text, i+1) {
			return i + 1
		}
	}
}
