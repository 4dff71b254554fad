package normalize

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Hash returns a 128-bit hash of the normal form of src under the rungs of f, which
// is built as by [Equal]: references have the same hash if Equal says
// so, and else almost never. ref must be the [scanner.Ref] of src; with the zero
// Ref that a bad line has, it is the hash of src as it is.
//
// The value is a function of the bytes of the normal form and of the seed, and
// stays the same in every version, on every platform, for ever: it may be
// stored. hash128.go is its definition. For that very reason it is no defence
// against inputs that are chosen to collide; who needs one takes a seed that is
// secret, and confirms equality by comparing bytes.
//
// Either half alone is a good hash of 64 bits. Its time is linear in len(src).
// It allocates no more than [Equal].
func Hash[B lut.Bytes](src B, ref scanner.Ref, f Flags, seed uint64) (hi, lo uint64) {
	return hash(*(**byte)(unsafe.Pointer(&src)), len(src), ref, f, seed)
}

// sumForm returns the hash of the form of b, which may be b itself: as that of a bad
// line is, whose Ref is zero.
func sumForm(b []byte, ref scanner.Ref, f Flags, seed uint64) (hi, lo uint64) {
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
