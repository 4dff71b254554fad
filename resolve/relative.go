package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// AppendRelative is the inverse of [Base.Append]: it appends to dst the shortest
// relative reference (4.2) that resolves, against b, to what target resolves to.
// Where there is none, or none shorter than target, it appends target itself.
// ref locates the components in out[len(dst):]. The errors are those of
// [Base.Append].
//
// Components are compared octet by octet: a scheme or host in another case makes
// another URI. Among the shortest an absolute path goes before one with "..".
//
// target may be a part of dst but must not overlap the room behind it. Beyond
// growing dst, AppendRelative allocates as [Base.Do] does.
func (b *Base) AppendRelative(dst, target []byte) (out []byte, ref scanner.Ref, err error) {
	own, fault := scanner.Locate(target, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return dst, scanner.Ref{}, fault.Err()
	}
	buf := lend()
	defer giveBack(buf)
	t, r, err := b.AppendRef(buf.B, target, own)
	if err != nil {
		return dst, scanner.Ref{}, err
	}
	buf.B = t
	s, ok := b.shortest(t, layout.Words(r))
	if !ok || s.len(t) >= len(target) {
		return append(dst, target...), own, nil
	}
	n := len(dst)
	out = s.append(dst, t)
	return out, layout.Ref(s.words(layout.Words(r), len(out)-n, first(out[n:])).Judged(out[n:])), nil
}

// A suffix is a relative reference made from a target: up times "../", then
// lead, then the target from from. If bare, the last "/" of "../" is left out,
// for no path follows it.
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
// target with the words t: its offsets moved along with the end.
func (s suffix) words(t kernel.Words, size int, first byte) kernel.Words {
	from, by := uint64(s.from), size-int(t.W3&low)
	if from < t.W1>>32 { // "//" and what follows
		o := kernel.Words{
			W0: t.W0&high - from<<32,
			W1: t.W1 - from*eachHalf,
			W2: t.W2 - from*eachHalf,
			W3: t.W3 - from,
		}.Offsets()
		return o.Pack(t.Host(), first)
	}
	o := kernel.Offsets{
		PathEnd:  uint32(max(int(t.W2&low)+by, 0)), // 0 if a query is inherited
		QueryEnd: uint32(int(t.W2>>32) + by),
		End:      uint32(size),
	}
	return o.Pack(kernel.NoHost, first)
}

// shortest returns the shortest relative reference to the target t with the
// words w; !ok says that there is none. It tries first what leaves most of 5.2.2
// to the base.
func (b *Base) shortest(t []byte, w kernel.Words) (s suffix, ok bool) {
	pathStart, pathEnd, queryEnd := int(w.W1>>32), int(w.W2&low), int(w.W2>>32)
	path := t[pathStart:pathEnd]
	if !bytes.Equal(t[:pathStart], b.text[:b.pathStart()]) {
		return b.network(t, w)
	}
	if bytes.Equal(path, b.text[b.pathStart():b.pathEnd()]) {
		if bytes.Equal(t[pathEnd:queryEnd], b.text[b.pathEnd():]) {
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
func (b *Base) network(t []byte, w kernel.Words) (s suffix, ok bool) {
	schemeEnd := uint32(w.W0)
	ok = schemeEnd+1 < uint32(w.W0>>32) && bytes.Equal(t[:schemeEnd], b.text[:b.schemeEnd()])
	return suffix{from: int(schemeEnd) + 1}, ok
}

// climb returns the relative path from the base to path, with from counted in
// path: as many ".." as there are folders of the base that path is not in, and
// the rest of path. !ok says that there is none, or that the absolute path is no
// longer: folders are in common up to a "/", or nothing is.
func (b *Base) climb(path []byte) (s suffix, ok bool) {
	folder := b.merged[b.pathStart():]
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
		s.lead = "./" // or it were an absolute path, or a scheme (4.2)
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
