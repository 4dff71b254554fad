//go:build amd64 && !purego

package kernel

import "unsafe"

// Loose tells whether normalizing may change a triplet of b: whether one is of an
// unreserved octet, or has one of a to f. Unless it is exact, it may also say so where
// none is. It does not allocate.
func Loose(b []byte) (loose, exact bool) {
	if len(b) >= 34 {
		switch level {
		case AVX512, AVX2:
			return loose256(unsafe.SliceData(b), len(b)), true
		}
	}
	return true, false
}
