package lut

// Bytes is what every function of uriscan that reads an input accepts: bytes,
// a string, or a named type of either. Both are read in place, never copied,
// modified or kept.
type Bytes interface{ ~[]byte | ~string }

// A Class is the rules of Appendix A that a byte belongs to, one bit each. A
// byte belongs to a rule if it may stand in a string of the rule by itself:
// '%' is in none but [PctEncoded], because it never stands alone (2.1).
type Class uint16

// Reserved is the union of [GenDelim] and [SubDelim] (2.2).
const Reserved = GenDelim | SubDelim

// classes holds the rules of each byte, from the generated rules of each bit.
var classes = func() (all [256]Class) {
	for _, set := range classOctets {
		for _, c := range []byte(set.octets) {
			all[c] |= set.bit
		}
	}
	return all
}()

// ClassOf returns the rules that c belongs to; no bits for the bytes that no
// rule admits, among them all from 0x80. It does not allocate.
func ClassOf(c byte) Class { return classes[c] }
