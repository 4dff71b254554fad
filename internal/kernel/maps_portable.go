package kernel

import "encoding/binary"

// mostMapped is how many octets are mapped at a time: so many that a line cut off
// at their end, whose beginning is mapped twice, is a small part of them.
const mostMapped = 4096 - 96

// maps tell the octets of lines apart, by four bits for each:
//
//	a      "/"
//	a b    "?"
//	a b d  "#"
//	a b c  what stands in no query (3.4), such as the end of a line, and the end of the maps
//	d      ":" "@" "%"
//	b      A to Z
//	c      "."
//
// and none for the others. It takes five operations to make the bits of two octets,
// and no branch; and then a few for a line to find all its delimiters.
type maps struct {
	src        []byte // what is mapped
	a, b, c, d bitmap
}

// A bitmap has a bit for each octet, the first lowest. Any window that begins
// where a line may is inside it.
type bitmap [512 + 8]byte

// window is how far one window into the maps is from the next, in a line that is
// longer than one. They overlap, so that two octets are always in the same.
const window = 56

// from returns the window of m at position at: 57 or more bits, and 0 above them.
func (m *bitmap) from(at uint) uint64 {
	i := at / 8 & 511
	return binary.LittleEndian.Uint64(m[i:i+8]) >> (at & 7)
}

// fill maps the first octets of src, and returns these. Its caller puts them into
// m: if it did so itself, src would escape.
func (m *maps) fill(src []byte) (mapped []byte) {
	mapped = src[:min(len(src), mostMapped)&^31]
	for i := 0; i <= len(mapped)-32; i += 32 {
		s := (*[32]byte)(mapped[i : i+32 : i+32])
		lo := four(four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
		lo = four(four(lo, (*[4]byte)(s[4:])), (*[4]byte)(s[0:]))
		hi := four(four(0, (*[4]byte)(s[28:])), (*[4]byte)(s[24:]))
		hi = four(four(hi, (*[4]byte)(s[20:])), (*[4]byte)(s[16:]))
		m.put(uint(i)/8, lo)
		m.put(uint(i)/8+2, hi)
	}
	for i := range uint(6) {
		m.put(uint(len(mapped))/8+2*i, ends)
	}
	return mapped
}

// put writes 16 bits to each map, from byte i on.
func (m *maps) put(i uint, kinds uint64) {
	i &= 511
	binary.LittleEndian.PutUint16(m.a[i:i+2], uint16(kinds))
	binary.LittleEndian.PutUint16(m.b[i:i+2], uint16(kinds>>16))
	binary.LittleEndian.PutUint16(m.c[i:i+2], uint16(kinds>>32))
	binary.LittleEndian.PutUint16(m.d[i:i+2], uint16(kinds>>48))
}

// four returns k, the bits of octets, with those of the four before them: these push
// them up.
func four(k uint64, s *[4]byte) uint64 {
	k = k*4 + (kinds[1][s[3]] + kinds[0][s[2]])
	return k*4 + (kinds[1][s[1]] + kinds[0][s[0]])
}

// The bits of an octet, and above each the room for those of 15 more.
const (
	kindA uint64 = 1 << (16 * iota)
	kindB
	kindC
	kindD

	// ends are the bits of 16 octets that stand in no query.
	ends = (kindA | kindB | kindC) * 0xffff
)

// kinds[0] are the bits of each octet, and kinds[1] the same one place higher.
var kinds = makeKinds()

func makeKinds() (kinds [2][256]uint64) {
	for c := range 256 {
		k := uint64(0)
		switch {
		case c == '/':
			k = kindA
		case c == '?':
			k = kindA | kindB
		case c == '#':
			k = kindA | kindB | kindD
		case c == ':' || c == '@' || c == '%':
			k = kindD
		case 'A' <= c && c <= 'Z':
			k = kindB
		case c == '.':
			k = kindC
		case Runs[c]&RunQuery == 0:
			k = kindA | kindB | kindC
		}
		kinds[0][c], kinds[1][c] = k, k<<1
	}
	return kinds
}
