package normalize

import "github.com/uriscan/uriscan/lut"

// A triplet is a percent-encoded octet as the rungs see it (2.1).
type triplet struct {
	octet   byte
	decodes bool // PercentEncoding writes the octet itself
	size    int  // 3; 1 for a "%" alone, as in parts of invalid input
}

// tripletAt returns the triplet at b[i:], which begins with "%".
func tripletAt(b []byte, i int, f Flags) triplet {
	if len(b)-i < 3 {
		return triplet{octet: '%', size: 1}
	}
	hi, lo := b[i+1], b[i+2]
	if lut.ClassOf(hi)&lut.ClassOf(lo)&lut.HexDigit == 0 {
		return triplet{octet: '%', size: 1}
	}
	octet := unhex(hi)<<4 | unhex(lo)
	decodes := f&PercentEncoding != 0 && lut.ClassOf(octet)&lut.Unreserved != 0
	return triplet{octet, decodes, 3}
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

// append appends what t, at the beginning of b, becomes.
func (t triplet) append(dst, b []byte, f Flags) []byte {
	switch {
	case t.decodes || t.size == 1:
		return append(dst, t.octet)
	case f&Case != 0:
		return append(dst, '%', toUpper(b[1]), toUpper(b[2]))
	}
	return append(dst, '%', b[1], b[2])
}

// toUpper is for HEXDIG.
func toUpper(c byte) byte {
	if c >= 'a' {
		c -= 0x20
	}
	return c
}

// appendTriplets appends src with its triplets as f has them (6.2.2.1, 6.2.2.2), if
// lower with its letters in lower case, the hex digits of triplets not among them. dst may
// be src[:0], for it never lengthens.
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
				t.octet = toLower(t.octet)
			}
			dst = t.append(dst, src, f)
			src = src[t.size:]
		}
	}
	return dst
}

// hasLoose tells whether any rung may change a triplet of b. It takes one branch at
// each, for a reference with one that a rung changes often has no other.
func hasLoose(b []byte) bool {
	for i := indexByte(b, 0, '%'); len(b)-i >= 3; {
		hi, lo := b[i+1], b[i+2]
		octet := unhex(hi)<<4 | unhex(lo)
		lower := lut.Class((hi&(hi<<1) | lo&(lo<<1)) & 0x40) // in a to f alone, of HEXDIG
		if lower|lut.ClassOf(octet)&lut.Unreserved != 0 {
			return true
		}
		if i += 3; i < len(b) && b[i] != '%' {
			i = indexByte(b, i, '%')
		}
	}
	return false
}
