package prose

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// Text with a variable of a shell, a server or a template language in it, such as
// https://$host/ and https://a.example/$FILE, is not yet a URI. The part before the
// variable is taken as one if the host is complete: a part of a host would be the
// host of somebody else.

var (
	variableBytes = alnum.Or(lut.MakeSet("_"))
	capitalBytes  = digits.Or(lut.MakeSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
	authorityEnds = lut.MakeSet("/?#")
	// inHosts are the bytes after which more of a host follows.
	inHosts = lut.MakeSet(".-_@/")
)

// isTemplate reports whether a variable is a part of the host, or precedes it.
func (c *candidate) isTemplate(text []byte) bool {
	if !bytes.HasSuffix(text[:c.head], []byte("//")) {
		return false
	}
	end := c.authorityEnd(text)
	i := c.head + IndexOrLen(text[c.head:end], '$')
	switch {
	case end == c.head: // file:///$DIR
		return c.end > end+2 && text[end] == '/' && text[end+1] == '$' && beginsVariable(text[end+2])
	case i < end && i == c.end-1: // ${
		return inHosts.Has(text[i-1]) && isAt(text, c.end, '{')
	case i < end-1 && inHosts.Has(text[i-1]):
		return beginsVariable(text[i+1])
	case i < end-1 && beginsVariable(text[i+1]):
		rest := bytes.TrimRight(text[i:end], ".,;:!?'")
		return lut.Span(rest, variableBytes.Or(lut.MakeSet("$()"))) < len(rest)
	case i < end || end < c.end:
		return false
	case text[end-1] == '%': // and no HEXDIG; that of a port is not one of the host
		return end-1 > c.head && text[end-2] != ':'
	}
	// {/path} and {?query} of RFC 6570 follow a host.
	return text[end-1] != ':' && isAt(text, end, '{') && !(end+1 < len(text) && authorityEnds.Has(text[end+1]))
}

// authorityEnd returns where the authority (3.2) ends, c.end if nothing else ends it.
func (c *candidate) authorityEnd(text []byte) int {
	for i, b := range text[c.head:c.end] {
		if authorityEnds.Has(b) {
			return c.head + i
		}
	}
	return c.end
}

func isAt(text []byte, i int, b byte) bool { return i < len(text) && text[i] == b }

func beginsVariable(b byte) bool { return b == '(' || variableBytes.Has(b) }

// variable returns where in text[c.head:end] the first variable begins, end if there is
// none. Variables are $(NAME), $NAME in capitals ($top and $filter are usual in queries),
// $1 except after a letter or a digit, and in the authority any $NAME.
func (c *candidate) variable(text []byte, end int) int {
	for i := c.head; ; i++ {
		i += IndexOrLen(text[i:end], '$')
		if i >= end-1 {
			return end
		}
		rest := text[i+1 : end]
		n := lut.Span(rest, capitalBytes)
		switch {
		case rest[0] == '(', variableBytes.Has(rest[0]) && i < c.authorityEnd(text):
			return i
		case rest[0] == '_', '0' <= rest[0] && rest[0] <= '9' && alnum.Has(text[i-1]):
		case n > 0 && (n == len(rest) || !variableBytes.Has(rest[n])):
			return i
		}
	}
}
