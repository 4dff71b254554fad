package lut

// Bytes is the type of input that the functions of uriscan accept: bytes, a
// string, or a named type of either. The input is read in place. It is never
// copied, modified or kept.
type Bytes interface{ ~[]byte | ~string }

// A Class is the set of rules of Appendix A that a byte belongs to, one bit each.
// A byte belongs to a rule if it may occur in a string of the rule by itself.
// '%' belongs to [PctEncoded] only, because it never occurs alone (2.1).
type Class uint16

// Reserved is the union of [GenDelim] and [SubDelim] (2.2).
const Reserved = GenDelim | SubDelim

// classes holds the rules of each byte, from the generated rules of each bit.
var classes = func() (all [256]Class) {
	for _, set := range classBytes {
		for _, c := range []byte(set.bytes) {
			all[c] |= set.bit
		}
	}
	return all
}()

// ClassOf returns the rules that c belongs to. It returns 0 for bytes that no
// rule admits, such as all from 0x80. It does not allocate.
func ClassOf(c byte) Class { return classes[c] }
