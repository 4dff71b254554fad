package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// A triplet is a percent-encoded octet as the rungs see it (2.1).
type triplet struct {
	octet   byte
	decodes bool // PercentEncoding writes the octet itself
	lower   bool // a hex digit is in lower case
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
	return triplet{octet, decodes, hi >= 'a' || lo >= 'a', 3}
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

// text returns what the triplet at b[i:] becomes: the first n bytes of out.
func (t triplet) text(b []byte, i int, f Flags) (out [3]byte, n int) {
	switch {
	case t.decodes || t.size == 1:
		return [3]byte{t.octet}, 1
	case f&Case != 0:
		return [3]byte{'%', toUpper(b[i+1]), toUpper(b[i+2])}, 3
	}
	return [3]byte{'%', b[i+1], b[i+2]}, 3
}

// toUpper is for HEXDIG.
func toUpper(c byte) byte {
	if c >= 'a' {
		c -= 0x20
	}
	return c
}

// appendTriplets appends src with its triplets as f has them (6.2.2.1, 6.2.2.2).
// dst may be src[:0], for it never lengthens.
func appendTriplets(dst, src []byte, f Flags) []byte {
	for i := 0; i < len(src); {
		if src[i] != '%' {
			n := bytes.IndexByte(src[i:], '%')
			if n < 0 {
				n = len(src) - i
			}
			dst = append(dst, src[i:i+n]...)
			i += n
			continue
		}
		t := tripletAt(src, i, f)
		text, n := t.text(src, i, f)
		dst = append(dst, text[:n]...)
		i += t.size
	}
	return dst
}

// appendHost appends a host: its triplets, and under Case its letters in lower
// case, the hex digits of triplets not among them (6.2.2.1).
func appendHost(dst, src []byte, f Flags) []byte {
	for i := 0; i < len(src); {
		if src[i] != '%' {
			dst = append(dst, foldIf(src[i], f))
			i++
			continue
		}
		t := tripletAt(src, i, f)
		text, n := t.text(src, i, f)
		if t.decodes {
			text[0] = foldIf(text[0], f)
		}
		dst = append(dst, text[:n]...)
		i += t.size
	}
	return dst
}

// foldIf is toLower if f has Case.
func foldIf(c byte, f Flags) byte {
	if f&Case != 0 {
		c = toLower(c)
	}
	return c
}
