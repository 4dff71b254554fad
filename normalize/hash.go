package normalize

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// A Sum is a hash of 128 bits. Each half alone is a good hash of 64 bits. Sums can be
// compared with == and be keys of a map.
type Sum struct{ Hi, Lo uint64 }

// Hash returns a 128-bit hash of the normal form of src under the rungs of f.
// References that are equal by [Equal] have the same hash, and others almost never do.
// ref must be the [scanner.Ref] of src. If it is zero, as the Ref of a bad line is, Hash
// hashes src unchanged.
//
// The value is a function of the bytes of the normal form and of the seed, described in
// hash128.go. It is the same on every platform and, from version 1.0 on, in every version
// with the same major number, so that it may be stored. Hash is not a defence against
// inputs chosen to collide: if strangers choose the inputs, use a secret seed, or compare
// the bytes before treating two references as equal.
//
// Its time is linear in len(src). It does not allocate, except for pooled memory for
// references over 4 KiB, as [Equal].
func Hash[B lut.Bytes](src B, ref scanner.Ref, f Flags, seed uint64) Sum {
	return hash(*(**byte)(unsafe.Pointer(&src)), len(src), ref, f, seed)
}

// sumForm returns the hash of the form of b. That is b itself if ref is zero, as the Ref of
// a bad line is.
func sumForm(b []byte, ref scanner.Ref, f Flags, seed uint64) Sum {
	switch {
	case ref == (scanner.Ref{}) || isCopied(b, rawref.Words(ref).W3, f):
		return sum(b, seed)
	case len(b) <= narrow-maxGrowth:
		return sumNarrow(b, ref, f, seed)
	case len(b) <= wide-maxGrowth:
		return sumWide(b, ref, f, seed)
	}
	return sumPooled(b, ref, f, seed)
}
