package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// AppendWithoutDotSegments appends path without its dot segments, as section
// 5.2.4 removes them and never longer, and returns the extended buffer. It makes
// one pass from left to right in time linear in len(path). dst may be path[:0].
//
// It is the letter of 5.2.4, which turns a/../b into /b, knows no
// percent-encoding, and may leave a path that begins with "//". It allocates
// only to grow dst.
func AppendWithoutDotSegments[B lut.Bytes](dst []byte, path B) []byte {
	in := kernel.Bytes(path)
	if !mayHaveDots(in) {
		return append(dst, in...)
	}
	if cap(dst)-len(dst) < len(in) {
		b := lend()
		defer giveBack(b)
		b.B, _ = removeDots(slices.Grow(b.B, len(in)), 0, in, false)
		return append(dst, b.B...)
	}
	out, _ := removeDots(dst, len(dst), in, false)
	return out
}

// removeDots appends to out the path in without its dot segments. out[root:] is
// the output buffer of 5.2.4, so ".." removes what is there before the call, too.
// If rooted, the input buffer is "/" and in, else in alone. out must have room
// for the whole input buffer; unless rooted it may be in[:0].
//
// underflow is the offset in in of the first ".." that had nothing to remove,
// -1 if there was none.
//
// INVARIANT: what is written never overtakes what is read. Each octet is
// written once and removed at most once, so the time is linear.
func removeDots(out []byte, root int, in []byte, rooted bool) (res []byte, underflow int) {
	i := 0
	underflow = -1
	if !rooted {
		if i, underflow = skipLeading(in); i == len(in) {
			return out, underflow
		}
		if in[i] != '/' { // 2E for a first segment without "/"
			start := i
			if i = index(in, i, '/'); i == len(in) {
				return append(out, in[start:]...), underflow
			}
			out = append(out, in[start:i]...)
		}
		i++
	}
	for { // in[i:] follows a "/" that is still to be written
		next, dots := nextDots(in, i)
		if dots == 0 {
			return append(append(out, '/'), in[i:]...), underflow
		}
		if next > i {
			out = append(append(out, '/'), in[i:next-1]...)
		}
		if dots == 2 { // 2C
			if len(out) == root && underflow < 0 {
				underflow = next
			}
			out = out[:root+max(bytes.LastIndexByte(out[root:], '/'), 0)]
		}
		if i = next + dots; i == len(in) {
			return append(out, '/'), underflow
		}
		i++
	}
}

// skipLeading is 2A and 2D: it returns the end of the dot segments that path
// begins with, and where the first of ".." among them is, -1 if none is.
func skipLeading(path []byte) (end, underflow int) {
	underflow = -1
	for {
		dots := dotsAt(path, end)
		if dots == 0 {
			return end, underflow
		}
		if dots == 2 && underflow < 0 {
			underflow = end
		}
		if end += dots; end == len(path) {
			return end, underflow
		}
		end++
	}
}

// nextDots returns where the first dot segment of path from i is, and of how
// many dots: 0 if there is none. A segment begins at i.
func nextDots(path []byte, i int) (start, dots int) {
	for {
		if dots = dotsAt(path, i); dots > 0 {
			return i, dots
		}
		if i = kernel.SlashDot(path, i) + 1; i == 0 {
			return len(path), 0
		}
	}
}

// dotsAt returns 1 or 2 if the segment that begins at i is "." or "..", else 0.
func dotsAt(path []byte, i int) int {
	if i == len(path) || path[i] != '.' {
		return 0
	}
	end := i + 1
	if end < len(path) && path[end] == '.' {
		end++
	}
	if end < len(path) && path[end] != '/' {
		return 0
	}
	return end - i
}

// mayHaveDots tells whether a segment of path begins with a dot; few others do,
// so that most paths are copied as they are.
func mayHaveDots(path []byte) bool {
	return len(path) > 0 && path[0] == '.' || kernel.SlashDot(path, 0) >= 0
}

// index returns the first position of c in b from i, len(b) if there is none.
func index(b []byte, i int, c byte) int {
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}
