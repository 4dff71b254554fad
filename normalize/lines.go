package normalize

import (
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// AppendLines is [AppendRef] for the lines of a block, as [scanner.AppendLines]
// finds them in src: it appends the form of each to dst, with delim behind it,
// and to at where in out that form is. forms has one [scanner.Line] more for
// every one of lines, in their order; Start and End are byte offsets into out,
// without the delim, and Ref counts from Start.
//
// A bad line adds nothing to out, and its form has its Fault and no length. So
// has a form longer than [scanner.MaxLen], with TooLong at MaxLen, as of [Append].
// With a delim that no reference holds, out[len(dst):] is therefore itself a
// block: the forms of the lines that are not bad.
//
// at may be lines[:0]. dst may overlap src: the bytes of dst[:len(dst)] are
// untouched, and src, which is what was written over it, is first copied to a
// buffer of a pool.
//
// Its time is linear in the length of src. It allocates only to grow dst and at,
// and, for such a copy, as [Do] does. In dst, room for len(src) bytes is always
// enough, with EmptyPath or IPv6 in f for 7 more for each line.
func AppendLines(dst []byte, at []scanner.Line, src []byte, lines []scanner.Line, delim byte, f Flags) (out []byte, forms []scanner.Line) {
	if overlaps(dst[:cap(dst)], src) {
		aside := lend()
		defer giveBack(aside)
		aside.B = append(aside.B, src...)
		src = aside.B
	}
	n := len(at)
	forms = slices.Grow(at, len(lines))[:n+len(lines)]
	for i := range lines {
		dst = appendLine(dst, &forms[n+i], src, &lines[i], delim, f)
	}
	return dst, forms
}

// appendLine appends the form of l and a delim, or nothing if there is none, and
// sets form, which may be l. A Line as a result would be copied through memory
// twice, which costs as much as a short line does.
func appendLine(dst []byte, form *scanner.Line, src []byte, l *scanner.Line, delim byte, f Flags) []byte {
	start, fault := len(dst), l.Fault
	switch {
	case fault != (scanner.Fault{}):
	case isNormalLine(l, f):
		dst = kernel.Append(dst, src[l.Start:l.End])
		form.Start, form.End, form.Ref, form.Fault = start, len(dst), l.Ref, fault
		return append(dst, delim)
	default:
		out, ref := AppendRef(dst, src[l.Start:l.End], l.Ref, f)
		if ref.Len() <= scanner.MaxLen {
			form.Start, form.End, form.Ref, form.Fault = start, len(out), ref, fault
			return append(out, delim)
		}
		fault = layout.Fault(scanner.MaxLen, kernel.TooLong)
	}
	form.Start, form.End, form.Ref, form.Fault = start, start, scanner.Ref{}, fault
	return dst
}

// AppendNeeded appends to dst, for each of the lines of src, the rungs of f that
// change it, as [Needed] returns them: 0 for a line that is already normal. It
// is 0 for a bad line, too, which no rung is for. lines are of src, as
// [scanner.AppendLines] finds them, in any order.
//
// Its time is linear in the length of the lines. It allocates only to grow dst.
func AppendNeeded(dst []Flags, src []byte, lines []scanner.Line, f Flags) []Flags {
	n := len(dst)
	dst = slices.Grow(dst, len(lines))[:n+len(lines)]
	rungs := dst[n:]
	for i := range rungs {
		rungs[i] = 0
		if l := &lines[i]; !isNormalLine(l, f) { // nor bad: the zero Ref is normal
			rungs[i] = needed(src[l.Start:l.End], l.Ref, f)
		}
	}
	return dst
}

// isNormalLine is KnownNormal of the Ref of l.
func isNormalLine(l *scanner.Line, f Flags) bool {
	return layout.Suspects(&l.Ref) == 0 && f&(DropFragment|DropUserinfo) == 0
}

// A Sum is the result of [Hash], the key of an equivalence class in a map.
type Sum struct{ Hi, Lo uint64 }

// AppendHashes appends to dst, for each of the lines of src, the [Hash] of its
// normal form under the rungs of f. That of a bad line is of its bytes as they
// are, which it is equal to and to nothing else, as [Equal] has it. lines are of
// src, as [scanner.AppendLines] finds them, in any order.
//
// Its time is linear in the length of the lines. It allocates only to grow dst.
func AppendHashes(dst []Sum, src []byte, lines []scanner.Line, f Flags, seed uint64) []Sum {
	n := len(dst)
	dst = slices.Grow(dst, len(lines))[:n+len(lines)]
	sums := dst[n:]
	for i := range sums {
		l := &lines[i] // the zero Ref of a bad one is normal
		sums[i].Hi, sums[i].Lo = Hash(src[l.Start:l.End], l.Ref, f, seed)
	}
	return dst
}
