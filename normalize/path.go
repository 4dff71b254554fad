package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
)

// path processes the path b[start:end]: it removes dot segments, also those of decoded
// triplets (6.2.2.3), and reports whether it looked for any. dot is the offset of the
// first segment that begins with a dot, or -1. Without an authority, a path that would
// begin with "//" gets "/." in front (3.3), unless it began with "//" before, as only that of
// an origin-form can (RFC 9112, 3.2.1).
//
// INVARIANT: a path that gets "/." has lost at least 2 bytes, so there is room.
func (w *writer) path(dot, start, end int, authority bool) (cut bool) {
	place := int(w.place(uint32(start)))
	guarded := !authority && (end-start < 2 || w.b[start] != '/' || w.b[start+1] != '/')
	decoded := w.triplets(end)
	switch {
	case dot < 0 && !decoded:
		return false
	case w.r > start: // a triplet changed, so the dot segments are in out
		w.flush(end)
		form := writer{out: w.out, b: w.out[:w.w], w: place, r: place}
		form.removeDots(firstDot(form.b, place), place, w.w)
		form.flush(len(form.b))
		w.w, w.dots = form.w, form.dots
	default:
		w.removeDots(dot, place, end)
	}
	if guarded {
		w.flush(end)
		if w.w-place >= 2 && w.out[place] == '/' && w.out[place+1] == '/' {
			w.w += 2
			copy(w.out[place+2:w.w], w.out[place:])
			w.out[place+1] = '.'
		}
	}
	return true
}

// removeDots removes the dot segments of the path that ends at b[end:], as 5.2.4
// does. The first is at dot or after it; dot is -1 without one. The path begins at
// out[place:]. Each byte is written once and removed at most once: linear time.
func (w *writer) removeDots(dot, place, end int) {
	path := w.b[:end]
	for dot >= 0 {
		size := plainDots(path, dot)
		if size == 0 {
			w.dots = true
			dot = nextDot(path, dot)
			continue
		}
		w.flush(dot)
		if size == 2 {
			w.w = place + pop(w.out[place:w.w])
		}
		if w.r = dot + size; w.r == end {
			return
		}
		w.r++
		if dot = w.r; dot == end || path[dot] != '.' {
			dot = nextDot(path, dot)
		}
	}
}

// pop returns the length of out, the path so far, without its last segment, which
// ends in "/", and the "/" before it (5.2.4, 2C). The "/" that follows in the
// input buffer stays. If out has no segment, pop removes nothing.
func pop(out []byte) int {
	if len(out) < 2 {
		return len(out)
	}
	if n := bytes.LastIndexByte(out[:len(out)-1], '/'); n >= 0 {
		return n + 1
	}
	out[0] = '/'
	return 1
}

// plainDots returns the size of the dot segment that begins at path[i:], 1 or 2,
// or 0 if that is not a dot segment. path[i] is a dot.
func plainDots(path []byte, i int) int {
	n := 1
	if i+1 < len(path) && path[i+1] == '.' {
		n = 2
	}
	if i+n < len(path) && path[i+n] != '/' {
		return 0
	}
	return n
}

// firstDot returns the offset of the first segment of path[i:] that begins with a dot,
// or -1. A segment begins at i.
func firstDot(path []byte, i int) int {
	if i < len(path) && path[i] == '.' {
		return i
	}
	return nextDot(path, i)
}

// nextDot is firstDot for the segments that begin after path[i].
func nextDot(path []byte, i int) int {
	if i = automaton.SlashDot(path, i); i >= 0 {
		i++
	}
	return i
}

// dotSegment returns 1 or 2 if the segment that begins at path[i:] is "." or
// "..", and the offset of the segment after it; else 0.
func dotSegment(path []byte, i int, f Flags) (dots, next int) {
	for i < len(path) && path[i] != '/' {
		size := dotSize(path, i, f)
		if size == 0 || dots == 2 {
			return 0, 0
		}
		i += size
		dots++
	}
	if i < len(path) {
		i++
	}
	return dots, i
}

// dotSize returns the size of the dot at path[i:]: 1, or 3 for a percent-encoded dot that
// f decodes, or 0 if path[i] does not begin a dot.
func dotSize(path []byte, i int, f Flags) int {
	switch {
	case path[i] == '.':
		return 1
	case path[i] == '%' && f&PercentEncoding != 0 && len(path)-i >= 3 && path[i+1] == '2' && path[i+2]|0x20 == 'e':
		return 3
	}
	return 0
}

// hasDots reports whether path has a dot segment.
func hasDots(path []byte, f Flags) bool {
	for dot := firstDot(path, 0); dot >= 0; dot = nextDot(path, dot) {
		if plainDots(path, dot) > 0 {
			return true
		}
	}
	for i := 0; f&PercentEncoding != 0 && i <= len(path); i = indexByte(path, i, '/') + 1 {
		if dots, _ := dotSegment(path, i, f); dots > 0 {
			return true
		}
	}
	return false
}

// losesDots reports whether PathSegment changes path: whether it has a dot segment other
// than the "/." that it would get in front again.
func losesDots(path []byte, f Flags, authority bool) bool {
	if !authority {
		path = path[guard(path, f):]
	}
	return hasDots(path, f)
}

// guard returns the length of the "/." in front of a path that would otherwise
// begin with "//" (3.3), or 0 if there is no such "/.".
func guard(path []byte, f Flags) int {
	if len(path) < 2 || path[0] != '/' {
		return 0
	}
	dots, next := dotSegment(path, 1, f)
	if dots != 1 || next == len(path) || path[next] != '/' {
		return 0
	}
	return next - 1
}
