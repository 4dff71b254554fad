package kernel

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
)

// portableLines is [Batch.Lines] by maps. It writes the numbers of the lines that nothing proves
// to unproven. A line is read before its end is known, since what is proven ends where no
// reference goes on.
func portableLines(dst []Line, src []byte, delim byte, base int, unproven []uint16) (lines, open, n int) {
	src = src[:min(len(src), 1<<30)] // an offset in Words has 32 bits
	dst = dst[:min(len(dst), len(unproven))]
	for lines < len(dst) {
		var w automaton.Words
		w.W0, w.W1, w.W2, w.W3 = locatePortable(src[n:])
		next, fault, ok := 0, uint64(0), w.W3 != AllOpen
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
		n = next
		lines++
	}
	return lines, open, n
}

// positionAfter returns where the line after one that ends at end begins, 0 if none ends there.
func positionAfter(src []byte, end int, delim byte) int {
	switch {
	case end < len(src) && src[end] == delim:
		return end + 1
	case len(src)-end > 1 && src[end] == '\r' && src[end+1] == '\n' && delim == '\n':
		return end + 2
	}
	return 0
}
