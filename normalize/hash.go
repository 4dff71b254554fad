package normalize

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A Sum is a hash of 128 bits. Either half alone is a good hash of 64. It can be
// compared with == and be the key of a map.
type Sum struct{ Hi, Lo uint64 }

// Hash returns a 128-bit hash of the normal form of src under the rungs of f, which
// is built as by [Equal]: references have the same hash if Equal says
// so, and else almost never. ref must be the [scanner.Ref] of src; with the zero
// Ref that a bad line has, it is the hash of src as it is.
//
// The value is a function of the bytes of the normal form and of the seed, and
// is the same on every platform and, from 1.0 on, in every version of the same
// major number: it may be stored, before 1.0 with the version beside it. hash128.go defines it. It is not a defence against inputs chosen
// to collide: for that take a secret seed, and compare the bytes before two
// references count as equal.
//
// Its time is linear in len(src). It allocates no more than [Equal].
func Hash[B lut.Bytes](src B, ref scanner.Ref, f Flags, seed uint64) Sum {
	return hash(*(**byte)(unsafe.Pointer(&src)), len(src), ref, f, seed)
}

// sumForm returns the hash of the form of b, which may be b itself: as that of a bad
// line is, whose Ref is zero.
func sumForm(b []byte, ref scanner.Ref, f Flags, seed uint64) Sum {
	switch {
	case ref == (scanner.Ref{}) || isCopied(b, layout.Words(ref).W3, f):
		return sum(b, seed)
	case len(b) <= narrow-maxGrowth:
		return sumNarrow(b, ref, f, seed)
	case len(b) <= wide-maxGrowth:
		return sumWide(b, ref, f, seed)
	}
	return sumPooled(b, ref, f, seed)
}
