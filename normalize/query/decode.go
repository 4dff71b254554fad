package query

import "github.com/uriscan/uriscan/lut"

// Flags say how a query is read. RFC 3986 gives a query no structure (3.4), so that the zero
// Flags take only "&" and "=" for what they are to nearly every program.
type Flags uint8

// The flags.
const (
	// Semicolon takes ";" for a separator, as "&" always is.
	Semicolon Flags = 1 << iota
	// Form reads a "+" in names and values as a space, as HTML forms write one
	// (application/x-www-form-urlencoded in the URL standard of the WHATWG).
	Form
)

// byteAt returns the decoded byte at b[i] and how many bytes it takes there. A "%" without
// two HEXDIG is itself.
func byteAt(b []byte, i int, f Flags) (c byte, n int) {
	switch c = b[i]; {
	case c == '+' && f&Form != 0:
		return ' ', 1
	case c == '%' && isTriplet(b[i:]):
		return unhex(b[i+1])<<4 | unhex(b[i+2]), 3
	}
	return c, 1
}

// isTriplet reports whether b, which begins with "%", begins with a triplet (2.1).
func isTriplet(b []byte) bool {
	return len(b) >= 3 && lut.ClassOf(b[1])&lut.ClassOf(b[2])&lut.HexDigit != 0
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }
