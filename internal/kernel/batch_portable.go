package kernel

import (
	"bytes"
	"math/bits"
)

// worthMaps tells whether lines are found faster with maps than without: not
// where two words hold what is in one elsewhere.
const worthMaps = bits.UintSize == 64

// longLine is the length from which a line is read faster run by run: its runs are
// long, and maps cost the same for each octet.
const longLine = 320

// A gatherer takes lines by [maps], as a [Batch] where there are no kernels.
type gatherer struct {
	src   []byte
	delim byte
	base  int       // what is added to where lines start and end
	pos   positions // of the lines
	open  []uint16  // the numbers of those that are not proven
}

// lines is [Batch.Lines]. open is how many lines are not proven.
func (g gatherer) lines(dst []Line) (lines, open, n int) {
	put := func(i, start, end int, w Words) {
		dst[i] = Line{Start: g.base + start, End: g.base + end, Words: w}
	}
	if g.startsLong(0) {
		return g.gather(nil, len(dst), nil, put)
	}
	var m maps
	m.src = m.fill(g.src)
	return g.gather(&m, len(dst), func(i int) (took int, end uint) {
		return m.lines(dst[i:], g.delim, g.base, g.pos[i:])
	}, put)
}

// startsLong tells whether the line that starts at start is long.
func (g gatherer) startsLong(start int) bool {
	return bytes.IndexByte(g.src[start:min(start+longLine, len(g.src))], g.delim) < 0
}

// proven takes what maps prove from line i on: see [maps.lines]. put takes line i.
type (
	proven func(i int) (took int, end uint)
	put    func(i, start, end int, w Words)
)

// gather has proven take the lines from line i on that m proves, and put each line
// between them, until m does not hold the next line to its end. Without m it takes
// the lines up to one that is not long.
func (g gatherer) gather(m *maps, room int, proven proven, put put) (lines, open, n int) {
	room = min(room, len(g.open))
	g.pos[0] = 0
	for start := 0; ; {
		refuted := false
		if m != nil {
			took, stop := proven(lines)
			refuted = stop < uint(len(m.src))
			lines += took
			start = int(g.pos[lines] & positionMask)
		}
		if lines >= room {
			return lines, open, start
		}
		next := g.next(m, start)
		if next == 0 {
			return lines, open, start
		}
		g.pos[lines+1] = next
		_, end := g.pos.bounds(lines)
		w, ok := Words{}, false
		if !refuted {
			w, ok = locateRuns(g.src[start:end])
		}
		if !ok {
			g.open[open] = uint16(lines)
			open++
		}
		put(lines, start, end, w)
		lines++
		start = int(next & positionMask)
		if m == nil && !g.startsLong(start) || m != nil && start > len(m.src) {
			return lines, open, start
		}
	}
}

// next returns the position after the line that starts at start: 0 if no delim
// ends it, or if it is better mapped from its beginning than read without maps.
func (g gatherer) next(m *maps, start int) uint32 {
	n := -1
	if m != nil {
		n = bytes.IndexByte(m.src[start:], g.delim)
	}
	if n < 0 && (m == nil || start <= len(m.src)/2) {
		n = bytes.IndexByte(g.src[start:min(len(g.src), 1<<30)], g.delim)
	}
	if n < 0 {
		return 0
	}
	end := start + n
	if n > 0 && g.src[end-1] == '\r' && g.delim == '\n' {
		return uint32(end+1) | 1<<31
	}
	return uint32(end + 1)
}

// lines writes lines from pos[0] on to dst, up to one that m does not prove. It
// returns how many, and of that one what [maps.line] does.
func (m *maps) lines(dst []Line, delim byte, base int, pos positions) (lines int, end uint) {
	start := uint(pos[0] & positionMask)
	dst = dst[:min(len(dst), len(pos)-1)]
	next := pos[1:][:len(dst)]
	for i := range dst {
		l := &dst[i]
		end := m.line(start, &l.Words)
		n := m.next(end, delim)
		if n == 0 {
			return i, end
		}
		next[i] = n
		l.Start, l.End, l.Fault = base+int(start), base+int(end), 0
		start = uint(n & positionMask)
	}
	return len(dst), notLine
}

// next returns the position after a line that ends at end, 0 if none ends there.
func (m *maps) next(end uint, delim byte) uint32 {
	src := m.src
	if end < uint(len(src)) && src[end] == delim {
		return uint32(end + 1)
	}
	if end+1 < uint(len(src)) && src[end] == '\r' && src[end+1] == '\n' && delim == '\n' {
		return uint32(end+2) | 1<<31
	}
	return 0
}
