package normalize

import (
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// AppendResolved resolves ref against base (5.2) and appends the normal form of the
// target under the rungs of f, as a crawler does for every link. It returns the
// extended buffer, the [scanner.Ref] of the form, and the rungs that changed the
// target, as [Needed] returns them.
//
// The result is [Append] of the result of [resolve.Base.Append]. Normalizing base or
// reference first can give a different target, since 5.2.4 does not decode
// percent-encoding: see the example.
//
// The errors are those of resolve.Base.Append, and TooLong as in Append. On an error dst
// is returned unchanged. ref may be a part of dst but must not overlap the room
// after it. AppendResolved allocates only to grow dst, which must also have room for the
// target before normalization.
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
	resolved, w := out[len(dst):], rawref.Words(target)
	candidates, triplets := lookAgain(resolved, w, f)
	if candidates == 0 {
		return out, target, 0, nil
	}
	s := newSource(resolved, w, candidates)
	if rungs = s.needed(triplets); rungs == 0 {
		return out, target, 0, nil
	}
	if isTooLong(resolved, w, candidates) {
		return dst, scanner.Ref{}, 0, rawref.TooLong()
	}
	out, target = appendTight(out[:len(dst)], resolved, w, candidates)
	return out, target, rungs, nil
}
