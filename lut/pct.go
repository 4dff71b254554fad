package lut

import "github.com/uriscan/uriscan/internal/kernel"

const upperHex = "0123456789ABCDEF"

// AppendPctEncoded appends src to dst with every byte outside keep replaced by
// its triplet in upper-case hex (2.1), and returns the extended buffer. For
// data that becomes one path segment, for example, keep is SetOf(PChar). A '%' is
// kept only if it is in keep. It allocates only to grow dst.
func AppendPctEncoded[B Bytes](dst []byte, src B, keep Set) []byte {
	for b := kernel.Bytes(src); len(b) > 0; {
		n := Span(b, keep)
		dst = append(dst, b[:n]...)
		for b = b[n:]; len(b) > 0 && !keep.Has(b[0]); b = b[1:] {
			dst = append(dst, '%', upperHex[b[0]>>4], upperHex[b[0]&15])
		}
	}
	return dst
}

// AppendPctDecoded appends src to dst with every triplet replaced by the byte
// that it encodes (2.1), and returns the extended buffer. bad is the byte offset
// in src of the first '%' without two HEXDIG after it, or -1 if every '%' begins a
// triplet. Such a '%' is copied unchanged, and the rest is still decoded. A '+' is
// not decoded to a blank. dst may be src[:0]. It allocates only to grow dst.
func AppendPctDecoded[B Bytes](dst []byte, src B) (out []byte, bad int) {
	bad = -1
	b := kernel.Bytes(src)
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' {
			if i+2 < len(b) && isHex(b[i+1]) && isHex(b[i+2]) {
				c = unhex(b[i+1])<<4 | unhex(b[i+2])
				i += 2
			} else if bad < 0 {
				bad = i
			}
		}
		dst = append(dst, c)
	}
	return dst, bad
}

func isHex(c byte) bool { return classes[c]&HexDigit != 0 }

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }
