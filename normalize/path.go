package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
)

// path goes on behind the path, from which it removes dot segments, those of
// decoded triplets among them (6.2.2.3), and tells whether it looked for any. The
// first segment that begins with a dot is at b[dot:], -1 if none does. Without an
// authority, a path that would begin with "//" gets "/." in front (3.3).
//
// INVARIANT: such a path has lost 2 octets at least, so there is room.
func (w *writer) path(dot, start, end int, authority bool) (cut bool) {
	place := int(w.place(uint32(start)))
	decoded := w.triplets(end)
	switch {
	case dot < 0 && !decoded:
		return false
	case w.r > start: // a triplet changed, and what is removed is found in out
		w.flush(end)
		form := writer{out: w.out, b: w.out[:w.w], w: place, r: place}
		form.removeDots(firstDot(form.b, place), place, w.w)
		form.flush(len(form.b))
		w.w, w.dots = form.w, form.dots
	default:
		w.removeDots(dot, place, end)
	}
	if !authority {
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
// does, of which the first is at dot or after it; -1 for none. out[place:] is
// where the path begins. Each octet is written once and removed at most once:
// linear time.
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
// ends in "/", and the "/" before it: 5.2.4, 2C. The "/" that follows in the
// input buffer is the one that stays. Where there is no segment, nothing is
// removed.
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
// or 0 if none does. path[i] is a dot.
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

// firstDot returns where the first segment of path from i on begins that begins
// with a dot, -1 if none does. A segment begins at i.
func firstDot(path []byte, i int) int {
	if i < len(path) && path[i] == '.' {
		return i
	}
	return nextDot(path, i)
}

// nextDot is firstDot for the segments that begin after path[i].
func nextDot(path []byte, i int) int {
	if i = kernel.SlashDot(path, i); i >= 0 {
		i++
	}
	return i
}

// dotSegment returns 1 or 2 if the segment that begins at path[i:] is "." or
// "..", and where the segment after it begins; else 0.
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

// dotSize returns the size of the dot at path[i:], 3 for one percent-encoded
// that f decodes, 0 if none is there.
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
	for i := 0; ; i++ {
		if dots, _ := dotSegment(path, i, f); dots > 0 {
			return true
		}
		if i = indexByte(path, i, '/'); i == len(path) {
			return false
		}
	}
}

// losesDots tells whether PathSegment changes path: it has a dot segment that is
// not the "/." that goes in front again.
func losesDots(path []byte, f Flags, authority bool) bool {
	if !authority {
		path = path[guard(path, f):]
	}
	return hasDots(path, f)
}

// guard returns the length of the "/." in front of a path that would otherwise
// begin with "//" (3.3), 0 if path does not begin so.
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
