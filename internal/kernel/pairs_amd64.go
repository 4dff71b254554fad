//go:build amd64 && !purego

package kernel

import "unsafe"

const page = 4096

// FindPairs returns a bit for each odd byte of b and for each marked one. b is ASCII and has
// at most PairsAtOnce bytes. If ok is false, it has found out nothing: the level has no
// kernel for it, or b is at the end of a page. It does not allocate.
func FindPairs(b []byte, t *Pairs) (odd, marks uint32, ok bool) {
	switch level {
	case AVX2, AVX512:
		if p := unsafe.SliceData(b); len(b) > 0 && uintptr(unsafe.Pointer(p))%page <= page-PairsAtOnce {
			odd, marks = pairs256(p, len(b), &t[0])
			return odd, marks, true
		}
	}
	return 0, 0, false
}
