package normalize

import "github.com/uriscan/uriscan/lut"

// A triplet is a percent-encoded byte as the rungs see it (2.1).
type triplet struct {
	value   byte
	decodes bool // PercentEncoding writes the value itself
	size    int  // 3; 1 for a "%" alone, as in invalid input
}

// tripletAt returns the triplet at b[i:], which begins with "%".
func tripletAt(b []byte, i int, f Flags) triplet {
	if len(b)-i < 3 {
		return triplet{value: '%', size: 1}
	}
	hi, lo := b[i+1], b[i+2]
	if lut.ClassOf(hi)&lut.ClassOf(lo)&lut.HexDigit == 0 {
		return triplet{value: '%', size: 1}
	}
	value := unhex(hi)<<4 | unhex(lo)
	decodes := f&PercentEncoding != 0 && lut.ClassOf(value)&lut.Unreserved != 0
	return triplet{value, decodes, 3}
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

// append appends the normal form of t, which is at the beginning of b.
func (t triplet) append(dst, b []byte, f Flags) []byte {
	switch {
	case t.decodes || t.size == 1:
		return append(dst, t.value)
	case f&Case != 0:
		return append(dst, '%', toUpper(b[1]), toUpper(b[2]))
	}
	return append(dst, '%', b[1], b[2])
}

// toUpper returns c, a HEXDIG, in upper case.
func toUpper(c byte) byte {
	if c >= 'a' {
		c -= 0x20
	}
	return c
}

// appendTriplets appends src with its triplets in normal form under f (6.2.2.1, 6.2.2.2).
// If lower is set, letters other than the hex digits of triplets become lower case. dst may
// be src[:0], since the result is never longer.
func appendTriplets(dst, src []byte, f Flags, lower bool) []byte {
	for len(src) > 0 {
		n := indexByte(src, 0, '%')
		start := len(dst)
		if dst = append(dst, src[:n]...); lower {
			lowerCase(dst[start:])
		}
		for src = src[n:]; len(src) > 0 && src[0] == '%'; {
			t := tripletAt(src, 0, f)
			if t.decodes && lower {
				t.value = toLower(t.value)
			}
			dst = t.append(dst, src, f)
			src = src[t.size:]
		}
	}
	return dst
}

// hasLoose reports whether any rung may change a triplet of b. It takes one branch for
// each triplet, since a reference with one that a rung changes often has no other.
func hasLoose(b []byte) bool {
	for i := indexByte(b, 0, '%'); len(b)-i >= 3; {
		hi, lo := b[i+1], b[i+2]
		value := unhex(hi)<<4 | unhex(lo)
		lower := lut.Class((hi&(hi<<1) | lo&(lo<<1)) & 0x40) // of HEXDIG only a to f have both bits
		if lower|lut.ClassOf(value)&lut.Unreserved != 0 {
			return true
		}
		if i += 3; i < len(b) && b[i] != '%' {
			i = indexByte(b, i-2, '%') // in invalid input, hi or lo may be a "%"
		}
	}
	return false
}
