package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// The portable path reads a reference in windows of 64 bytes, and of each window
// makes four maps with one bit for each byte, the first lowest:
//
//	a      "/"
//	a b    "?"
//	a b d  "#"
//	a b c  bytes of no query (3.4), such as the end of a line, and the end of src
//	d      ":" "@" "%"
//	b      A to Z
//	c      "."
//
// and none for the others. The first byte of a kind is then the lowest bit of a
// few operations, without a branch for each byte.
const mapped = 64

// mapsAt returns the maps of the window of src that begins at at.
func mapsAt(src []byte, at int) (a, b, c, d uint64) {
	if len(src)-at >= mapped {
		s := (*[mapped]byte)(src[at:])
		return transposed(kinds16((*[16]byte)(s[:])), kinds16((*[16]byte)(s[16:])), kinds16((*[16]byte)(s[32:])), kinds16((*[16]byte)(s[48:])))
	}
	var last [mapped]byte // a zero byte is in no query
	k := [4]uint64{ends, ends, ends, ends}
	for i := range (copy(last[:], src[min(at, len(src)):]) + 15) / 16 {
		k[i] = kinds16((*[16]byte)(last[16*i:]))
	}
	return transposed(k[0], k[1], k[2], k[3])
}

// kinds16 returns 16 bits of each map, one map above the other.
func kinds16(s *[16]byte) uint64 {
	k := four(four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
	return four(four(k, (*[4]byte)(s[4:])), (*[4]byte)(s[0:]))
}

// four returns k, the bits of some bytes, with those of the four before them: these
// move the others up.
func four(k uint64, s *[4]byte) uint64 {
	k = k*4 + (kinds[1][s[3]] + kinds[0][s[2]])
	return k*4 + (kinds[1][s[1]] + kinds[0][s[0]])
}

// transposed returns 64 bits of each map from four times 16.
func transposed(k0, k1, k2, k3 uint64) (a, b, c, d uint64) {
	const even = 0x0000_ffff_0000_ffff
	const low = 1<<32 - 1
	ac0, bd0 := k0&even|k1&even<<16, k0>>16&even|k1&^even
	ac1, bd1 := k2&even|k3&even<<16, k2>>16&even|k3&^even
	return ac0&low | ac1<<32, bd0&low | bd1<<32, ac0>>32 | ac1&^low, bd0>>32 | bd1&^low
}

// The bits of a byte, and above each the room for those of 15 more.
const (
	kindA uint64 = 1 << (16 * iota)
	kindB
	kindC
	kindD

	// ends are the bits of 16 bytes of no query.
	ends = (kindA | kindB | kindC) * 0xffff
)

// kinds[0] are the bits of each byte, and kinds[1] the same one place higher.
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
		case automaton.Runs[c]&automaton.RunQuery == 0:
			k = kindA | kindB | kindC
		}
		kinds[0][c], kinds[1][c] = k, k<<1
	}
	return kinds
}
