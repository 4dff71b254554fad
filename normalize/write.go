package normalize

import (
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// write writes the normal form of b to out, which has room for b and for its
// growth, and returns its Ref. out shares nothing with b, or begins where b does
// and the form does not grow. suspects are at least the rungs that change b.
func write(out, b []byte, ref *scanner.Ref, suspects Flags) scanner.Ref {
	b = b[:ref.Len()]
	if w, ok := writeWeb(out, b, layout.Words(*ref), suspects); ok {
		return layout.Ref(w)
	}
	s := source{b: b, flags: suspects}
	s.locate(*ref)
	return s.write(out, ref)
}

// foldHead writes what precedes the port with the letters of scheme and host in
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

// A writer writes the normal form of a source from left to right. What no rung
// changes is copied in as few pieces as there can be: it is left pending until
// something after it changes, across the components.
//
// INVARIANT: out[:w] is written and b[r:] is not, so what is at i ≥ r of b comes
// to i+w-r of out if nothing between changes. Unless the form grows, w ≤ r.
type writer struct {
	out, b  []byte
	w, r    int
	percent int // b[r:percent] has no "%"; len(b) if no triplet is to change
	flags   Flags
	kept    bool // a "%" stays, unless what it is in is removed
	dots    bool // a "." that is no dot segment follows a "/", unless it is removed
}

// write writes the normal form to out, which has room for s.b and for its growth,
// and returns its Ref. ref is that of s.
func (s *source) write(out []byte, ref *scanner.Ref) scanner.Ref {
	// What depends on the scheme is asked before it may be written over.
	drops := s.flags&(EmptyPort|DefaultPort) != 0 && s.droppedPort() != 0
	roots := s.flags&EmptyPath != 0 && s.rootsPath()
	var at kernel.Offsets
	setOffsets(&at, *ref)
	host := s.host
	w := writer{out: out, b: s.b, percent: len(s.b), flags: s.flags}
	if s.flags&(Case|PercentEncoding) != 0 && layout.Words(*ref).W3&kernel.Percent != 0 {
		w.percent = indexByte(w.b, 0, '%')
	}
	switch {
	case w.percent < int(at.HostEnd) || s.has(DropUserinfo):
		at.HostStart, at.HostEnd, host = s.writeHead(&w)
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
	w.triplets(int(s.at.PathStart)) // of invalid input, even there
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
	return judge(&at, host, out[:w.w], s.flags, layout.Words(*ref).W3&kernel.Percent)
}

// judge returns the Ref of form: at with the kinds and with the suspects, those
// that flags know not to be there left unasked. percent is 0 if form has no "%".
func judge(at *kernel.Offsets, host kernel.Host, form []byte, flags Flags, percent uint64) scanner.Ref {
	path := form[at.PathStart:at.PathEnd]
	first := byte(0)
	if len(path) > 0 {
		first = path[0]
	}
	w := at.Pack(host, first)
	if w.W3&kernel.Suspect == 0 &&
		(flags&plainHead == 0 && kernel.HasUpper(form[:at.PathStart]) || flags&plainPath == 0 && kernel.HasSlashDot(path)) {
		w.W3 |= kernel.Suspect
	}
	if percent != 0 && kernel.HasPercent(form) {
		w.W3 |= kernel.Percent
	}
	return layout.Ref(w)
}

// place returns where in out the octet at i of b comes to.
func (w *writer) place(i uint32) uint32 { return i + uint32(w.w-w.r) }

// flush writes what is pending of b[:end].
func (w *writer) flush(end int) {
	w.w += copy(w.out[w.w:], w.b[w.r:end])
	w.r = end
}

// writeHead writes what precedes the port, where more than letters changes, and
// returns where its host is and of what kind.
func (s *source) writeHead(w *writer) (hostStart, hostEnd uint32, host kernel.Host) {
	dst := appendTriplets(w.out[:0], s.schemePart(), s.flags, s.has(Case))
	hostStart, host = uint32(len(dst)), s.host
	if s.hasAuthority() {
		dst = append(dst, '/', '/')
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
	return hostStart, uint32(len(dst)), host
}

// writeIPv6 writes what precedes the port where the host is all that is rewritten,
// and returns where its end is.
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
func (s *source) appendHost(dst []byte) ([]byte, kernel.Host) {
	if s.isIPv6() {
		var text ipv6Text
		return append(dst, text.format(s.hostPart())...), s.host
	}
	out := appendTriplets(dst, s.hostPart(), s.flags, s.has(Case))
	if s.host == kernel.RegName && len(out)-len(dst) < len(s.hostPart()) {
		// A triplet was decoded, to a digit or a dot it may be.
		return out, kernel.HostKind(out[len(dst):])
	}
	return out, s.host
}

// triplets goes on to b[end:] with triplets as the rungs have them, and tells
// whether one of them became a dot. Those that none changes are left pending.
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
		octet := unhex(hi)<<4 | unhex(lo)
		if f&PercentEncoding != 0 && lut.ClassOf(octet)&lut.Unreserved != 0 {
			w.replace(i)
			w.out[w.w] = octet
			w.w++
			dot = dot || octet == '.'
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

// replace goes on behind the triplet at i of b, which is left to be written.
func (w *writer) replace(i int) {
	if w.r < i {
		w.flush(i)
	}
	w.r = i + 3
}
