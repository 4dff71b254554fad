package normalize

import (
	"slices"

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
// [scanner.Parse]; if the result would be longer than [scanner.MaxLen], which
// takes an input that long, with TooLong at MaxLen.
//
// dst and src may overlap: see the package's page. Append allocates only to grow
// dst, and as [scanner.Parse] does for an error.
func Append[B lut.Bytes](dst []byte, src B, f Flags) (out []byte, ref scanner.Ref, err error) {
	b := kernel.Bytes(src)
	if ref, err = scanner.Parse(b); err != nil {
		return dst, ref, err
	}
	if isNormal(ref, f) {
		return kernel.Append(dst, b), ref, nil
	}
	suspects := lookAgain(b, ref, f)
	if suspects == 0 {
		return kernel.Append(dst, b), ref, nil
	}
	if isTooLong(b, ref, suspects) {
		return dst, scanner.Ref{}, tooLong()
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
	if isNormal(ref, f) {
		return kernel.Append(dst, b), ref
	}
	suspects := lookAgain(b, ref, f)
	if suspects == 0 {
		return kernel.Append(dst, b), ref
	}
	return appendForm(dst, b, &ref, suspects)
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

// tooLong is the error of a result that is longer than any input may be.
func tooLong() error { return layout.Fault(scanner.MaxLen, kernel.TooLong).Err() }

// isTooLong tells whether the normal form of b is longer than that.
func isTooLong(b []byte, ref scanner.Ref, suspects Flags) bool {
	return len(b) > scanner.MaxLen-maxGrowth && formLen(b, ref, suspects) > scanner.MaxLen
}

// formLen returns the length of the normal form of b.
func formLen(b []byte, ref scanner.Ref, suspects Flags) (n int) {
	t := tail{source: newSource(b, ref, suspects)}
	var buf [256]byte
	for more := t.read(buf[:]); len(more) > 0; more = t.read(buf[:]) {
		n += len(more)
	}
	return n
}

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
