package normalize

import (
	"slices"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Append appends src as the rungs of f make it to dst and returns the extended
// buffer, with the [scanner.Ref] of what was appended: that of out[len(dst):].
// Input that is already normal is copied.
//
// If src is no URI-reference, dst is returned as it is with the error of
// [scanner.Parse]; if the result might be longer than [scanner.MaxLen], which
// takes an input within 7 bytes of that, with TooLong at MaxLen.
//
// dst and src may overlap: see the package's page. Append allocates only to grow
// dst, and as [scanner.Parse] does for an error.
func Append[B lut.Bytes](dst []byte, src B, f Flags) (out []byte, ref scanner.Ref, err error) {
	b := kernel.Bytes(src)
	w0, w1, w2, w3 := kernel.Locate(b)
	if w3 < kernel.SuspectOpen && w3&kernel.Suspects == 0 && f&(DropFragment|DropUserinfo) == 0 {
		return append(dst, b...), layout.Ref(kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3}), nil
	}
	if w3 < kernel.HostOpen {
		return appendRest(dst, b, kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3}, f)
	}
	if kernel.Vectors() && len(b) <= scanner.MaxLen { // an address, it may be
		if w, ok := kernel.Settle(b, kernel.Words{W0: w0, W1: w1, W2: w2, W3: w3}); ok {
			return appendRest(dst, b, w, f)
		}
	}
	if ref, err = scanner.Parse(b); err != nil {
		return dst, ref, err
	}
	if KnownNormal(ref, f) {
		return append(dst, b...), ref, nil
	}
	return appendRest(dst, b, layout.Words(ref), f)
}

// appendRest is Append for words that do not show that b is normal; they may be open in
// [kernel.SuspectOpen].
func appendRest(dst, b []byte, w kernel.Words, f Flags) (out []byte, ref scanner.Ref, err error) {
	if isCopied(b, w.W3, f) {
		return append(dst, b...), layout.Ref(w), nil
	}
	if out, w, ok := appendWeb(dst, b, w, f); ok {
		return out, layout.Ref(w), nil
	}
	if w.W3 >= kernel.SuspectOpen {
		w.W3 &^= kernel.SuspectOpen
		w = w.Judged(b)
	}
	ref = layout.Ref(w)
	suspects := suspect(b, ref, f)
	if suspects == 0 {
		return append(dst, b...), ref, nil
	}
	if isTooLong(b, ref, suspects) {
		return dst, scanner.Ref{}, layout.TooLong()
	}
	out, ref = appendForm(dst, b, &ref, suspects)
	return out, ref, nil
}

// AppendRef is [Append] for input that is already scanned: ref must be the
// [scanner.Ref] of src. It cannot fail. Of a Ref that Split made of invalid
// input, the rungs change what they find, and a "%" without two HEXDIG stays.
// It allocates only to grow dst.
func AppendRef[B lut.Bytes](dst []byte, src B, ref scanner.Ref, f Flags) ([]byte, scanner.Ref) {
	b := kernel.Bytes(src)
	if KnownNormal(ref, f) {
		return append(dst, b...), ref
	}
	return appendRef(dst, b, ref, f)
}

// appendRef is AppendRef where the scan has not shown that b is normal.
func appendRef(dst, b []byte, ref scanner.Ref, f Flags) ([]byte, scanner.Ref) {
	if isCopied(b, layout.Words(ref).W3, f) {
		return append(dst, b...), ref
	}
	if out, w, ok := appendWeb(dst, b[:ref.Len()], layout.Words(ref), f); ok {
		return out, layout.Ref(w)
	}
	suspects := lookAgain(b, ref, f)
	if suspects == 0 {
		return append(dst, b...), ref
	}
	return appendForm(dst, b, &ref, suspects)
}

// isCopied tells whether b is seen to be normal by its triplets, where these are all
// that its flags suspect.
func isCopied(b []byte, flags uint64, f Flags) bool {
	const open = kernel.SuspectOpen | kernel.Suspect
	switch {
	case f&(DropFragment|DropUserinfo) != 0 || flags&open != 0:
		return false
	case flags&kernel.Percent == 0:
		return true
	}
	loose, exact := kernel.Loose(b)
	return !loose || !exact && !hasLoose(b)
}

// appendWeb appends what writeWeb writes, if dst has room for any form of b and does
// not overlap it; else it tells !ok.
func appendWeb(dst, b []byte, w kernel.Words, f Flags) (out []byte, form kernel.Words, ok bool) {
	start, room := len(dst), len(b)+maxGrowth
	if cap(dst)-start < room || len(b) > longest {
		return dst, w, false
	}
	if out = dst[start : start+room]; overlaps(out, b) {
		return dst, w, false
	}
	if form, ok = writeWeb(out, b, w, f); !ok {
		return dst, w, false
	}
	return dst[:start+form.Len()], form, true
}

// appendForm appends the normal form of b to dst: straight away if dst has room
// for as long a form as there can be, and else by way of a buffer that has.
func appendForm(dst, b []byte, ref *scanner.Ref, suspects Flags) ([]byte, scanner.Ref) {
	start, growth := len(dst), 0
	if suspects&lengthen != 0 {
		growth = growthOf(b, *ref, suspects)
	}
	room := len(b) + growth
	if cap(dst)-start < room {
		if room <= maxPooled {
			return appendAside(dst, b, *ref, suspects)
		}
		dst = slices.Grow(dst, room)
	}
	out := dst[start : start+room]
	if overlaps(out, b) {
		if growth > 0 {
			return appendAside(dst, b, *ref, suspects)
		}
		copy(out, b)
		b = out
	}
	r := write(out, b, ref, suspects)
	return dst[:start+r.Len()], r
}

// isTooLong reports whether the normal form of b may be longer than that.
func isTooLong(b []byte, ref scanner.Ref, suspects Flags) bool {
	return len(b) > longest && len(b)+growthOf(b, ref, suspects) > longest+maxGrowth
}

// longest is the length of the longest input whose form is never too long. A test has
// shorter ones.
var longest = scanner.MaxLen - maxGrowth

// maxGrowth is the most that growthOf returns.
const maxGrowth = 7

// growthOf returns how many octets the normal form of b may be longer at most:
// none unless lengthen are among the suspects.
func growthOf(b []byte, ref scanner.Ref, suspects Flags) int {
	s := source{b: b, flags: suspects}
	s.locate(ref)
	n := 0
	if s.isIPv6() {
		n = 6 // "::ffff:ffff:ffff" to "::ffff:255.255.255.255"
	}
	if s.rootsPath() {
		n++
	}
	return n
}

// overlaps tells whether a and b share an octet. It compares addresses and reads
// nothing through them.
func overlaps(a, b []byte) bool {
	atA, atB := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return atA < atB+uintptr(len(b)) && atB < atA+uintptr(len(a))
}
