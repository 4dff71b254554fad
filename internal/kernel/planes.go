package kernel

import "strings"

// Planes say which of up to 64 bytes are in each of eight sets: bit i of a plane is that of byte i.
type Planes [8]uint64

// PlanesAtOnce is how many bytes Planes are of at most.
const PlanesAtOnce = 64

// Classes are eight sets of bytes. Bit i of low[c&15] & high[c>>4] is set if c is in set i, and
// so is bit 8*i of spread[c].
type Classes struct {
	low, high [16]byte
	spread    [256]uint64
}

// NewClasses returns eight sets: each has the bytes with the upper four bits of one of High and
// the lower four bits of one of Low, which are digits from 0 to F.
func NewClasses(sets [8]struct{ High, Low string }) *Classes {
	classes := new(Classes)
	for i, set := range sets {
		for digit, name := range "0123456789ABCDEF" {
			if strings.ContainsRune(set.High, name) {
				classes.high[digit] |= 1 << i
			}
			if strings.ContainsRune(set.Low, name) {
				classes.low[digit] |= 1 << i
			}
		}
	}
	for c := range classes.spread {
		class := uint64(classes.low[c&15] & classes.high[c>>4])
		for i := range sets {
			classes.spread[c] |= class >> i & 1 << (8 * i)
		}
	}
	return classes
}

// Set sets p to the planes of b[i:i+n], n from 1 to PlanesAtOnce. It does not allocate.
func (p *Planes) Set(b []byte, i, n int, c *Classes) {
	*p = Planes{}
	b = b[i : i+n]
	k := 0
	for ; len(b) >= 8; b = b[8:] {
		// Of eight bytes, a byte of bits for each set.
		_ = b[7]
		eight := c.spread[b[7]]
		eight = c.spread[b[6]] + eight<<1
		eight = c.spread[b[5]] + eight<<1
		eight = c.spread[b[4]] + eight<<1
		eight = c.spread[b[3]] + eight<<1
		eight = c.spread[b[2]] + eight<<1
		eight = c.spread[b[1]] + eight<<1
		p[k&7] = c.spread[b[0]] + eight<<1
		k++
	}
	for j := range b {
		p[k&7] |= c.spread[b[j]] << j
	}
	p.transpose()
}

// transpose takes p for a matrix of eight by eight bytes, and turns it: byte i of word j becomes
// byte j of word i.
func (p *Planes) transpose() {
	const halves, quarters, eighths = 0x00000000ffffffff, 0x0000ffff0000ffff, 0x00ff00ff00ff00ff
	a0, a4 := swapped(p[0], p[4], 32, halves)
	a1, a5 := swapped(p[1], p[5], 32, halves)
	a2, a6 := swapped(p[2], p[6], 32, halves)
	a3, a7 := swapped(p[3], p[7], 32, halves)
	a0, a2 = swapped(a0, a2, 16, quarters)
	a1, a3 = swapped(a1, a3, 16, quarters)
	a4, a6 = swapped(a4, a6, 16, quarters)
	a5, a7 = swapped(a5, a7, 16, quarters)
	p[0], p[1] = swapped(a0, a1, 8, eighths)
	p[2], p[3] = swapped(a2, a3, 8, eighths)
	p[4], p[5] = swapped(a4, a5, 8, eighths)
	p[6], p[7] = swapped(a6, a7, 8, eighths)
}

// swapped returns x and y after the bits of low in x, so many higher, are swapped with those in y.
func swapped(x, y uint64, shift uint, low uint64) (newX, newY uint64) {
	differ := (x>>shift ^ y) & low
	return x ^ differ<<shift, y ^ differ
}
