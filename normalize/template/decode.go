package template

import "github.com/uriscan/uriscan/lut"

// byteAt returns the decoded byte at b[i] and how many bytes it takes there. A "%" without two
// HEXDIG is itself.
func byteAt(b []byte, i int) (c byte, n int) {
	c = b[i]
	if c == '%' && len(b)-i >= 3 && lut.ClassOf(b[i+1])&lut.ClassOf(b[i+2])&lut.HexDigit != 0 {
		return unhex(b[i+1])<<4 | unhex(b[i+2]), 3
	}
	return c, 1
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

// encoded marks a byte that is another one when it is decoded.
const encoded = 1 << 8

// A symbol is what spellings of a byte that are equivalent have in common (6.2.2.2): a byte, or
// a byte with the mark encoded if only its triplet means it. A byte that no path has is taken
// for its triplet; braces are not, because they are the mark of a template.
func symbolAt(b []byte, i int) (symbol uint16, n int) {
	c, n := byteAt(b, i)
	if n == 3 && (c == '%' || c == '{' || c == '}' || lut.ClassOf(c)&(lut.GenDelim|lut.SubDelim) != 0) {
		return uint16(c) | encoded, n
	}
	return uint16(c), n
}

// compare compares two texts by their symbols.
func compare(a, b []byte) int {
	i, k := 0, 0
	for i < len(a) && k < len(b) {
		c, n := symbolAt(a, i)
		d, m := symbolAt(b, k)
		if c != d {
			return int(c) - int(d)
		}
		i, k = i+n, k+m
	}
	return (len(a) - i) - (len(b) - k)
}

// after returns the length of the shortest beginning of b that has the symbols of prefix, or -1.
func after(b, prefix []byte) int {
	i := 0
	for k := 0; k < len(prefix); {
		if i == len(b) {
			return -1
		}
		c, n := symbolAt(b, i)
		d, m := symbolAt(prefix, k)
		if c != d {
			return -1
		}
		i, k = i+n, k+m
	}
	return i
}

// before returns the length of b before the shortest end that has the symbols of suffix, or -1.
func before(b, suffix []byte) int {
	i := len(b)
	for k := len(suffix); k > 0; {
		if i == 0 {
			return -1
		}
		c, n := lastSymbol(b[:i])
		d, m := lastSymbol(suffix[:k])
		if c != d {
			return -1
		}
		i, k = i-n, k-m
	}
	return i
}

// lastSymbol returns the last symbol of b, and how many bytes it takes. No triplet has the "%" of
// another one in it, so that the symbols of b are the same from its end.
func lastSymbol(b []byte) (symbol uint16, n int) {
	if i := len(b) - len("%41"); i >= 0 && b[i] == '%' {
		if symbol, n = symbolAt(b, i); n > 1 {
			return symbol, n
		}
	}
	return symbolAt(b, len(b)-1)
}

// symbols returns the number of symbols of b.
func symbols(b []byte) (all int) {
	for i := 0; i < len(b); all++ {
		_, n := symbolAt(b, i)
		i += n
	}
	return all
}
