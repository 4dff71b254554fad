package normalize

import "github.com/uriscan/uriscan/internal/kernel"

// writeWeb is write for what nearly every reference is: with an authority that has
// neither userinfo nor a triplet. Of any other it tells !ok, and nothing is written.
// w may be open in [kernel.SuspectOpen]: what the scan suspects is not asked again,
// for to write is to find out.
//
// It takes the steps of [source.write], but none that takes longer to ask about than
// to take, and knows of the form what would else be read for in it.
func writeWeb(out, b []byte, w kernel.Words, f Flags) (_ kernel.Words, ok bool) {
	schemeEnd, hostStart := uint32(w.W0), uint32(w.W0>>32)
	if hostStart != schemeEnd+min(schemeEnd, 1)+2 || f&(Case|DropFragment) != Case {
		return w, false
	}
	// What depends on the scheme is asked before it may be written over.
	from, pathStart := uint32(w.W1), uint32(w.W1>>32)
	if pathStart > from && droppedPort(b, schemeEnd, b[from:pathStart], f) != 0 {
		from = pathStart
	}
	pathEnd, queryEnd := uint32(w.W2), uint32(w.W2>>32)
	roots := f&EmptyPath != 0 && pathEnd == pathStart && hasRoot(b, schemeEnd)
	isIPv6 := w.Host() == kernel.IPv6Address && f&IPv6 != 0
	t := writer{out: out, b: b, percent: len(b), flags: f}
	if w.W3&kernel.Percent != 0 {
		if t.percent = indexByte(b, 0, '%'); t.percent < int(pathStart) {
			return w, false
		}
	}
	hostEnd := t.webHead(uint32(w.W0>>32), uint32(w.W1), isIPv6)
	t.r = int(from)
	w.W1 = uint64(hostEnd) | uint64(t.place(pathStart))<<32
	if roots {
		t.flush(int(pathStart))
		out[t.w] = '/'
		t.w++
	}
	cut := t.webPath(w, int(pathStart), int(pathEnd))
	w.W2 = uint64(t.place(pathEnd))
	t.triplets(int(queryEnd))
	w.W2 |= uint64(t.place(queryEnd)) << 32
	t.triplets(len(b))
	t.flush(len(b))
	return t.judged(w, cut), true
}

// webHead writes what precedes the port, and returns where its end is.
func (w *writer) webHead(hostStart, hostEnd uint32, isIPv6 bool) uint32 {
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

// webPath goes on behind the path, and tells whether a segment of it may be removed.
func (w *writer) webPath(words kernel.Words, start, end int) (cut bool) {
	dot := -1
	if words.W3&(kernel.Suspect|kernel.SuspectOpen) != 0 {
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

// judged returns words with the end and the suspects of the form that is written.
func (w *writer) judged(words kernel.Words, cut bool) kernel.Words {
	const judged = kernel.SuspectOpen | kernel.Suspects | 1<<32 - 1
	hostEnd, pathStart, pathEnd := uint32(words.W1), uint32(words.W1>>32), uint32(words.W2)
	words.W3 = words.W3&^judged | uint64(w.w)
	if pathStart > hostEnd || pathEnd == pathStart || words.Host() == kernel.IPv6Address ||
		w.dots && kernel.HasSlashDot(w.out[pathStart:pathEnd]) {
		words.W3 |= kernel.Suspect
	}
	if w.kept && (!cut || kernel.HasPercent(w.out[pathStart:w.w])) {
		words.W3 |= kernel.Percent
	}
	return words
}
