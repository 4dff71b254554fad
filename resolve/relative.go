package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/scanner"
)

// AppendRelative is the inverse of [Base.Append]. It appends to dst the shortest
// relative reference (4.2) that resolves against b to the same URI as target does.
// If no relative reference does, or only ones that are not shorter than target, it
// appends target itself. ref holds the offsets of the components in out[len(dst):].
// The errors are those of [Base.Append].
//
// Components are compared byte by byte, so a scheme or host in another case makes
// another URI. Of two references of the same length, an absolute path is preferred
// to one with "..".
//
// target may be a part of dst but must not overlap the free capacity after it. In
// addition to growing dst, AppendRelative allocates as [Base.Do] does.
func (b *Base) AppendRelative(dst, target []byte) (out []byte, ref scanner.Ref, err error) {
	own, fault := scanner.Locate(target, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return dst, scanner.Ref{}, fault.Err()
	}
	buf := getBuffer()
	defer putBuffer(buf)
	t, r, err := b.AppendRef(buf.B, target, own)
	if err != nil {
		return dst, scanner.Ref{}, err
	}
	buf.B = t
	s, ok := b.shortest(t, rawref.Words(r))
	if !ok || s.len(t) >= len(target) {
		return append(dst, target...), own, nil
	}
	n := len(dst)
	out = s.append(dst, t)
	return out, rawref.Ref(s.words(rawref.Words(r), len(out)-n, first(out[n:])).WithHints(out[n:])), nil
}

// A suffix is a relative reference made from a target: up times "../", then lead,
// then target[from:]. If bare, the last "/" of the "../" is left out, because no
// path follows.
type suffix struct {
	up   int
	bare bool
	lead string
	from int
}

func (s suffix) len(target []byte) int {
	n := len("../")*s.up + len(s.lead) + len(target) - s.from
	if s.bare {
		n--
	}
	return n
}

func (s suffix) append(dst, target []byte) []byte {
	dst = slices.Grow(dst, s.len(target))
	for range s.up {
		dst = append(dst, "../"...)
	}
	if s.bare {
		dst = dst[:len(dst)-1]
	}
	return append(append(dst, s.lead...), target[s.from:]...)
}

// words returns the words of the reference of length size that s makes of a
// target with the words t: its offsets move with its end.
func (s suffix) words(t automaton.Words, size int, first byte) automaton.Words {
	from, by := uint64(s.from), size-t.Len()
	if s.from < int(t.PathStart()) { // "//" and what follows
		o := automaton.Words{
			W0: t.W0&high - from<<32,
			W1: t.W1 - from*eachHalf,
			W2: t.W2 - from*eachHalf,
			W3: t.W3 - from,
		}.Offsets()
		return o.Pack(t.Host(), first)
	}
	o := automaton.Offsets{
		PathEnd:  uint32(max(int(t.PathEnd())+by, 0)), // 0 if a query is inherited
		QueryEnd: uint32(int(t.QueryEnd()) + by),
		End:      uint32(size),
	}
	return o.Pack(automaton.NoHost, first)
}

// shortest returns the shortest relative reference to the target t with the words
// w, and ok = false if no reference is relative. It tries first what takes most
// from the base (5.2.2).
func (b *Base) shortest(t []byte, w automaton.Words) (s suffix, ok bool) {
	pathStart, pathEnd, queryEnd := int(w.PathStart()), int(w.PathEnd()), int(w.QueryEnd())
	path := t[pathStart:pathEnd]
	if !bytes.Equal(t[:pathStart], b.text[:b.words.PathStart()]) {
		return b.network(t, w)
	}
	if bytes.Equal(path, b.text[b.words.PathStart():b.words.PathEnd()]) {
		if bytes.Equal(t[pathEnd:queryEnd], b.text[b.words.PathEnd():]) {
			return suffix{from: queryEnd}, true
		}
		if queryEnd > pathEnd {
			return suffix{from: pathEnd}, true
		}
	}
	s, ok = b.climb(path)
	s.from += pathStart
	if len(path) == 0 && !ok {
		return b.network(t, w)
	}
	if len(path) > 0 && path[0] == '/' {
		absolute := suffix{from: pathStart}
		if bytes.HasPrefix(path, []byte("//")) {
			absolute.lead = "/."
		}
		if !ok || absolute.len(t) <= s.len(t) {
			return absolute, true
		}
	}
	return s, ok
}

// network returns the target from its authority on, if it has one and the
// base's scheme.
func (b *Base) network(t []byte, w automaton.Words) (s suffix, ok bool) {
	schemeEnd := w.SchemeEnd()
	ok = schemeEnd+1 < w.HostStart() && bytes.Equal(t[:schemeEnd], b.text[:b.words.SchemeEnd()])
	return suffix{from: int(schemeEnd) + 1}, ok
}

// climb returns the relative path from the base to path, with from counted in
// path: one ".." for each folder of the base that path is not in, and the rest of
// path. It returns ok = false if no relative path exists, or if the absolute path is
// not longer. Folders in common end in a "/".
func (b *Base) climb(path []byte) (s suffix, ok bool) {
	folder := b.merged[b.words.PathStart():]
	if !b.hasAuthority() {
		folder = unguarded(folder)
		rest := unguarded(path)
		s.from = len(path) - len(rest)
		path = rest
	}
	same := 0
	for same < min(len(folder), len(path)) && folder[same] == path[same] {
		same++
	}
	same = bytes.LastIndexByte(folder[:same], '/') + 1
	if same == 0 && (len(folder) > 0 || len(path) > 0 && path[0] == '/') {
		return s, false
	}
	s.from += same
	s.up = bytes.Count(folder[same:], []byte("/"))
	switch rest := path[same:]; {
	case len(rest) == 0 && s.up == 0:
		s.lead = "."
	case len(rest) == 0:
		s.bare = true
	case s.up == 0 && (rest[0] == '/' || bytes.IndexByte(rest[:index(rest, 0, '/')], ':') >= 0):
		s.lead = "./" // else an absolute path, or a scheme (4.2)
	}
	return s, true
}

// unguarded returns path without the "/." of [guard].
func unguarded(path []byte) []byte {
	if bytes.HasPrefix(path, []byte("/.//")) {
		path = path[len("/."):]
	}
	return path
}
