package normalize

import (
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
	out, target, err = base.Append(dst, ref)
	if err != nil {
		return dst, scanner.Ref{}, 0, err
	}
	resolved := out[len(dst):]
	suspects := suspect(resolved, target, f)
	if suspects == 0 {
		return out, target, 0, nil
	}
	s := newSource(resolved, target, suspects)
	if rungs = s.needed(); rungs == 0 {
		return out, target, 0, nil
	}
	if s.isTooLong() {
		return dst, scanner.Ref{}, 0, tooLong()
	}
	out, target = s.appendTo(out[:len(dst)])
	return out, target, rungs, nil
}
