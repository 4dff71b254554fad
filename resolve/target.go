package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// Append resolves ref against b (5.2) and appends the target to dst. target
// locates the target's components in out[len(dst):], as [scanner.Parse] would.
//
// The error is that of [scanner.Parse] if ref is no URI-reference, Underflow at
// the ".." in ref where [RejectUnderflow] asks for it, and TooLong if the target
// is longer than [scanner.MaxLen]. Then out is dst.
//
// ref may be a part of dst but must not overlap the room behind it. Append
// allocates only to grow dst.
func (b *Base) Append(dst, ref []byte) (out []byte, target scanner.Ref, err error) {
	r, err := scanner.Parse(ref)
	if err != nil {
		return dst, scanner.Ref{}, err
	}
	return b.AppendRef(dst, ref, r)
}

// AppendString is [Base.Append] for a string.
func (b *Base) AppendString(dst []byte, ref string) (out []byte, target scanner.Ref, err error) {
	return b.Append(dst, kernel.Bytes(ref))
}

// AppendRef is [Base.Append] for a reference that is scanned already: ref must
// be the Ref that [scanner.Parse] returns for src.
func (b *Base) AppendRef(dst, src []byte, ref scanner.Ref) (out []byte, target scanner.Ref, err error) {
	if len(b.text) == 0 {
		return dst, scanner.Ref{}, unprepared()
	}
	r := layout.Words(ref)
	if path := src[r.W1>>32 : r.W2&low]; len(path) > 0 && (path[0] == '.' || r.W3&kernel.Suspect != 0 && mayHaveDots(path)) {
		return b.appendClean(dst, src, r)
	}
	prefix, from, t := b.transform(src, r)
	rest := src[from:]
	if uint64(len(prefix))+uint64(len(rest)) > scanner.MaxLen {
		return dst, scanner.Ref{}, layout.TooLong()
	}
	n, size := len(dst), len(prefix)+len(rest)
	out = dst
	if cap(dst)-n < size {
		out = slices.Grow(dst, size)
	}
	out = out[:n+size]
	copy(out[n:], prefix)
	copy(out[n+len(prefix):], rest)
	if from > 0 { // what was suspect may be the scheme, which is left out
		t = t.Judged(out[n:])
	}
	return out, layout.Ref(t), nil
}

// unprepared is the error of a Base that has not been Reset, or not with
// success: the fault of the empty base.
func unprepared() error {
	_, err := scanner.ParseRule("", scanner.URI)
	return err
}

// Two offsets of 32 bits to the word: eachHalf times an offset moves both.
const (
	eachHalf = 1<<32 | 1
	low      = 1<<32 - 1
	high     = low << 32
)

// transform is 5.2.2 but for the dot segments: of the reference src with the
// words r the target is prefix, a part of the base, and then src[from:]. t are
// the target's words: each offset is one of the base or one of r moved along.
// That a path of r that begins with a "." is suspect they do not say: appendClean
// takes it. Only a target over MaxLen makes a half carry, and nobody uses its words.
func (b *Base) transform(src []byte, r kernel.Words) (prefix []byte, from int, t kernel.Words) {
	if schemeEnd := uint32(r.W0); schemeEnd > 0 {
		if b.flags&NotStrict == 0 || !bytes.EqualFold(src[:schemeEnd], b.text[:b.schemeEnd()]) {
			return nil, 0, r
		}
		from = int(schemeEnd) + 1
	}
	t = b.words
	var by, suspect uint64
	switch hostStart, pathStart := int(r.W0>>32), int(r.W1>>32); {
	case hostStart > from: // R.authority is defined
		prefix, suspect = b.text[:b.schemeEnd()+1], b.suspect.scheme
		by = uint64(len(prefix) - from)
		t.W0 = t.W0&low | (r.W0&high + by<<32)
		t.W1 = r.W1 + by*eachHalf
		t.W2 = r.W2 + by*eachHalf
		t.W3 = r.W3
	case int(uint32(r.W2)) > pathStart:
		first := src[pathStart]
		prefix, suspect = b.text[:b.pathStart()], b.suspect.authority
		if first != '/' {
			prefix, suspect = b.merged, b.suspect.folder
			if len(prefix) > int(b.pathStart()) {
				first = prefix[b.pathStart()]
			}
		}
		by = uint64(len(prefix) - from)
		t.W2 = r.W2 + by*eachHalf
		if !b.hasAuthority() {
			t.W3 = uint64(pathKind(first)) << kernel.PathBits
		}
	case r.W2>>32 > r.W2&low: // R.query is defined
		prefix, suspect = b.text[:b.pathEnd()], b.suspect.path
		by = uint64(len(prefix) - from)
		t.W2 = r.W2 + by*eachHalf
	default:
		prefix, suspect = b.text, b.suspect.query
		by = uint64(len(prefix) - from)
	}
	t.W3 = t.W3&high&^kernel.Suspects | (r.W3&low + by) | r.W3&kernel.Suspects | suspect
	return prefix, from, t
}

// pathKind returns the kind of a path that is not empty, begins with first and
// has a scheme but no authority before it (3.3).
func pathKind(first byte) kernel.Path {
	if first == '/' {
		return kernel.PathAbsolute
	}
	return kernel.PathRootless
}

// appendClean is AppendRef for a path that may have dot segments, which the
// target of transform still has.
func (b *Base) appendClean(dst, src []byte, r kernel.Words) (out []byte, target scanner.Ref, err error) {
	prefix, from, t := b.transform(src, r)
	// A guard needs no more: it replaces the octets of a dot segment, or itself.
	if size := len(prefix) + len(src) - from; cap(dst)-len(dst) < size {
		buf := lend()
		defer giveBack(buf)
		buf.B = slices.Grow(buf.B, size)
		// It has the room, so this does not come here again.
		out, target, err = b.appendClean(buf.B, src, r)
		buf.B = out
		return append(dst, out...), target, err
	}
	n, path, rest := len(dst), src[r.W1>>32:r.W2&low], src[r.W2&low:]
	out = append(append(dst, prefix...), src[from:r.W1>>32]...)
	root := n + int(t.W1>>32)
	rooted := len(out) > root // by the folder of the base
	if rooted {
		folder := unguarded(out[root:])
		out = out[:root+copy(out[root:], folder)-1]
	}
	out, underflow := removeDots(out, root, path, rooted)
	if underflow >= 0 && b.flags&RejectUnderflow != 0 {
		return dst, scanner.Ref{}, layout.Fault(int(r.W1>>32)+underflow, scanner.Underflow).Err()
	}
	if uint32(t.W0>>32) == uint32(t.W0)+1 {
		out = guard(out, root)
	}
	pathEnd := len(out) - n
	if pathEnd+len(rest) > scanner.MaxLen {
		return dst, scanner.Ref{}, layout.TooLong()
	}
	out = append(out, rest...)
	return out, layout.Ref(moved(t, out[n:], pathEnd, r).Judged(out[n:])), nil
}

// moved returns the words t of a target whose path ends at pathEnd, where query
// and fragment of the words r follow.
func moved(t kernel.Words, target []byte, pathEnd int, r kernel.Words) kernel.Words {
	o := t.Offsets()
	o.PathEnd = uint32(pathEnd)
	o.QueryEnd = o.PathEnd + uint32(r.W2>>32) - uint32(r.W2)
	o.End = uint32(len(target))
	return o.Pack(t.Host(), first(target[o.PathStart:]))
}

// first returns the first octet of b, 0 if there is none.
func first(b []byte) byte {
	if len(b) == 0 {
		return 0
	}
	return b[0]
}
