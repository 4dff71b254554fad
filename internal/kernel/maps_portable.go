package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// The portable path reads a reference in windows of 64 bytes, and of each window makes
// two maps with one bit for each byte, the first lowest. They tell four kinds apart. What is
// sought is then the lowest bit of a few operations, without a branch for each byte.
const mapped = 64

// low is the lower half of a word.
const low uint64 = 1<<32 - 1

// kinds tell the kinds of bytes apart: [0] has the bits of each byte, and [1] the same one place higher.
type kinds [2][256]uint64

// The bits of a byte.
const (
	kindA uint64 = 1
	kindB uint64 = 1 << 32
)

// kindsOf returns the kinds that of tells.
func kindsOf(of func(c byte) uint64) (k kinds) {
	for c := range 256 {
		k[0][c] = of(byte(c))
		k[1][c] = k[0][c] << 1
	}
	return k
}

// queryKinds are the kinds by which a reference is cut:
//
//	a    "/" ":" "@" and A to Z
//	b    "."
//	a b  "?" "#" "%" and bytes of no query (3.4), such as the end of a line
//
// and neither, the other bytes.
var queryKinds = kindsOf(func(c byte) uint64 {
	switch {
	case c == '/' || c == ':' || c == '@' || 'A' <= c && c <= 'Z':
		return kindA
	case c == '.':
		return kindB
	case c == '?' || automaton.Runs[c]&automaton.RunQuery == 0:
		return kindA | kindB
	}
	return 0
})

// isStop reports whether c is in both maps.
func isStop(c byte) bool { return queryKinds[0][c] == kindA|kindB }

// at returns the maps of the window of src that begins at at. After the end of src all bits are set.
func (k *kinds) at(src []byte, at int) (a, b uint64) {
	n := len(src) - at
	if n >= mapped {
		s := (*[mapped]byte)(src[at:])
		x, y := k.of32((*[32]byte)(s[:]), (*[32]byte)(s[32:]))
		return x&low | y<<32, x>>32 | y&^low
	}
	if n >= 32 {
		// The halves overlap.
		x, y := k.of32((*[32]byte)(src[at:]), (*[32]byte)(src[len(src)-32:]))
		return x&low | (y|^low)<<((n-32)&63), x>>32 | (y>>32|^low)<<((n-32)&63)
	}
	ends := ^uint64(0) << (n & 63)
	if len(src) < 16 {
		x := k.of(src, at)
		return x&low | ends, x>>32 | ends
	}
	first, second := max(len(src)-32, 0), len(src)-16 // with some bytes before at
	x, y := k.of16((*[16]byte)(src[first:]), (*[16]byte)(src[second:]))
	x |= y << ((second - first) & 63)
	return x&low>>((at-first)&63) | ends, x>>32>>((at-first)&63) | ends
}

// upTo returns the maps of up to 64 bytes of src from start to end. After them no bit is set.
func (k *kinds) upTo(src []byte, start, end int) (a, b uint64) {
	end = min(end, start+mapped)
	src = src[:end:end]
	switch {
	case len(src) < 16:
		x := k.of(src, start)
		return x & low, x >> 32
	case len(src) <= 32 || len(src)-start <= 32:
		first := max(len(src)-32, 0)
		x, y := k.of16((*[16]byte)(src[first:first+16:first+16]), (*[16]byte)(src[len(src)-16:]))
		x |= y << ((len(src) - 16 - first) & 63)
		return x & low >> ((start - first) & 63), x >> 32 >> ((start - first) & 63)
	}
	first := max(len(src)-mapped, 0)
	x, y := k.of32((*[32]byte)(src[first:first+32:first+32]), (*[32]byte)(src[len(src)-32:]))
	a, b = x&low|y&low<<((len(src)-32-first)&63), x>>32|y>>32<<((len(src)-32-first)&63)
	return a >> ((start - first) & 63), b >> ((start - first) & 63)
}

// of returns the bits of each map for src from at on, up to 32, those of b above those of a.
func (k *kinds) of(src []byte, at int) (x uint64) {
	for i := len(src) - 1; i >= at; i-- {
		x = x*2 + k[0][src[i]]
	}
	return x
}

// of32 is of for s and for t.
func (k *kinds) of32(s, t *[32]byte) (x, y uint64) {
	x0 := k.four(k.four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
	x0 = k.four(k.four(x0, (*[4]byte)(s[4:])), (*[4]byte)(s[0:]))
	x1 := k.four(k.four(0, (*[4]byte)(s[28:])), (*[4]byte)(s[24:]))
	x1 = k.four(k.four(x1, (*[4]byte)(s[20:])), (*[4]byte)(s[16:]))
	y0 := k.four(k.four(0, (*[4]byte)(t[12:])), (*[4]byte)(t[8:]))
	y0 = k.four(k.four(y0, (*[4]byte)(t[4:])), (*[4]byte)(t[0:]))
	y1 := k.four(k.four(0, (*[4]byte)(t[28:])), (*[4]byte)(t[24:]))
	y1 = k.four(k.four(y1, (*[4]byte)(t[20:])), (*[4]byte)(t[16:]))
	return x1<<16 + x0, y1<<16 + y0
}

// of16 is of32 for 16 bytes each.
func (k *kinds) of16(s, t *[16]byte) (x, y uint64) {
	x = k.four(k.four(0, (*[4]byte)(s[12:])), (*[4]byte)(s[8:]))
	y = k.four(k.four(0, (*[4]byte)(t[12:])), (*[4]byte)(t[8:]))
	return k.four(k.four(x, (*[4]byte)(s[4:])), (*[4]byte)(s[0:])), k.four(k.four(y, (*[4]byte)(t[4:])), (*[4]byte)(t[0:]))
}

// four returns x, the bits of some bytes, with those of the four before them: these
// move the others up.
func (k *kinds) four(x uint64, s *[4]byte) uint64 {
	x = x*4 + (k[1][s[3]] + k[0][s[2]])
	return x*4 + (k[1][s[1]] + k[0][s[0]])
}
