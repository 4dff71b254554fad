package resolve

import (
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// AppendLines is [Base.AppendRef] for the lines of a block, as
// [scanner.AppendLines] finds them in src: it appends the target of each to dst,
// with delim behind it, and to at where in out that target is. targets has one
// [scanner.Line] more for every one of lines, in their order; Start and End are
// byte offsets into out, without the delim, and Ref counts from Start.
//
// A bad line adds nothing to out, and its target has its Fault and no length. So
// has a target longer than [scanner.MaxLen], with TooLong at MaxLen.
//
// An error ends it early: b is unprepared, or [RejectUnderflow] refuses line
// len(targets)-len(at). Who wants the others calls again with the lines after it.
//
// at may be lines[:0]. src may be a part of dst but must not overlap the room
// behind it. Its time is linear in the bytes it reads and writes. It allocates
// only to grow dst and at.
func (b *Base) AppendLines(dst []byte, at []scanner.Line, src []byte, lines []scanner.Line, delim byte) (out []byte, targets []scanner.Line, err error) {
	if len(b.text) == 0 {
		return dst, at, unprepared()
	}
	n := len(at)
	targets = slices.Grow(at, len(lines))[:n+len(lines)]
	for i := range lines {
		l, target := &lines[i], &targets[n+i]
		start, ref, fault := len(dst), scanner.Ref{}, l.Fault
		if fault == (scanner.Fault{}) {
			dst, ref, err = b.AppendRef(dst, src[l.Start:l.End], l.Ref)
			if _, ok := err.(Error); ok {
				return dst, targets[:n+i], err
			}
			if err != nil { // by the scanner's word for it, TooLong
				fault = layout.Fault(scanner.MaxLen, kernel.TooLong)
			}
		}
		target.Start, target.End, target.Ref, target.Fault = start, len(dst), ref, fault
		if fault == (scanner.Fault{}) {
			dst = append(dst, delim)
		}
	}
	return dst, targets, nil
}
