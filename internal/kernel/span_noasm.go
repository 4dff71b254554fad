//go:build !amd64 || purego

package kernel

// Span returns the length of the longest prefix of b whose bytes are all in
// the set of ASCII bytes that has bit c of lo for a byte c below 64, and bit
// c-64 of hi for one from 64. It does not allocate.
func Span(b []byte, lo, hi uint64) int { return spanPortable(b, lo, hi) }

// Loose reports whether normalizing may change a triplet of b: whether one is of an
// unreserved byte, or has one of a to f. If exact is false, it may also return true
// without such a triplet. It does not allocate.
func Loose([]byte) (loose, exact bool) { return true, false }
