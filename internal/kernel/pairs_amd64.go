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

// CanFindSuspects reports whether [FindSuspects] works on b: whether the level has a kernel
// for it, and b is not empty and has SuspectsAtOnce bytes, or as many from there are in one page.
func CanFindSuspects(b []byte) bool {
	return (level == AVX2 || level == AVX512) && len(b) > 0 &&
		(len(b) >= SuspectsAtOnce || uintptr(unsafe.Pointer(unsafe.SliceData(b)))%page <= page-SuspectsAtOnce)
}

// FindSuspects is [FindPairs] for up to SuspectsAtOnce bytes at the start of b, which need not be
// ASCII: those that are not are odd. It also returns a bit for each "%". Ask CanFindSuspects
// first. It does not allocate.
func FindSuspects(b []byte, t *Pairs) (odd, marks, percents uint64) { return suspects256(b, &t[0]) }
