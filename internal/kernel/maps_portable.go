package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// The portable path reads a reference in windows of 64 bytes, and of each window makes
// two maps with one bit for each byte, the first lowest. They tell four kinds apart:
//
//	a    "/" ":" "@" and A to Z
//	b    "."
//	a b  "?" "#" "%" and bytes of no query (3.4), such as the end of a line; the end of src
//
// and neither, the other bytes. What is sought is then the lowest bit of a few operations,
// without a branch for each byte.
const mapped = 64

// low is the lower half of a word.
const low uint64 = 1<<32 - 1

// mapsAt returns the maps of the window of src that begins at at.
func mapsAt(src []byte, at int) (a, b uint64) {
	n := len(src) - at
	if n >= mapped {
		s := (*[mapped]byte)(src[at:])
		k, l := kinds64((*[32]byte)(s[:]), (*[32]byte)(s[32:]))
		return k&low | l<<32, k>>32 | l&^low
	}
	if n >= 32 {
		// The halves overlap.
		k, l := kinds64((*[32]byte)(src[at:]), (*[32]byte)(src[len(src)-32:]))
		return k&low | (l|^low)<<((n-32)&63), k>>32 | (l>>32|^low)<<((n-32)&63)
	}
	ends := ^uint64(0) << (n & 63)
	if len(src) < 16 {
		k := uint64(0)
		for i := len(src) - 1; i >= at; i-- {
			k = k*2 + kinds[0][src[i]]
		}
		return k&low | ends, k>>32 | ends
	}
	first, second := max(len(src)-32, 0), len(src)-16 // with some bytes before at
	k, l := kinds32((*[16]byte)(src[first:]), (*[16]byte)(src[second:]))
	k |= l << ((second - first) & 63)
	return k&low>>((at-first)&63) | ends, k>>32>>((at-first)&63) | ends
}

// kinds64 returns 32 bits of each map for s, those of b above those of a, and for t.
func kinds64(s, t *[32]byte) (k, l uint64) {
	k0 := four(four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
	k0 = four(four(k0, (*[4]byte)(s[4:])), (*[4]byte)(s[0:]))
	k1 := four(four(0, (*[4]byte)(s[28:])), (*[4]byte)(s[24:]))
	k1 = four(four(k1, (*[4]byte)(s[20:])), (*[4]byte)(s[16:]))
	l0 := four(four(0, (*[4]byte)(t[12:])), (*[4]byte)(t[8:]))
	l0 = four(four(l0, (*[4]byte)(t[4:])), (*[4]byte)(t[0:]))
	l1 := four(four(0, (*[4]byte)(t[28:])), (*[4]byte)(t[24:]))
	l1 = four(four(l1, (*[4]byte)(t[20:])), (*[4]byte)(t[16:]))
	return k1<<16 + k0, l1<<16 + l0
}

// kinds32 is kinds64 for 16 bytes each.
func kinds32(s, t *[16]byte) (k, l uint64) {
	k = four(four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
	l = four(four(0, (*[4]byte)(t[12:])), (*[4]byte)(t[8:]))
	return four(four(k, (*[4]byte)(s[4:])), (*[4]byte)(s[0:])), four(four(l, (*[4]byte)(t[4:])), (*[4]byte)(t[0:]))
}

// four returns k, the bits of some bytes, with those of the four before them: these
// move the others up.
func four(k uint64, s *[4]byte) uint64 {
	k = k*4 + (kinds[1][s[3]] + kinds[0][s[2]])
	return k*4 + (kinds[1][s[1]] + kinds[0][s[0]])
}

// The bits of a byte.
const (
	kindA uint64 = 1
	kindB uint64 = 1 << 32
)

// kinds[0] are the bits of each byte, and kinds[1] the same one place higher.
var kinds = makeKinds()

func makeKinds() (kinds [2][256]uint64) {
	for c := range 256 {
		k := uint64(0)
		switch {
		case c == '/' || c == ':' || c == '@' || 'A' <= c && c <= 'Z':
			k = kindA
		case c == '.':
			k = kindB
		case c == '?' || automaton.Runs[c]&automaton.RunQuery == 0:
			k = kindA | kindB
		}
		kinds[0][c], kinds[1][c] = k, k<<1
	}
	return kinds
}

// isStop reports whether c is in both maps.
func isStop(c byte) bool { return kinds[0][c] == kindA|kindB }
