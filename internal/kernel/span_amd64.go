//go:build amd64 && !purego

package kernel

import "unsafe"

// The lengths from which a call is faster than a loop in place, and from which
// the kernel of AVX-512 is faster than that of AVX2.
const (
	worthSpan    = 2
	worthSpan512 = 32
)

// Span returns the length of the longest prefix of b whose octets are all in
// the set of ASCII octets that has bit c of lo for an octet c below 64, and bit
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

// skipQuery is [SkipRun] for the run of a query.
func skipQuery(b []byte, i int) int {
	switch level {
	case AVX512, AVX2:
		return i + Span(b[i:], queryLo, queryHi)
	}
	return SkipRun(b, i, RunQuery)
}

// The octets of RunQuery, as [Span] takes them.
var queryLo, queryHi = func() (lo, hi uint64) {
	for c := range 64 {
		lo |= uint64(Runs[c]&RunQuery/RunQuery) << c
		hi |= uint64(Runs[c+64]&RunQuery/RunQuery) << c
	}
	return lo, hi
}()

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
