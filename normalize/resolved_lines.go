package normalize

import (
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// AppendResolvedLines is [AppendResolved] for the lines of a block, as
// [scanner.AppendLines] finds them in src: the links of a page, resolved and
// normalized in one call. It appends to dst and at as [AppendLines] does, and
// fails where [resolve.Base.AppendLines] does, before the line that is refused.
//
// at may be lines[:0]. src may be a part of dst but must not overlap the room
// behind it. Its time is linear in the bytes it reads and writes. It allocates
// only to grow dst, which has to hold each target before it is normalized, too,
// and at.
func AppendResolvedLines(dst []byte, at []scanner.Line, base *resolve.Base, src []byte, lines []scanner.Line, delim byte, f Flags) (out []byte, forms []scanner.Line, err error) {
	n := len(at)
	forms = slices.Grow(at, len(lines))[:n+len(lines)]
	for i := range lines {
		l, form := &lines[i], &forms[n+i]
		start, ref, fault := len(dst), scanner.Ref{}, l.Fault
		if fault == (scanner.Fault{}) {
			dst, ref, _, err = appendResolved(dst, base, src[l.Start:l.End], l.Ref, f)
			if err != nil && !overMaxLen(err) {
				return dst, forms[:n+i], err
			}
			if err != nil {
				fault = layout.Fault(scanner.MaxLen, kernel.TooLong)
			}
		}
		form.Start, form.End, form.Ref, form.Fault = start, len(dst), ref, fault
		if fault == (scanner.Fault{}) {
			dst = append(dst, delim)
		}
	}
	return dst, forms, nil
}

// overMaxLen tells whether err is that of a target over [scanner.MaxLen]; what
// else a base refuses is not.
func overMaxLen(err error) bool {
	e, ok := err.(scanner.Error)
	return ok && e.Kind() == scanner.TooLong
}
