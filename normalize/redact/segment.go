package redact

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/normalize/query"
)

// path blanks segments of the path that begins at at, and returns where it ends.
func (r *redaction) path(at int) int {
	if r.p.segments == nil && r.p.after == nil {
		return until(r.src, at, notQuery)
	}
	hides := r.hidesPath()
	for s := (segments{p: r.p, armed: hides && r.src[at-1] == '@', ever: hides}); ; at++ {
		end := until(r.src, at, notEnd)
		if s.blanks(r.src[at:end]) {
			for at < end && r.src[at] == '\\' { // it may begin the path
				at++
			}
			r.blank(at, end)
		}
		if at = end; at == len(r.src) || r.src[at] == '?' || r.src[at] == '#' {
			return at
		}
	}
}

// hidesPath reports whether the userinfo that is blanked has a slash in it. To those who read
// a path there, what follows is the rest of a segment that may be blanked, and a ".." may lead
// back to any of them.
func (r *redaction) hidesPath() bool {
	slash := bytes.IndexAny(r.src[:r.done], `/\`)
	if slash < 0 {
		return false
	}
	rest, _, _ := skipSlashes(r.src[:r.done], slash)
	return bytes.ContainsAny(r.src[rest:r.done], `/\`)
}

// segments goes over the segments of a path.
type segments struct {
	p     *Policy
	armed bool // the next one is blanked
	ever  bool // some were armed: after a "..", the next one may be
}

// blanks reports whether the next segment is blanked. Decoded, or for those to whom "\" is
// another "/", it may be several.
func (s *segments) blanks(segment []byte) bool {
	v := visitor{path: s, matched: s.armed && bytes.IndexByte(segment, '\\') >= 0}
	return eachPart(segment, ends, &v) || v.matched
}

// visit goes over a part of a segment, which is blanked if another part of it is, and reports
// whether this one is.
func (s *segments) visit(part []byte, blank bool) bool {
	switch string(part) {
	case "", ".": // some readers drop it
	case "..":
		s.armed = s.ever
	default:
		blank = blank || s.armed || matches(s.p.segments, part)
		s.armed = matches(s.p.after, part) || blank && s.p.armed
		s.ever = s.ever || s.armed
	}
	return blank
}

// matches reports whether m has segment, with or without what follows a ";".
func matches(m *query.Matcher, segment []byte) bool {
	return m.Match(segment, 0) || m.Match(segment[:prose.IndexOrLen(segment, ';')], 0)
}
