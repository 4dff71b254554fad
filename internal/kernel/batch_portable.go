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
		end := n + w.Len()
		if ok {
			next = positionAfter(src, end, delim)
		}
		if next == 0 {
			length := bytes.IndexByte(src[n:], delim)
			if length < 0 {
				break
			}
			if length > 0 && src[n+length-1] == '\r' && delim == '\n' {
				length--
			}
			end = n + length
			if ok {
				fault, ok = refused(src[n:end], w)
				w = automaton.Words{}
			}
			if !ok {
				unproven[open] = uint16(lines)
				open++
			}
			next = positionAfter(src, end, delim)
		}
		l := &dst[lines]
		l.Start, l.End, l.Words, l.Fault = base+n, base+end, w, fault
		n = int(next & positionMask)
		lines++
		pos[lines] = next
	}
	return lines, open, n
}

// positionAfter returns the position after a line that ends at end, 0 if none does.
func positionAfter(src []byte, end int, delim byte) uint32 {
	switch {
	case end < len(src) && src[end] == delim:
		return uint32(end + 1)
	case len(src)-end > 1 && src[end] == '\r' && src[end+1] == '\n' && delim == '\n':
		return uint32(end+2) | 1<<31
	}
	return 0
}
