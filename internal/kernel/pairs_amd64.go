//go:build amd64 && !purego

package kernel

import "unsafe"

const page = 4096

// CanFindPairs reports whether [FindPairs] works from b[i] on: whether the level has a kernel
// for it, and PairsAtOnce bytes from there are in one page. It does not allocate.
func CanFindPairs(b []byte, i int) bool {
	return (level == AVX2 || level == AVX512) && uintptr(unsafe.Pointer(&b[i]))%page <= page-PairsAtOnce
}

// FindPairs returns a bit for each odd byte of b[i:i+n] and for each marked one. The bytes are
// ASCII, and n is at most PairsAtOnce. Ask CanFindPairs first. It does not allocate.
func FindPairs(b []byte, i, n int, t *Pairs) (odd, marks uint32) { return pairs256(&b[i], n, &t[0]) }
