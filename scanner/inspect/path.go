package inspect

import (
	"bytes"
	"slices"
)

// segments finds the remarks on the shape of segments: at most one for each segment, and one
// for each run of slashes.
type segments struct {
	b      []byte // up to the end of the path
	i      int
	rooted bool // has the remarks on segments of a hierarchy
	opened bool // a slash before i is encoded
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

func (s *segments) next() finding {
	for s.i < len(s.b) {
		start := s.i
		c, size := unitAt(s.b, start)
		switch {
		case isSlash(c) && size == 1:
			for s.i++; s.i < len(s.b) && s.b[s.i] == '/'; s.i++ {
			}
			s.opened = false
			if s.i-start > 1 && s.rooted {
				return finding{EmptySegment, start, s.i}
			}
		case isSlash(c):
			s.i, s.opened = start+size, true
		default:
			if f := s.segment(); f.is != 0 {
				return f
			}
		}
	}
	return finding{}
}

// segment reads the segment at s.i.
func (s *segments) segment() finding {
	var (
		start  = s.i
		dots   = 0     // at its beginning
		others = false // bytes other than dots
		param  = false // a ";" follows the dots at its beginning
		plain  = !s.opened
		tail   = start // of the dots and spaces at its end
		last   = byte(0)
	)
	for {
		c, size := unitAt(s.b, s.i)
		if size == 0 {
			break
		}
		if isSlash(c) {
			plain = plain && size == 1
			break
		}
		switch {
		case c == '.' && !others:
			dots++
			plain = plain && size == 1
		case !others:
			others, param = true, c == ';'
		}
		s.i += size
		if last = c; c != '.' && c != ' ' {
			tail = s.i
		}
	}
	is := Remark(0)
	switch {
	case dots == 1 || dots == 2:
		switch {
		case param:
			return finding{DotSegmentParameter, start, s.i}
		case others:
		case plain:
			return finding{DotSegment, start, s.i}
		default:
			return finding{EncodedDotSegment, start, s.i}
		}
	}
	if tail < s.i && s.rooted {
		if is = SegmentEndsInDot; last == ' ' {
			is = SegmentEndsInSpace
		}
	}
	return finding{is, tail, s.i}
}

// repeats finds RepeatedSegments.
type repeats struct {
	b      []byte // up to the end of the path
	i      int
	letter int               // where the next letter is, if that is after i
	ends   [longestGroup]int // of the segments from i on
	known  int               // how many of ends
}

// longestGroup is how many segments a group has at most.
const longestGroup = 8

func (r *repeats) next() finding {
	for start := r.i; start < len(r.b); start = r.i {
		if r.letter <= start {
			n := slices.IndexFunc(r.b[start:], isLetter)
			if n < 0 {
				break
			}
			r.letter = start + n
		}
		if end := r.repeated(); end > start {
			r.i, r.known = end+1, 0
			return finding{RepeatedSegments, start, end}
		}
		r.i = r.ends[0] + 1
		copy(r.ends[:], r.ends[1:])
		r.known--
	}
	return finding{}
}

// repeated returns the end of the groups that repeat the segments from i on: those of
// the shortest group with a letter that does so often enough, or i.
func (r *repeats) repeated() int {
	start := r.i
	for n := range longestGroup {
		if n == r.known {
			from := start
			if n > 0 {
				from = r.ends[n-1] + 1
			}
			r.ends[n] = segmentEnd(r.b, from)
			r.known++
		}
		end := r.ends[n]
		group := r.b[start:end]
		if len(r.b)-start < 3*len(group)+2 {
			break // not even the slashes between three groups would fit
		}
		if end <= r.letter || r.b[end+1] != r.b[start] || !bytes.HasPrefix(r.b[end+1:], group) {
			continue
		}
		last := end
		for rest := r.b[last:]; len(rest) > len(group) && bytes.Equal(rest[1:1+len(group)], group); rest = r.b[last:] {
			if last += 1 + len(group); last < len(r.b) && r.b[last] != '/' {
				last -= 1 + len(group)
				break
			}
		}
		if last-end >= 2*(1+len(group)) {
			return last
		}
	}
	return start
}

func segmentEnd(b []byte, i int) int {
	if n := bytes.IndexByte(b[i:], '/'); n >= 0 {
		return i + n
	}
	return len(b)
}

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

func isDigit(c byte) bool { return c-'0' < 10 }

func lower(c byte) byte {
	if c-'A' < 26 {
		c |= 0x20
	}
	return c
}

// hosts finds HostInPath.
type hosts struct {
	b []byte // up to the end of the path
	i int
}

func (h *hosts) next() finding {
	var word [6]byte // the letters and digits before h.i
	n, start := 0, h.i
	segment := true // a segment begins at h.i
	for {
		c, size := unitAt(h.b, h.i)
		if size == 0 {
			return finding{}
		}
		if segment && c|0x20 == 'w' {
			if end := wwwEnd(h.b, h.i); end > h.i {
				f := finding{HostInPath, h.i, end}
				h.i = end
				return f
			}
		}
		if segment = isSlash(c); c == ':' && isWebScheme(word[:min(n, len(word))]) {
			if end := hostEnd(h.b, h.i+size); end > 0 {
				h.i = end
				return finding{HostInPath, start, end}
			}
		}
		switch {
		case !isLetter(c) && !isDigit(c):
			n, start = 0, h.i+size
		case n < len(word):
			word[n] = c
			fallthrough
		default:
			n++
		}
		h.i += size
	}
}

// hostEnd returns the end of the host after slashes that begin at i, or 0 if there are no
// slashes or there is no host.
func hostEnd(b []byte, i int) int {
	from := i
	c, size := unitAt(b, i)
	for ; size > 0 && isSlash(c); c, size = unitAt(b, i) {
		i += size
	}
	if i == from || size == 0 {
		return 0
	}
	return slashAt(b, i)
}

// slashAt returns the offset of the next slash from i on, perhaps encoded, or len(b).
func slashAt(b []byte, i int) int {
	for {
		c, size := unitAt(b, i)
		if size == 0 || isSlash(c) {
			return i
		}
		i += size
	}
}

// wwwEnd returns the end of the segment at i if it is a name such as www.example.com, else i.
func wwwEnd(b []byte, i int) int {
	end := slashAt(b, i)
	first, _ := unitAt(b[:end], i)
	if lower(first) != 'w' {
		return i
	}
	name := nameOf(b[i:end])
	if name.flaws != 0 || name.labels < 3 || !name.www || !name.lettered {
		return i
	}
	return end
}
