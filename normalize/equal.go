package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Equal tells whether a and b are the same reference under the rungs of f:
// whether their normal forms are the same bytes (6.2). The forms of long input are
// not built, those of short input only in a window on the stack. An input that
// is no URI-reference equals only the same bytes. Its time is linear in the
// longer input. It does not allocate.
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
	case suspectsA == 0:
		return isTail(&tail{source: newSource(b, refB, suspectsB)}, a)
	case suspectsB == 0:
		return isTail(&tail{source: newSource(a, refA, suspectsA)}, b)
	}
	return sameTails(&tail{source: newSource(a, refA, suspectsA)}, &tail{source: newSource(b, refB, suspectsB)})
}

// isTail tells whether the form that t reads is b.
func isTail(t *tail, b []byte) bool {
	var buf [256]byte
	for {
		x := t.read(buf[:])
		if len(x) == 0 {
			return len(b) == 0
		}
		if !bytes.HasSuffix(b, x) {
			return false
		}
		b = b[:len(b)-len(x)]
	}
}

// sameTails tells whether a and b read the same form, up to where it begins or
// where they differ.
func sameTails(a, b *tail) bool {
	var bufA, bufB [256]byte
	var x, y []byte
	for {
		if len(x) == 0 {
			x = a.read(bufA[:])
		}
		if len(y) == 0 {
			y = b.read(bufB[:])
		}
		n := min(len(x), len(y))
		if n == 0 {
			return len(x) == len(y)
		}
		if !bytes.Equal(x[len(x)-n:], y[len(y)-n:]) {
			return false
		}
		x, y = x[:len(x)-n], y[:len(y)-n]
	}
}
