package query

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

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
	// Sorted sorts the parameters of [AppendCacheKey], which alone looks at it, as
	// [AppendSorted] does.
	Sorted
	// Spelled makes [AppendSorted] compare parameters as they are spelled: by their names and,
	// where these are the same, by what follows. What was sorted so does not show in what order
	// the parameters were.
	Spelled
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

// AppendDecoded appends a name or a value decoded to dst: triplets, and with [Form] "+" as a
// space. A "%" without two HEXDIG is copied; bad is the offset of the first, or -1. dst may be
// src[:0]. It allocates only to grow dst.
func AppendDecoded[B lut.Bytes](dst []byte, src B, f Flags) (out []byte, bad int) {
	b := kernel.Bytes(src)
	bad = -1
	for i := 0; i < len(b); {
		c, n := byteAt(b, i, f)
		if bad < 0 && n == 1 && b[i] == '%' {
			bad = i
		}
		dst = append(dst, c)
		i += n
	}
	return dst, bad
}

// isName reports whether a name reads as want once it is decoded.
func isName(name, want []byte, f Flags) bool {
	for i := 0; i < len(name); {
		c, n := byteAt(name, i, f)
		if len(want) == 0 || c != want[0] {
			return false
		}
		i, want = i+n, want[1:]
	}
	return len(want) == 0
}

// compare compares two names as they read once they are decoded.
func compare(a, b []byte, f Flags) int {
	i, k := 0, 0
	for i < len(a) && k < len(b) {
		c, n := byteAt(a, i, f)
		d, m := byteAt(b, k, f)
		if c != d {
			return int(c) - int(d)
		}
		i, k = i+n, k+m
	}
	return (len(a) - i) - (len(b) - k)
}

// kept are the bytes that names and values are written with, all of a query (3.4) that are
// neither a delimiter of parameters nor a "+".
var kept = lut.SetOf(lut.Query).AndNot(lut.MakeSet("%&;=+"))

// appendEncoded appends a decoded name or value percent-encoded.
func appendEncoded(dst, src []byte) []byte { return lut.AppendPctEncoded(dst, src, kept) }
