package normalize

import (
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// AppendResolved resolves ref against base (5.2) and appends the target as the
// rungs of f make it: what a crawler does with every link. It returns the
// extended buffer, the [scanner.Ref] of what was appended, and the rungs that
// changed the target, as [Needed] has them.
//
// That is [Append] of what [resolve.Base.Append] gives. To normalize base or
// reference first can lead elsewhere, for 5.2.4 knows no percent-encoding: see
// the example.
//
// The errors are those of resolve.Base.Append, and TooLong as in Append; then dst
// is returned as it is. ref may be a part of dst but must not overlap the room
// behind it. AppendResolved allocates only to grow dst, which has to hold the
// target before it is normalized, too.
func AppendResolved(dst []byte, base *resolve.Base, ref []byte, f Flags) (out []byte, target scanner.Ref, rungs Flags, err error) {
	r, err := scanner.Parse(ref)
	if err != nil {
		return dst, scanner.Ref{}, 0, err
	}
	out, target, err = base.AppendRef(dst, ref, r)
	if err != nil {
		return dst, scanner.Ref{}, 0, err
	}
	if KnownNormal(target, f) {
		return out, target, 0, nil
	}
	resolved := out[len(dst):]
	suspects := lookAgain(resolved, target, f)
	if suspects == 0 {
		return out, target, 0, nil
	}
	s := source{b: resolved, flags: suspects}
	s.locate(target)
	if rungs = s.needed(); rungs == 0 {
		return out, target, 0, nil
	}
	if isTooLong(resolved, target, suspects) {
		return dst, scanner.Ref{}, 0, layout.TooLong()
	}
	out, target = appendForm(out[:len(dst)], resolved, &target, suspects)
	return out, target, rungs, nil
}
