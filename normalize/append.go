package normalize

import (
	"slices"
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Append appends the normal form of src under the rungs of f to dst. It returns the
// extended buffer and the [scanner.Ref] of out[len(dst):]. Input that is already normal
// is copied.
//
// If src is not a URI-reference, Append returns dst unchanged and the error of
// [scanner.Parse]. If the result could be longer than [scanner.MaxLen], for which src must
// be within 7 bytes of that length, it returns dst unchanged and TooLong at MaxLen.
//
// dst and src may overlap: see the package documentation. Append allocates only to grow
// dst and, as [scanner.Parse] does, for an error.
func Append[B lut.Bytes](dst []byte, src B, f Flags) (out []byte, ref scanner.Ref, err error) {
	b := kernel.Bytes(src)
	w0, w1, w2, w3 := kernel.Locate(b)
	if w3 < kernel.FormHintOpen && w3&automaton.Hints == 0 && f&(DropFragment|DropUserinfo) == 0 {
		return append(dst, b...), rawref.Ref(automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}), nil
	}
	w := automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}
	if w3 >= kernel.FormHintOpen {
		if ref, err = scanner.Parse(b); err != nil {
			return dst, ref, err
		}
		if w = rawref.Words(ref); KnownNormal(ref, f) {
			return append(dst, b...), ref, nil
		}
	}
	if isTooLong(b, w, f) {
		return dst, scanner.Ref{}, rawref.TooLong()
	}
	out, ref = appendForm(dst, b, w, f)
	return out, ref, nil
}

// AppendRef is [Append] for input that is already scanned: ref must be the
// [scanner.Ref] of src. It cannot fail. If ref is from [scanner.Split] and src is
// invalid, the rungs change what they find, and a "%" without two HEXDIG stays.
// It allocates only to grow dst.
func AppendRef[B lut.Bytes](dst []byte, src B, ref scanner.Ref, f Flags) ([]byte, scanner.Ref) {
	b := kernel.Bytes(src)
	if KnownNormal(ref, f) || ref == (scanner.Ref{}) {
		return append(dst, b...), ref
	}
	return appendForm(dst, b, rawref.Words(ref), f)
}

// appendForm appends the normal form of b to dst. It is the one place that chooses how: it
// copies b, it writes the common case with writeCommon, or it leaves the general case to
// appendTight, the slowest.
func appendForm(dst, b []byte, w automaton.Words, f Flags) ([]byte, scanner.Ref) {
	if isCopied(b, w.W3, f) {
		return append(dst, b...), rawref.Ref(w)
	}
	start, room := len(dst), len(b)+maxGrowth
	if cap(dst)-start >= room && !overlaps(dst[start:start+room], b) {
		if form, ok := writeCommon(dst[start:start+room], b[:w.Len()], w, f); ok {
			return dst[:start+form.Len()], rawref.Ref(form)
		}
	}
	candidates, _ := lookAgain(b, w, f)
	if candidates == 0 {
		return append(dst, b...), rawref.Ref(w)
	}
	return appendTight(dst, b, w, candidates)
}

// isCopied reports whether triplets are the only hint that b is not normal, and no rung
// changes one.
func isCopied(b []byte, flags uint64, f Flags) bool {
	switch {
	case f&(DropFragment|DropUserinfo) != 0 || flags&automaton.FormHint != 0:
		return false
	case flags&automaton.PercentHint == 0:
		return true
	}
	loose, exact := kernel.Loose(b)
	return !loose || !exact && !hasLoose(b)
}

// appendTight is appendForm for any reference, and for any dst. It writes to dst if the
// longest possible form fits there, and else to a buffer from the pool.
func appendTight(dst, b []byte, w automaton.Words, candidates Flags) ([]byte, scanner.Ref) {
	start, growth := len(dst), growthOf(b, w, candidates)
	room := len(b) + growth
	if cap(dst)-start < room {
		if room <= maxPooled {
			return appendPooled(dst, b, w, candidates)
		}
		dst = slices.Grow(dst, room)
	}
	out := dst[start : start+room]
	if overlaps(out, b) {
		if growth > 0 {
			return appendPooled(dst, b, w, candidates)
		}
		copy(out, b)
		b = out
	}
	w = write(out, b, w, candidates)
	return dst[:start+w.Len()], rawref.Ref(w)
}

// isTooLong reports whether the normal form of b could be too long.
func isTooLong(b []byte, w automaton.Words, f Flags) bool {
	return len(b) > longest && len(b)+growthOf(b, w, f) > longest+maxGrowth
}

// longest is the length of the longest input whose form is never too long. A test sets a
// smaller one.
var longest = scanner.MaxLen - maxGrowth

// maxGrowth is the most that growthOf returns.
const maxGrowth = 7

// growthOf returns the most bytes by which the normal form of b may be longer than b.
func growthOf(b []byte, w automaton.Words, f Flags) int {
	if f&lengthen == 0 {
		return 0
	}
	s, n := newSource(b, w, f), 0
	if s.isIPv6() {
		n = 6 // "::ffff:ffff:ffff" to "::ffff:255.255.255.255"
	}
	if s.rootsPath() {
		n++
	}
	return n
}

// overlaps reports whether a and b share a byte. It compares addresses and reads
// nothing through them.
func overlaps(a, b []byte) bool {
	atA, atB := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return atA < atB+uintptr(len(b)) && atB < atA+uintptr(len(a))
}
