package crawl

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// path applies the rules for the segments of a path, which begins with "/".
func (e *editor) path(ref scanner.Ref) {
	const segments = Sessions | Slashes | Index | TrailingSlash
	start, end := int(ref.Path().Start), int(ref.Path().End)
	rooted := ref.Has(scanner.Authority)
	if e.rules&segments == 0 || !rooted && bytes.HasPrefix(e.text[start:end], []byte("/.//")) {
		return // "/." keeps the rest of a path from being an authority: none of it can go
	}
	w := start
	if e.rules&(Sessions|Slashes) == 0 || !e.mayShrink(e.text[start:end]) {
		w = end
	} else {
		w += e.segments(e.text[start:end], rooted)
	}
	w = start + e.end(e.text[start:w])
	e.cut(w, end)
}

// mayShrink reports whether a path has a byte that Sessions or Slashes look for.
func (e *editor) mayShrink(path []byte) bool {
	return e.rules&Sessions != 0 && lut.Span(path, notSession) < len(path) || bytes.Contains(path, []byte("//"))
}

var notSession = lut.SetOf(lut.PChar).Or(lut.MakeSet("/%")).AndNot(lut.MakeSet(";("))

// segments applies Sessions and Slashes to a path and returns its new length.
func (e *editor) segments(path []byte, rooted bool) (w int) {
	for i := 0; i < len(path); {
		next := indexByte(path, i+1, '/')
		segment, isLast := path[i+1:next], next == len(path)
		i = next
		n := len(segment)
		if e.rules&Sessions != 0 {
			n = e.withoutSessions(segment)
			if isASPSession(segment[:n]) {
				e.changed |= Sessions
				if n = 0; !isLast {
					continue
				}
			}
		}
		if n == 0 && !isLast {
			if w == 0 && !rooted { // "//" would begin an authority: what was before it is cut
				continue
			}
			if e.rules&Slashes != 0 {
				e.changed |= Slashes
				continue
			}
		}
		path[w] = '/'
		w++
		w += copy(path[w:], segment[:n])
	}
	return w
}

// indexByte returns the offset of the first c in b from i on, or len(b).
func indexByte(b []byte, i int, c byte) int {
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}

// withoutSessions cuts the parameters of a segment that are session ids and returns its new
// length. A dot segment must not come of it: its parameters stay.
func (e *editor) withoutSessions(segment []byte) int {
	first := bytes.IndexByte(segment, ';')
	if first < 0 {
		return len(segment)
	}
	if isDots(segment[:first]) && e.allSessions(segment[first+1:]) {
		return len(segment)
	}
	w := first
	for i := first; i < len(segment); {
		next := indexByte(segment, i+1, ';')
		if e.isSession(segment[i+1 : next]) {
			e.changed |= Sessions
		} else {
			w += copy(segment[w:], segment[i:next])
		}
		i = next
	}
	return w
}

func (e *editor) allSessions(parameters []byte) bool {
	for p := range bytes.SplitSeq(parameters, []byte{';'}) {
		if !e.isSession(p) {
			return false
		}
	}
	return true
}

func (e *editor) isSession(parameter []byte) bool {
	name, _, _ := bytes.Cut(parameter, []byte{'='})
	return e.sessions.Match(name, 0)
}

func isDots(segment []byte) bool {
	return string(segment) == "." || string(segment) == ".."
}

// isASPSession reports whether a segment is what ASP.NET writes for a session without cookies,
// (S(lit3py55t21z5v55vlm25s55)), with at most other groups of one letter in the same parentheses,
// such as (X(1)S(...)).
func isASPSession(segment []byte) (ok bool) {
	n := len(segment)
	if n < len("(S())")+sessionLength || segment[0] != '(' || segment[n-1] != ')' {
		return false
	}
	for groups := segment[1 : n-1]; len(groups) > 0; {
		if len(groups) < 3 || lut.ClassOf(groups[0])&lut.Alpha == 0 || groups[1] != '(' {
			return false
		}
		end := bytes.IndexByte(groups, ')')
		if end < 0 {
			return false
		}
		value := groups[2:end]
		if groups[0]|0x20 == 's' {
			if ok = len(value) == sessionLength && lut.Span(value, alphanumeric) == sessionLength; !ok {
				return false
			}
		}
		groups = groups[end+1:]
	}
	return ok
}

// sessionLength is the length of a session id of ASP.NET (SessionIDManager).
const sessionLength = 24

var alphanumeric = lut.SetOf(lut.Alpha | lut.Digit)

// end applies Index and TrailingSlash to the end of a path until neither changes it, and returns
// its new length.
func (e *editor) end(path []byte) int {
	for n := len(path); ; {
		last := bytes.LastIndexByte(path[:n], '/')
		switch {
		case e.rules&TrailingSlash != 0 && last == n-1 && n > 1:
			n--
			e.changed |= TrailingSlash
		case e.rules&Index != 0 && e.isIndex(path[last+1:n]):
			n = last + 1
			e.changed |= Index
		default:
			return n
		}
	}
}

func (e *editor) isIndex(segment []byte) bool {
	return slices.ContainsFunc(e.index, func(name string) bool {
		return len(name) == len(segment) && bytes.EqualFold(segment, kernel.Bytes(name))
	})
}
