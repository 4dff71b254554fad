package prose

import "regexp"

// A Span is a range of byte offsets, half-open. [Undefined] is no range.
type Span struct{ Start, End int }

// Undefined is the span of a component that is not there (5.3).
var Undefined = Span{-1, -1}

// appendixB is the regular expression of Appendix B. The flag s makes "." match
// a newline, too: a fragment goes on to the end. Octets that are no UTF-8 are
// characters of their own to package regexp, so that the offsets are right.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// pieces are the five components that Appendix B finds, in any input.
type pieces struct{ scheme, authority, path, query, fragment Span }

func split(in []byte) pieces {
	m := appendixB.FindSubmatchIndex(in)
	group := func(n int) Span { return Span{m[2*n], m[2*n+1]} }
	return pieces{group(2), group(4), group(5), group(7), group(9)}
}
