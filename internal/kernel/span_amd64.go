//go:build amd64 && !purego

package kernel

import "unsafe"

// The lengths from which a call is faster than a loop in place, and from which
// the kernel of AVX-512 is faster than that of AVX2.
const (
	worthSpan    = 2
	worthSpan512 = 32
)

// Span returns the length of the longest prefix of b whose bytes are all in
// the set of ASCII bytes that has bit c of lo for a byte c below 64, and bit
// c-64 of hi for one from 64. It does not allocate.
func Span(b []byte, lo, hi uint64) int {
	if len(b) < worthSpan {
		return spanPortable(b, lo, hi)
	}
	switch level {
	case AVX512:
		if len(b) >= worthSpan512 {
			return span512(unsafe.SliceData(b), len(b), lo, hi)
		}
		fallthrough
	case AVX2:
		return span256(unsafe.SliceData(b), len(b), lo, hi)
	}
	return spanPortable(b, lo, hi)
}

// Loose reports whether normalizing may change a triplet of b: whether one is of an
// unreserved byte, or has one of a to f. If exact is false, it may also return true
// without such a triplet. It does not allocate.
func Loose(b []byte) (loose, exact bool) {
	if len(b) >= 34 {
		switch level {
		case AVX512, AVX2:
			return loose256(unsafe.SliceData(b), len(b)), true
		}
	}
	return true, false
}
