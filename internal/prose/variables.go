package prose

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// Text with a variable of a shell, a server or a template language in it, such as
// https://$host/ and https://a.example/$FILE, is not yet a URL, and its part before the
// variable is another one.

var (
	variableBytes = alnum.Or(lut.MakeSet("_"))
	capitalBytes  = digits.Or(lut.MakeSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
)

// leftFor returns why the candidate, whose end is known, is left out. text[valid:c.end] is what
// a valid URI can begin with but not end with. more: the URL goes on with what no URI has.
func (c *candidate) leftFor(text []byte, valid int, more bool) Left {
	rest := bytes.TrimLeft(text[valid:c.end], ".:!?'(")
	isCut := len(rest) > 0 || valid < c.end && isAt(text, c.end, '/')
	if len(rest) > 0 && (rest[0] == ',' || rest[0] == ';') { // hosts of a://b:1,c:2/d, but not the next of a list
		name, isScheme := bytes.CutSuffix(rest, []byte(":"))
		isSlash := isAt(text, c.end, '/')
		isCut = !(isScheme && isSlash) && (isSlash || bytes.IndexByte(name, ':') >= 0)
	}
	switch verb := c.end - len(rest) + 1; {
	case c.hasVariable(text), isAt(text, c.end, '{'):
		return Variable
	case len(rest) > 0 && rest[0] == '%' && verb < len(text) && bytes.IndexByte([]byte("sdvqwxtufcgiop"), text[verb]|0x20) >= 0:
		return Variable // as in http://a/%s
	case more, isCut:
		return GoesOn // as does an escape or an address that is not complete, or a password without a host
	}
	return Not
}

func isAt(text []byte, i int, b byte) bool { return i < len(text) && text[i] == b }

// hasVariable reports whether the candidate has $(NAME), $NAME in capitals ($top and $filter
// are usual in queries), $1 except after a letter or a digit, or in the authority any $NAME.
func (c *candidate) hasVariable(text []byte) bool {
	end := c.end // of the authority
	if i := bytes.IndexAny(text[c.head:c.end], "/?#"); i >= 0 {
		end = c.head + i
	}
	if end == c.head { // file:///$dir
		end += len("/$")
	}
	for i := c.head; ; i++ {
		i += IndexOrLen(text[i:c.end], '$')
		if i >= c.end-1 {
			return false
		}
		rest := text[i+1 : c.end]
		n := lut.Span(rest, capitalBytes)
		switch {
		case rest[0] == '(', variableBytes.Has(rest[0]) && i < end:
			return true
		case rest[0] == '_', '0' <= rest[0] && rest[0] <= '9' && alnum.Has(text[i-1]):
		case n > 0 && (n == len(rest) || !variableBytes.Has(rest[n])):
			return true
		}
	}
}
