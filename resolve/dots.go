package resolve

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// AppendWithoutDotSegments appends path without its dot segments to dst, as
// section 5.2.4 removes them, and returns the extended buffer. The result is never
// longer than path. It makes one pass from left to right, in time linear in
// len(path). dst may be path[:0].
//
// It follows 5.2.4 to the letter: it turns a/../b into /b, ignores
// percent-encoding, and may leave a path that begins with "//". It allocates only
// to grow dst.
func AppendWithoutDotSegments[B lut.Bytes](dst []byte, path B) []byte {
	in := kernel.Bytes(path)
	if !mayHaveDots(in) {
		return append(dst, in...)
	}
	if cap(dst)-len(dst) < len(in) {
		b := getBuffer()
		defer putBuffer(b)
		b.B, _ = removeDots(slices.Grow(b.B, len(in)), 0, in, false)
		return append(dst, b.B...)
	}
	out, _ := removeDots(dst, len(dst), in, false)
	return out
}

// removeDots appends the path in to out, without its dot segments. out[root:] is
// the output buffer of 5.2.4, so ".." also removes segments that are there before
// the call. If rooted, the input buffer is "/" followed by in, else in alone. out
// must have room for the whole input buffer; unless rooted it may be in[:0].
//
// underflow is the offset in in of the first ".." without a segment to remove, or
// -1.
//
// INVARIANT: the writes never overtake the reads. Each byte is written once and
// removed at most once, so the time is linear.
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
// begins with, and the offset of the first ".." among them, or -1.
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

// nextDots returns the offset of the first dot segment of path from i, and its
// number of dots, which is 0 if path has no more. A segment begins at i.
func nextDots(path []byte, i int) (start, dots int) {
	for {
		if dots = dotsAt(path, i); dots > 0 {
			return i, dots
		}
		if i = automaton.SlashDot(path, i) + 1; i == 0 {
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

// mayHaveDots reports whether a segment of path begins with a dot. Few segments
// other than dot segments do, so most paths are copied unchanged.
func mayHaveDots(path []byte) bool {
	return len(path) > 0 && path[0] == '.' || automaton.SlashDot(path, 0) >= 0
}

// index returns the offset of the first c in b from i, or len(b) if c is not
// present.
func index(b []byte, i int, c byte) int {
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}
