package kernel

import "strings"

// Suspects say what [Suspects.CopyPlain] looks for. The assembly knows their layout.
type Suspects struct {
	bits    [7][64]uint8 // the bit of each set in classes, repeated
	classes [128]uint8   // the sets that each byte is in
	rows    [7][16]uint8 // bit c>>4 of byte c&15 is set if byte c is in the set
}

// The sets of Suspects. In rows, numbers are the bytes that are not odd; in classes, these two are
// what may not come together, and what is odd is in both.
const (
	separators = iota // a name begins after one
	firsts            // the first bytes of names
	seconds
	thirds
	oddInHosts  // what makes an authority odd
	aroundHosts // what comes before and after an authority
	numbers     // '#'
	percents    // '%'
)

// NewSuspects returns the Suspects for names that have byte c in place i, from 0 to 2, only if mayBe
// says so. What follows a shorter name counts as if it belonged to it.
func NewSuspects(mayBe func(i int, c byte) bool) *Suspects {
	s := new(Suspects)
	for i := range s.bits {
		for j := range s.bits[i] {
			s.bits[i][j] = 1 << i
		}
	}
	for i := range s.classes {
		c := byte(i)
		in := func(set string) bool { return strings.IndexByte(set, c) >= 0 }
		isOdd := c <= ' ' || c == 0x7f || in(`@\`)
		for set, isIn := range [...]bool{
			separators: in("&;?#"), firsts: mayBe(0, c), seconds: mayBe(1, c), thirds: mayBe(2, c),
			oddInHosts: in(":[%"), aroundHosts: in("/?"), numbers: in("#") || isOdd, percents: in("%") || isOdd,
		} {
			if isIn {
				s.classes[c] |= 1 << set
			}
			if set == numbers {
				isIn = !isOdd
			}
			if isIn && set < len(s.rows) {
				s.rows[set][c&15] |= 1 << (c >> 4)
			}
		}
	}
	return s
}
