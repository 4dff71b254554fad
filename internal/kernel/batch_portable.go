package kernel

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
)

// portableLines is [Batch.Lines] by maps: where lines start it writes to pos, and
// to unproven the numbers of those that nothing proves. A line is read before its end
// is known, since what is proven ends where no reference goes on.
func portableLines(dst []Line, src []byte, delim byte, base int, pos positions, unproven []uint16) (lines, open, n int) {
	src = src[:min(len(src), 1<<30)] // a position has 31 bits
	dst = dst[:min(len(dst), len(unproven))]
	pos[0] = 0
	for lines < len(dst) {
		var w automaton.Words
		w.W0, w.W1, w.W2, w.W3 = locatePortable(src[n:])
		next, fault, ok := uint32(0), uint64(0), w.W3 != AllOpen
		w.W3 &^= AllOpen | Stopped
		if ok {
			next = positionAfter(src, n+w.Len(), delim)
		}
		if next == 0 {
			end := bytes.IndexByte(src[n:], delim)
			if end < 0 {
				break
			}
			if end > 0 && src[n+end-1] == '\r' && delim == '\n' {
				end--
			}
			if ok {
				fault, ok = refused(src[n:n+end], w)
				w = automaton.Words{}
			}
			if !ok {
				unproven[open] = uint16(lines)
				open++
			}
			next = positionAfter(src, n+end, delim)
		}
		pos[lines+1] = next
		_, end := pos.bounds(lines)
		dst[lines] = Line{Start: base + n, End: base + end, Words: w, Fault: fault}
		n = int(next & positionMask)
		lines++
	}
	return lines, open, n
}

// positionAfter returns the position after a line that ends at end, 0 if none does.
func positionAfter(src []byte, end int, delim byte) uint32 {
	switch rest := src[end:]; {
	case len(rest) > 0 && rest[0] == delim:
		return uint32(end + 1)
	case len(rest) > 1 && rest[0] == '\r' && rest[1] == '\n' && delim == '\n':
		return uint32(end+2) | 1<<31
	}
	return 0
}
