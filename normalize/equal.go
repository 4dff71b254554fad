package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Equal tells whether a and b are the same reference under the rungs of f:
// whether their normal forms are the same bytes (6.2). An input that is no
// URI-reference equals only the same bytes. Forms are built on the stack, and those
// of input over 4 KiB in a buffer of a pool. Its time is linear in the longer input.
// It does not allocate once the pool has a buffer, except for forms over 16 MiB, both
// together.
func Equal[A, B lut.Bytes](a A, b B, f Flags) bool {
	return equal(kernel.Bytes(a), kernel.Bytes(b), f)
}

func equal(a, b []byte, f Flags) bool {
	if bytes.Equal(a, b) {
		return true
	}
	refA, fault := scanner.Locate(a, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return false
	}
	refB, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return false
	}
	suspectsA, suspectsB := suspect(a, refA, f), suspect(b, refB, f)
	switch n := max(len(a), len(b)); {
	case suspectsA|suspectsB == 0:
		return false
	case n <= narrow-maxGrowth:
		return sameNarrow(a, b, refA, refB, suspectsA, suspectsB)
	case n <= wide-maxGrowth:
		return sameWide(a, b, refA, refB, suspectsA, suspectsB)
	}
	return samePooled(a, b, refA, refB, suspectsA, suspectsB)
}
