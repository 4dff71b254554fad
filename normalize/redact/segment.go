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
	s, first := segments{p: r.p}, at
	for at = max(at, r.hidden(&s)); ; at++ {
		end := until(r.src, at, notEnd)
		before := s
		blanks := s.blanks(r.src[at:end])
		if at == first && !blanks {
			if colon := bytes.IndexByte(r.src[:end], ':'); colon >= at { // in Appendix B, any scheme ends there
				at = colon + 1
				blanks = s.blanks(r.src[at:end])
			}
		}
		if end == len(r.src) && !blanks && at < end && isSpace(r.src[end-1]) {
			s = before
			blanks = s.blanks(bytes.TrimRightFunc(r.src[at:end], func(c rune) bool { return c <= ' ' })) // as browsers do
		}
		if blanks {
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

// hidden goes over the segments that some readers see in a userinfo that has a slash in it. If
// the last one, which goes on after the "@", is to be blanked, it blanks the rest of it and
// returns its end.
func (r *redaction) hidden(s *segments) (end int) {
	user := r.src[:r.done]
	slash := bytes.IndexAny(user, `/\`)
	if slash < 0 {
		return 0
	}
	o := opened(user, 0, slash)
	i, isScheme := o.rest, o.name == nil || isScheme(o.name)
	if o.begins && isScheme && o.slashes > 1 && (user[slash] == '\\' || o.isPlain && o.slashes == 2) { // else some find a segment there
		n := bytes.IndexAny(user[i:], `/\`)
		if n < 0 {
			return 0
		}
		i += n + 1
	}
	for ; ; i = end + 1 {
		end = until(r.src, i, notEnd)
		blanks := s.blanks(r.src[i:end])
		switch {
		case end > r.done && blanks:
			r.blank(r.done+len("@"), end)
			return end
		case end >= r.done, r.src[end] != '/':
			return 0
		}
	}
}

// paths blanks segments in the paths of URLs in src[from:to], a part of a query, and copies what is
// before the last of these. It takes a/b for a value, not for a path.
func (r *redaction) paths(from, to int) {
	s, isPath := segments{p: r.p}, from > r.query // after a userinfo
	for at := from; at < to; at++ {
		end := until(r.src[:to], at, notNestedEnd.AndNot(equalsSign))
		if s.blanks(r.src[at:end]) && isPath {
			r.dst = append(r.p.appendPlain(r.dst, r.src[r.done:at], r.encoded), r.p.mask...)
			r.done = end
		}
		isPath = isPath || len(bytes.TrimRight(r.src[at:end], `\`)) == 0
		if at = end; at < to && r.src[at] != '/' {
			s, isPath = segments{p: r.p}, false
		}
	}
}

// segments goes over the segments of a path.
type segments struct {
	p     *Policy
	armed bool // the next one is blanked
	ever  bool // some were armed: after a "..", the next one may be
}

// blanks reports whether the next segment is blanked. Decoded, or for readers that
// take "\" for a "/" or NUL for the end, it may be several segments, and some may be dropped.
func (s *segments) blanks(segment []byte) bool {
	v := visitor{path: s, matched: s.armed && bytes.IndexByte(segment, '\\') >= 0}
	return eachPart(segment, ends, &v) || v.matched
}

// visit goes over a part of a segment, which is blanked if another part of it is, and reports
// whether this one is. Before a NUL, it is more than dots to those who go on there.
func (s *segments) visit(part []byte, blank, isBeforeNUL bool) bool {
	blank = blank || s.armed && isBeforeNUL
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
