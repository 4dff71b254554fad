package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/scanner"
)

// Append resolves ref against b (5.2) and appends the target to dst. target holds
// the offsets of the target's components in out[len(dst):], as [scanner.Parse]
// returns them.
//
// It fails with the error of [scanner.Parse] if ref is not a URI-reference, with
// Underflow at a ".." of ref that goes above the root if [RejectUnderflow] is set,
// and with TooLong if the target is longer than [scanner.MaxLen]. Then out is dst.
//
// ref may be a part of dst but must not overlap the free capacity after it. Append
// allocates only to grow dst.
func (b *Base) Append(dst, ref []byte) (out []byte, target scanner.Ref, err error) {
	w0, w1, w2, w3 := kernel.Locate(ref)
	r := automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3}
	if w3 >= kernel.FormHintOpen {
		parsed, err := scanner.Parse(ref)
		if err != nil {
			return dst, scanner.Ref{}, err
		}
		r = rawref.Words(parsed)
	}
	return b.append(dst, ref, r)
}

// AppendString is [Base.Append] for a string.
func (b *Base) AppendString(dst []byte, ref string) (out []byte, target scanner.Ref, err error) {
	return b.Append(dst, kernel.Bytes(ref))
}

// AppendRef is [Base.Append] for a reference that is already parsed: ref must be
// the Ref that [scanner.Parse] returns for src.
func (b *Base) AppendRef(dst, src []byte, ref scanner.Ref) (out []byte, target scanner.Ref, err error) {
	return b.append(dst, src, rawref.Words(ref))
}

// append is AppendRef by the words of src.
func (b *Base) append(dst, src []byte, r automaton.Words) (out []byte, target scanner.Ref, err error) {
	if len(b.text) == 0 {
		return dst, scanner.Ref{}, unprepared()
	}
	var prefix []byte
	var from int
	var t automaton.Words
	if path := src[r.PathStart():r.PathEnd()]; len(path) > 0 && (path[0] == '.' || r.W3&automaton.FormHint != 0 && mayHaveDots(path)) {
		if prefix, from = b.ascend(path, r); from == 0 {
			return b.appendClean(dst, src, r)
		}
		by := uint64(len(prefix) - from)
		t = b.words
		t.W2 = r.W2 + by*eachHalf
		t.W3 = t.W3&high&^automaton.Hints | (r.W3&low + by) | r.W3&automaton.PercentHint | b.hints.authority
	} else {
		prefix, from, t = b.transform(src, r)
	}
	rest := src[from:]
	if uint64(len(prefix))+uint64(len(rest)) > scanner.MaxLen {
		return dst, scanner.Ref{}, rawref.TooLong()
	}
	n, size := len(dst), len(prefix)+len(rest)
	out = dst
	if cap(dst)-n < size {
		out = slices.Grow(dst, size)
	}
	out = out[:n+size]
	copy(out[n:], prefix)
	copy(out[n+len(prefix):], rest)
	if from > 0 && r.W0 != 0 { // the hint may be of the scheme, which is left out
		t = t.WithHints(out[n:])
	}
	return out, rawref.Ref(t), nil
}

// ascend returns the folder that the dot segments at the beginning of path lead to from the
// folder of b, and how many bytes they take. n is 0 if the reference is more than a path
// and what may follow it, if other dot segments come after them, or if the folder is not
// plain.
func (b *Base) ascend(path []byte, r automaton.Words) (folder []byte, n int) {
	if r.W0|r.W1 != 0 || !b.hasAuthority() || b.hints.folder != b.hints.authority {
		return nil, 0
	}
	folder, root := b.merged, int(b.words.PathStart())
	for n < len(path) && path[n] == '.' {
		switch rest := path[n+1:]; {
		case len(rest) > 0 && rest[0] == '.' && (len(rest) == 1 || rest[1] == '/'):
			if len(folder) > root+1 {
				folder = folder[:root+1+bytes.LastIndexByte(folder[root:len(folder)-1], '/')]
			} else if b.flags&RejectUnderflow != 0 {
				return nil, 0
			}
			n += min(len("../"), 1+len(rest))
		case len(rest) == 0 || rest[0] == '/':
			n += min(len("./"), 1+len(rest))
		default:
			return nil, 0
		}
	}
	if r.W3&automaton.FormHint != 0 && mayHaveDots(path[n:]) {
		return nil, 0
	}
	return folder, n
}

// unprepared returns the error of a Base that has not been Reset successfully: the
// fault of the empty base.
func unprepared() error {
	_, err := scanner.ParseRule("", scanner.URI)
	return err
}

// A word holds two offsets of 32 bits. Adding eachHalf times n adds n to both.
const (
	eachHalf = 1<<32 | 1
	low      = 1<<32 - 1
	high     = low << 32
)

// transform is 5.2.2 except the dot segments. The target of the reference src with
// the words r is prefix, a part of the base, followed by src[from:]. t are the
// target's words: each offset is one of the base, or one of r moved along. They lack
// the hint of a path of r that begins with a ".", which appendClean takes. Only a
// target over MaxLen makes a half carry, and its words are not used.
func (b *Base) transform(src []byte, r automaton.Words) (prefix []byte, from int, t automaton.Words) {
	if schemeEnd := r.SchemeEnd(); schemeEnd > 0 {
		if b.flags&NotStrict == 0 || !bytes.EqualFold(src[:schemeEnd], b.text[:b.words.SchemeEnd()]) {
			return nil, 0, r
		}
		from = int(schemeEnd) + 1
	}
	t = b.words
	var by, hint uint64
	switch hostStart, pathStart := int(r.HostStart()), int(r.PathStart()); {
	case hostStart > from: // R.authority is defined
		prefix, hint = b.text[:b.words.SchemeEnd()+1], b.hints.scheme
		by = uint64(len(prefix) - from)
		t.W0 = t.W0&low | (r.W0&high + by<<32)
		t.W1 = r.W1 + by*eachHalf
		t.W2 = r.W2 + by*eachHalf
		t.W3 = r.W3
	case int(r.PathEnd()) > pathStart:
		first := src[pathStart]
		prefix, hint = b.text[:b.words.PathStart()], b.hints.authority
		if first != '/' {
			prefix, hint = b.merged, b.hints.folder
			if len(prefix) > int(b.words.PathStart()) {
				first = prefix[b.words.PathStart()]
			}
		}
		by = uint64(len(prefix) - from)
		t.W2 = r.W2 + by*eachHalf
		if !b.hasAuthority() {
			t.W3 = uint64(pathKind(first)) << automaton.PathBits
		}
	case r.QueryEnd() > r.PathEnd(): // R.query is defined
		prefix, hint = b.text[:b.words.PathEnd()], b.hints.path
		by = uint64(len(prefix) - from)
		t.W2 = r.W2 + by*eachHalf
	default:
		prefix, hint = b.text, b.hints.query
		by = uint64(len(prefix) - from)
	}
	t.W3 = t.W3&high&^automaton.Hints | (r.W3&low + by) | r.W3&automaton.Hints | hint
	return prefix, from, t
}

// pathKind returns the kind of a path that is not empty, begins with first, and
// follows a scheme without an authority (3.3).
func pathKind(first byte) automaton.Path {
	if first == '/' {
		return automaton.PathAbsolute
	}
	return automaton.PathRootless
}

// appendClean is AppendRef for a path that may have dot segments, which transform
// does not remove.
func (b *Base) appendClean(dst, src []byte, r automaton.Words) (out []byte, target scanner.Ref, err error) {
	prefix, from, t := b.transform(src, r)
	// A guard needs no more room: it replaces a dot segment, or an earlier guard.
	if size := len(prefix) + len(src) - from; cap(dst)-len(dst) < size {
		buf := getBuffer()
		defer putBuffer(buf)
		buf.B = slices.Grow(buf.B, size)
		// It has the room, so this does not come here again.
		out, target, err = b.appendClean(buf.B, src, r)
		buf.B = out
		return append(dst, out...), target, err
	}
	n, path, rest := len(dst), src[r.PathStart():r.PathEnd()], src[r.PathEnd():]
	out = append(append(dst, prefix...), src[from:r.PathStart()]...)
	root := n + int(t.PathStart())
	rooted := len(out) > root // by the folder of the base
	if rooted {
		folder := unguarded(out[root:])
		out = out[:root+copy(out[root:], folder)-1]
	}
	out, underflow := removeDots(out, root, path, rooted)
	if underflow >= 0 && b.flags&RejectUnderflow != 0 {
		return dst, scanner.Ref{}, rawref.Fault(int(r.PathStart())+underflow, scanner.Underflow).Err()
	}
	if t.HostStart() == t.SchemeEnd()+1 {
		out = guard(out, root)
	}
	pathEnd := len(out) - n
	if pathEnd+len(rest) > scanner.MaxLen {
		return dst, scanner.Ref{}, rawref.TooLong()
	}
	out = append(out, rest...)
	return out, rawref.Ref(moved(t, out[n:], pathEnd, r).WithHints(out[n:])), nil
}

// moved returns the words t of a target with its path ending at pathEnd, followed
// by query and fragment of the words r.
func moved(t automaton.Words, target []byte, pathEnd int, r automaton.Words) automaton.Words {
	o := t.Offsets()
	o.PathEnd = uint32(pathEnd)
	o.QueryEnd = o.PathEnd + r.QueryEnd() - r.PathEnd()
	o.End = uint32(len(target))
	return o.Pack(t.Host(), first(target[o.PathStart:]))
}

// first returns the first byte of b, or 0 if b is empty.
func first(b []byte) byte {
	if len(b) == 0 {
		return 0
	}
	return b[0]
}
