package normalize

import (
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/lut"
)

// write writes the normal form of b, which is not copied, to out and returns its words. out
// has room for b and for its growth. It shares nothing with b, or begins where b does
// and the form does not grow. candidates are at least the rungs that change b.
func write(out, b []byte, w automaton.Words, candidates Flags) automaton.Words {
	b = b[:w.Len()]
	if form, ok := writeCommon(out, b, w, candidates); ok {
		return form
	}
	s := newSource(b, w, candidates)
	return s.write(out, w)
}

// foldHead writes the bytes before the port with the letters of scheme and host in
// lower case.
func foldHead(out, b []byte, schemeEnd, hostStart, hostEnd int) {
	if hostStart <= schemeEnd+len("://") {
		foldTo(out, b[:hostEnd])
		return
	}
	foldTo(out, b[:schemeEnd])
	copy(out[schemeEnd:], b[schemeEnd:hostStart])
	foldTo(out[hostStart:], b[hostStart:hostEnd])
}

// A writer writes the normal form of a source from left to right. It copies bytes that no
// rung changes in as few pieces as possible: they stay pending, across the components,
// until something after them changes.
//
// INVARIANT: out[:w] is written and b[r:] is not, so a byte at i ≥ r of b moves
// to i+w-r of out if nothing between changes. Unless the form grows, w ≤ r.
type writer struct {
	out, b  []byte
	w, r    int
	percent int // b[r:percent] has no "%"; len(b) if no triplet is to change
	flags   Flags
	kept    bool // a "%" stays, unless it is removed with its segment
	dots    bool // a "." that is not a dot segment follows a "/", unless it is removed
}

// write writes the normal form to out, which has room for s.b and for its growth,
// and returns its words. words are those of s.
func (s *source) write(out []byte, words automaton.Words) automaton.Words {
	// Read the scheme before it may be overwritten.
	drops := s.flags&(EmptyPort|DefaultPort) != 0 && s.droppedPort() != 0
	roots := s.flags&EmptyPath != 0 && s.rootsPath()
	var at automaton.Offsets
	setOffsets(&at, words)
	host := s.host
	w := writer{out: out, b: s.b, percent: len(s.b), flags: s.flags}
	if s.flags&(Case|PercentEncoding) != 0 && words.W3&automaton.PercentHint != 0 {
		w.percent = indexByte(w.b, 0, '%')
	}
	switch {
	case w.percent < int(at.HostEnd) || s.has(DropUserinfo):
		at.SchemeEnd, at.HostStart, at.HostEnd, host = s.writeHead(&w)
	case s.isIPv6():
		at.HostEnd = s.writeIPv6(&w)
	case s.flags&Case != 0:
		foldHead(out, w.b, int(at.SchemeEnd), int(at.HostStart), int(at.HostEnd))
		w.w, w.r = int(at.HostEnd), int(at.HostEnd)
	}
	if drops {
		w.flush(int(s.at.HostEnd))
		w.r = int(s.at.PathStart)
	}
	w.triplets(int(s.at.PathStart)) // a port of invalid input may have some
	at.PathStart = w.place(s.at.PathStart)
	switch {
	case roots:
		w.flush(int(s.at.PathStart))
		w.out[w.w] = '/'
		w.w++
	case s.removesDots():
		start, end := int(s.at.PathStart), int(s.at.PathEnd)
		w.path(firstDot(w.b[:end], start), start, end, s.hasAuthority())
	default:
		w.triplets(int(s.at.PathEnd))
	}
	at.PathEnd = w.place(s.at.PathEnd)
	w.triplets(int(s.at.QueryEnd))
	at.QueryEnd = w.place(s.at.QueryEnd)
	end := int(s.at.QueryEnd)
	if !s.has(DropFragment) {
		end = len(w.b)
		w.triplets(end)
	}
	w.flush(end)
	at.End = uint32(w.w)
	return judge(&at, host, out[:w.w], s.flags, words.W3&automaton.PercentHint)
}

// judge returns the words of form: at with the kinds and with the hints. It does not look
// for what plainHead and plainPath exclude. percent is 0 if form has no "%".
func judge(at *automaton.Offsets, host automaton.Host, form []byte, flags Flags, percent uint64) automaton.Words {
	path := form[at.PathStart:at.PathEnd]
	first := byte(0)
	if len(path) > 0 {
		first = path[0]
	}
	w := at.Pack(host, first)
	if w.W3&automaton.FormHint == 0 &&
		(flags&plainHead == 0 && automaton.HasUpper(form[:at.PathStart]) || flags&plainPath == 0 && automaton.HasSlashDot(path)) {
		w.W3 |= automaton.FormHint
	}
	if percent != 0 && automaton.HasPercent(form) {
		w.W3 |= automaton.PercentHint
	}
	return w
}

// place returns the offset in out of the byte at i of b.
func (w *writer) place(i uint32) uint32 { return i + uint32(w.w-w.r) }

// flush writes the pending bytes of b[:end].
func (w *writer) flush(end int) {
	w.w += copy(w.out[w.w:], w.b[w.r:end])
	w.r = end
}

// writeHead writes the bytes before the port if more than letters changes in them, and
// returns the end of the scheme, and the offsets and the kind of the host.
func (s *source) writeHead(w *writer) (schemeEnd, hostStart, hostEnd uint32, host automaton.Host) {
	dst := appendTriplets(w.out[:0], s.schemePart(), s.flags, s.has(Case))
	hostStart, host = uint32(len(dst)), s.host
	schemeEnd = hostStart - min(hostStart, 1) // the scheme of invalid input may have triplets
	if s.hasAuthority() {
		dst = append(dst, s.b[s.afterScheme:s.userinfoStart()]...)
		if !s.has(DropUserinfo) {
			dst = appendTriplets(dst, s.userinfoPart(), s.flags, false)
		}
		hostStart = uint32(len(dst))
		dst, host = s.appendHost(dst)
	}
	w.w, w.r = len(dst), int(s.at.HostEnd)
	if w.percent < w.r {
		w.percent = indexByte(w.b, w.r, '%')
	}
	return schemeEnd, hostStart, uint32(len(dst)), host
}

// writeIPv6 writes the bytes before the port if only the host is rewritten, and returns
// their end.
func (s *source) writeIPv6(w *writer) (hostEnd uint32) {
	w.w = int(s.at.HostStart)
	if s.has(Case) {
		foldTo(w.out, s.schemePart())
		copy(w.out[s.afterScheme:], s.b[s.afterScheme:w.w])
	} else {
		copy(w.out, s.b[:w.w])
	}
	var text ipv6Text
	w.w += copy(w.out[w.w:], text.format(s.hostPart()))
	w.r = int(s.at.HostEnd)
	return uint32(w.w)
}

// appendHost appends the host of s and returns its kind.
func (s *source) appendHost(dst []byte) ([]byte, automaton.Host) {
	if s.isIPv6() {
		var text ipv6Text
		return append(dst, text.format(s.hostPart())...), s.host
	}
	out := appendTriplets(dst, s.hostPart(), s.flags, s.has(Case))
	if s.host == automaton.RegName && len(out)-len(dst) < len(s.hostPart()) {
		// A triplet was decoded, perhaps to a digit or a dot. A name that is not valid has no kind.
		if host := automaton.HostKind(out[len(dst):]); host != automaton.NoHost {
			return out, host
		}
	}
	return out, s.host
}

// triplets processes the triplets before b[end:], and reports whether one of them became a
// dot. Those that no rung changes stay pending.
func (w *writer) triplets(end int) (dot bool) {
	return w.percent < end && w.writeTriplets(end)
}

func (w *writer) writeTriplets(end int) (dot bool) {
	b, f := w.b, w.flags
	i := w.percent
	for i < end {
		if end-i < 3 || lut.ClassOf(b[i+1])&lut.ClassOf(b[i+2])&lut.HexDigit == 0 {
			w.kept = true
			i = indexByte(b, i+1, '%')
			continue
		}
		hi, lo := b[i+1], b[i+2]
		c := unhex(hi)<<4 | unhex(lo)
		if f&PercentEncoding != 0 && lut.ClassOf(c)&lut.Unreserved != 0 {
			w.replace(i)
			w.out[w.w] = c
			w.w++
			dot = dot || c == '.'
		} else {
			w.kept = true
			if f&Case != 0 && (hi >= 'a' || lo >= 'a') {
				w.replace(i)
				to := w.out[w.w : w.w+3]
				to[0], to[1], to[2] = '%', toUpper(hi), toUpper(lo)
				w.w += 3
			}
		}
		if i += 3; i < len(b) && b[i] != '%' {
			i = indexByte(b, i, '%')
		}
	}
	w.percent = i
	return dot
}

// replace skips the triplet at i of b, which the caller writes.
func (w *writer) replace(i int) {
	if w.r < i {
		w.flush(i)
	}
	w.r = i + 3
}
