package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Equal reports whether a and b are the same reference under the rungs of f: whether
// their normal forms are the same bytes (6.2). An input that is not a URI-reference
// equals only the same bytes. Equal builds the forms on the stack, and those of inputs
// over 4 KiB in a buffer from a pool. Its time is linear in the longer input. Once the
// pool has a buffer it does not allocate, except for two forms of more than 16 MiB
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
	one, other := located{a, refA, candidateRungs(a, refA, f)}, located{b, refB, candidateRungs(b, refB, f)}
	switch n := max(len(a), len(b)); {
	case one.candidates|other.candidates == 0:
		return false
	case n <= narrow-maxGrowth:
		return sameNarrow(&one, &other)
	case n <= wide-maxGrowth:
		return sameWide(&one, &other)
	}
	return samePooled(&one, &other)
}
