package normalize

import "github.com/uriscan/uriscan/internal/automaton"

// writeCommon is write for the common case: a reference with an authority that has neither
// userinfo nor a triplet. For any other reference it returns ok = false and writes
// nothing.
//
// It takes the steps of [source.write], but does not first check whether a step is needed
// where the check would take longer than the step. It derives from w and from the writing
// what source.write reads the form for.
func writeCommon(out, b []byte, w automaton.Words, f Flags) (_ automaton.Words, ok bool) {
	schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, _ := offsets(w)
	if hostStart != schemeEnd+min(schemeEnd, 1)+2 || f&(Case|DropFragment) != Case {
		return w, false
	}
	// Read the scheme before it may be overwritten.
	from := hostEnd
	if pathStart > from && droppedPort(b, schemeEnd, b[from:pathStart], f) != 0 {
		from = pathStart
	}
	roots := f&EmptyPath != 0 && pathEnd == pathStart && hasRoot(b, schemeEnd)
	isIPv6 := w.Host() == automaton.IPv6Address && f&IPv6 != 0
	t := writer{out: out, b: b, percent: len(b), flags: f}
	if w.W3&automaton.PercentHint != 0 {
		if t.percent = indexByte(b, 0, '%'); t.percent < int(pathStart) {
			return w, false
		}
	}
	hostEnd = t.commonHead(hostStart, hostEnd, isIPv6)
	t.r = int(from)
	w.W1 = uint64(hostEnd) | uint64(t.place(pathStart))<<32
	if roots {
		t.flush(int(pathStart))
		out[t.w] = '/'
		t.w++
	}
	cut := t.commonPath(w, int(pathStart), int(pathEnd))
	w.W2 = uint64(t.place(pathEnd))
	t.triplets(int(queryEnd))
	w.W2 |= uint64(t.place(queryEnd)) << 32
	t.triplets(len(b))
	t.flush(len(b))
	return t.withHints(w, cut), true
}

// commonHead writes the bytes before the port and returns their end.
func (w *writer) commonHead(hostStart, hostEnd uint32, isIPv6 bool) uint32 {
	w.r = int(hostEnd)
	if !isIPv6 {
		w.w = w.r
		foldTo(w.out, w.b[:w.r])
		return hostEnd
	}
	foldTo(w.out, w.b[:hostStart])
	var text ipv6Text
	w.w = int(hostStart) + copy(w.out[hostStart:], text.format(w.b[hostStart:hostEnd]))
	return uint32(w.w)
}

// commonPath processes the path, and reports whether a segment of it may be removed.
func (w *writer) commonPath(words automaton.Words, start, end int) (cut bool) {
	dot := -1
	if words.W3&automaton.FormHint != 0 {
		dot = nextDot(w.b[:end], start)
	}
	switch {
	case w.flags&PathSegment == 0:
		decoded := w.triplets(end)
		w.dots = dot >= 0 || decoded
	case dot >= 0 || w.percent < end:
		return w.path(dot, start, end, true)
	}
	return false
}

// withHints returns words with the end and the hints of the form that w has written.
func (w *writer) withHints(words automaton.Words, cut bool) automaton.Words {
	const replaced = automaton.Hints | 1<<32 - 1
	_, _, hostEnd, pathStart, pathEnd, _, _ := offsets(words)
	words.W3 = words.W3&^replaced | uint64(w.w)
	if pathStart > hostEnd || pathEnd == pathStart || words.Host() == automaton.IPv6Address ||
		w.dots && automaton.HasSlashDot(w.out[pathStart:pathEnd]) {
		words.W3 |= automaton.FormHint
	}
	if w.kept && (!cut || automaton.HasPercent(w.out[pathStart:w.w])) {
		words.W3 |= automaton.PercentHint
	}
	return words
}
