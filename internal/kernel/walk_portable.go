package kernel

import "math/bits"

// notLine is what a walk returns where it proves nothing.
const notLine = ^uint(0) >> 1

// line writes the words of the reference at start to w and returns where the first
// octet behind it is that stands in none, or the end of the maps. It returns notLine
// where it does not know; see [Words.begin].
func (m *maps) line(start uint, w *Words) (end uint) {
	a, b, c, d := m.a.from(start), m.b.from(start), m.c.from(start), m.d.from(start)
	path := w.begin(m.src[start:], a, b, c, d)
	if path == notLine {
		return notLine
	}
	a &= ^uint64(0) << (path & 63)
	d &= ^uint64(0) << (path & 63)
	if a&c == 0 || d&(a&c-1) != 0 {
		return m.rest(start, a, b, c, d, w)
	}
	return start + w.close(a&b, a&c)
}

// begin writes the words of the reference that src begins with, up to its path, and
// returns where that begins. a to d are the window into the maps of src. It does not
// know an authority that does not end in the window, nor a first segment with a "%"
// or a "@", or one that may go on behind the window.
func (w *Words) begin(src []byte, a, b, c, d uint64) (path uint) {
	schemeEnd := uint(WebScheme(src))
	host := schemeEnd + 3
	if schemeEnd == 0 {
		if a&^b&3 != 3 { // no "//"
			return w.beginOther(src, a, b, c, d)
		}
		host = 2
	}
	after := ^uint64(0) << (host & 63)
	stops := a & after // the first of them ends the authority
	if stops == 0 {
		return notLine
	}
	if (d|c&stops)&after&(stops^(stops-1)) != 0 { // a ":", "@" or "%", or perhaps a "["
		return w.beginAuthority(src, schemeEnd, host, 0, a, b, c)
	}
	path = uint(bits.TrailingZeros64(stops))
	flags := uint64(RegName)<<HostBits | uint64(PathAbEmpty)<<PathBits
	if b&after&(stops^(stops-1))|slashDot(stops, b, c)&^a&(a&b-1) != 0 {
		flags |= Suspect // upper case or no path, or "/."
	}
	if isDigit(src[path-1]) {
		flags += (uint64(hostKind(src[host:path])) - uint64(RegName)) << HostBits
	}
	w.W0 = uint64(schemeEnd) | uint64(host)<<32
	w.W1 = uint64(path) | uint64(path)<<32
	w.W3 = flags
	return path
}

// beginAuthority is begin for an authority at host with what is rare in one. flags
// are those of what is before it.
func (w *Words) beginAuthority(src []byte, schemeEnd, host uint, flags, a, b, c uint64) (path uint) {
	hostStart, hostEnd, end, suspects := authority(src, int(host))
	if end < 0 || end > window {
		return notLine
	}
	a &= ^uint64(0) << (end & 63)
	if b>>(end&63)&1|slashDot(a, b, c)&^a&(a&b-1) != 0 {
		flags |= Suspect // no path, or "/."
	}
	w.W0 = uint64(schemeEnd) | uint64(hostStart)<<32
	w.W1 = uint64(hostEnd) | uint64(end)<<32
	w.W3 = flags | suspects | uint64(hostKind(src[hostStart:hostEnd]))<<HostBits | uint64(PathAbEmpty)<<PathBits
	return uint(end)
}

// beginOther is begin for what begins neither with a scheme of the web nor with "//".
func (w *Words) beginOther(src []byte, a, b, c, d uint64) (path uint) {
	if a == 0 {
		return notLine
	}
	flags := uint64(PathNoScheme) << PathBits
	schemeEnd, p := 0, 0
	if first := d & below(a); first != 0 { // in the first segment a colon ends a scheme (4.2)
		suspect := uint64(0)
		schemeEnd, p, suspect = scheme(src)
		if p != bits.TrailingZeros64(first)+1 || p+2 > window {
			return notLine
		}
		if a&^b>>(p&63)&3 == 3 {
			return w.beginAuthority(src, uint(schemeEnd), uint(p+2), suspect, a, b, c)
		}
		flags = uint64(PathRootless)<<PathBits | suspect
		flags |= c &^ a >> (p & 63) & 1 << suspectBit // a "." begins the path
	}
	if at := a >> (p & 63) & 1; at != 0 { // no first segment
		flags &= Suspects
		flags |= uint64(PathAbsolute) << PathBits * (at &^ (b >> (p & 63)))
	}
	if slashDot(a, b, c)&^a&(a&b-1) != 0 {
		flags |= Suspect
	}
	w.W0, w.W1, w.W3 = uint64(schemeEnd)|uint64(p)<<32, uint64(p)|uint64(p)<<32, flags
	return uint(p)
}

// close writes where path, query and end are for a reference without fragment:
// at the first of pathEnd, and at the first of end. It returns the last.
func (w *Words) close(pathEnd, end uint64) uint {
	n := uint64(bits.TrailingZeros64(end))
	w.W2 = uint64(bits.TrailingZeros64(pathEnd)) | n<<32
	w.W3 |= n
	return uint(n)
}

// rest is [Words.close] for a reference that is longer than the window a to d, or in
// which d shows what it may in path, query and fragment: there it has only what
// comes after the authority.
func (m *maps) rest(start uint, a, b, c, d uint64, w *Words) (end uint) {
	pathEnd, queryEnd := notLine, notLine
	at := start
	for {
		if pathEnd == notLine && a&b != 0 {
			pathEnd = at + uint(bits.TrailingZeros64(a&b))
		}
		if d &= a&c - 1; d != 0 {
			if queryEnd = w.marks(m.src, at, d, queryEnd); queryEnd == badMark {
				return notLine
			}
		}
		if a&c != 0 {
			break
		}
		at += window
		a, b, c, d = m.a.from(at), m.b.from(at), m.c.from(at), m.d.from(at)
		if pathEnd == notLine && slashDot(a, b, c)&^a&(a&b-1) != 0 {
			w.W3 |= Suspect
		}
	}
	end = at + uint(bits.TrailingZeros64(a&c))
	w.W2 = uint64(pathEnd-start) | uint64(min(queryEnd, end)-start)<<32
	w.W3 |= uint64(end - start)
	return end
}

// badMark is what marks returns where it proves nothing.
const badMark = notLine - 1

// marks goes through the octets of src from at on that d has, each a "#" ":" "@" or
// "%" of a path, query or fragment. It returns where the fragment begins, queryEnd if
// not there, or badMark for two of them, and for a "%" that begins no triplet.
func (w *Words) marks(src []byte, at uint, d uint64, queryEnd uint) uint {
	for ; d != 0; d &= d - 1 {
		i := at + uint(bits.TrailingZeros64(d))
		switch src[i] {
		case '#':
			if queryEnd != notLine && queryEnd != i { // seen twice where windows overlap
				return badMark
			}
			queryEnd = i
		case '%':
			if !isTriplet(src, int(i)) {
				return badMark
			}
			w.W3 |= Percent
		}
	}
	return queryEnd
}

// slashDot has the bits of octets after a "/" that are a "." if they are not of a.
func slashDot(a, b, c uint64) uint64 { return a &^ b << 1 & c }

// below has the bits below the lowest of x, all if there is none.
func below(x uint64) uint64 { return (x - 1) &^ x }
