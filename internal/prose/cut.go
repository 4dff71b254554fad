package prose

import (
	"bytes"
	"unicode/utf8"

	"github.com/uriscan/uriscan/lut"
)

// unbroken are the bytes after which a text cannot be cut: URIs may hold them, or
// what follows may depend on them. No other byte is part of a URI, and the rules
// on the text before a URI do not distinguish them. All bytes beyond ASCII are of this kind.
var unbroken = uriBytes.Or(lut.MakeSet("\\^{\"`|}<\x1b"))

// cuts reports whether text can be cut before text[n]: a closing byte is not followed by
// more of a URL, and the next line does not go on with one in brackets.
func cuts(text []byte, n int, begins bool) bool {
	b := text[n-1]
	if spaces.Has(b) && mayWrap(text[:n], begins) {
		return false
	}
	return b < utf8.RuneSelf && (!unbroken.Has(b) || !uriBytes.Has(b) && closing.Has(b) && n < len(text) && breaks.Has(text[n]))
}

// maxWrapped is how long a URI in an angle bracket and the blanks after it may be to be wrapped.
const maxWrapped = 1 << 10

var wrapped = uriBytes.Or(lut.MakeSet(`\`))

// mayWrap reports whether text ends in a URI after an angle bracket and blanks after it, so far
// as it has both. The bracket may be before text unless it begins there.
func mayWrap(text []byte, begins bool) bool {
	if len(text) > maxWrapped {
		text, begins = text[len(text)-maxWrapped:], true
	}
	uri := bytes.TrimRight(text, " \t\r\n")
	i := len(uri)
	for i > 0 && wrapped.Has(text[i-1]) {
		i--
	}
	return i > 0 && text[i-1] == '<' || i == 0 && !begins || bytes.Contains(uri[i:], []byte("&lt;"))
}

// breaks are the bytes before which a closing byte delimits a URL.
var breaks = lut.MakeSet("\x00\t\n\r \",:;)]}<>+")

// LastCut returns the last offset after from at which text can be cut, 0 if it cannot.
func LastCut(text []byte, from int) int {
	for n := len(text); n > from; n-- {
		if cuts(text, n, true) {
			return n
		}
	}
	return 0
}

// FirstCut returns the first offset at which text, before which there is more, can be cut, 0 if
// it cannot.
func FirstCut(text []byte) int { return firstCut(text, false) }

func firstCut(text []byte, begins bool) int {
	for i := 0; ; i++ {
		if i += lut.Span(text[i:], uriBytes); i == len(text) {
			return 0
		}
		if cuts(text, i+1, begins) {
			return i + 1
		}
	}
}
