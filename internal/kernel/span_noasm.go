//go:build !amd64 || purego

package kernel

// Span returns the length of the longest prefix of b whose octets are all in
// the set of ASCII octets that has bit c of lo for an octet c below 64, and bit
// c-64 of hi for one from 64. It does not allocate.
func Span(b []byte, lo, hi uint64) int { return spanPortable(b, lo, hi) }

func skipQuery(b []byte, i int) int { return SkipRun(b, i, RunQuery) }

// Loose tells whether normalizing may change a triplet of b: whether one is of an
// unreserved octet, or has one of a to f. Unless it is exact, it may also say so where
// none is. It does not allocate.
func Loose([]byte) (loose, exact bool) { return true, false }
