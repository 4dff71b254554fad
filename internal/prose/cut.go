package prose

import (
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// unbroken are the bytes after which a text cannot be cut: URIs may hold them, or
// what follows may depend on them. No other byte is part of a URI, and the rules
// on the text before a URI do not distinguish them. All bytes beyond ASCII are of this kind.
var unbroken = uriBytes.Or(lut.MakeSet(`\^{`))

// LastCut returns the last offset at which text can be cut, 0 if it cannot.
func LastCut(text []byte) int {
	n := len(text)
	for n > 0 && (text[n-1] >= utf8.RuneSelf || unbroken.Has(text[n-1])) {
		n--
	}
	return n
}

// FirstCut returns the first offset at which text can be cut, 0 if it cannot.
func FirstCut(text []byte) int {
	for i := 0; ; i++ {
		if i += lut.Span(text[i:], unbroken); i == len(text) {
			return 0
		}
		if text[i] < utf8.RuneSelf {
			return i + 1
		}
	}
}
