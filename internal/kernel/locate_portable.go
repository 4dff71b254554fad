package kernel

import (
	"encoding/binary"
	"math/bits"
)

// locatePortable returns the words of b if b is a URI-reference and the portable
// path proves it; !ok says nothing about b. It does not allocate.
func locatePortable(b []byte) (w Words, ok bool) {
	w, ok = locatePrefix(b)
	return w, ok && w.Len() == len(b)
}

// Len returns the length of the reference that w are the words of.
func (w Words) Len() int { return int(uint32(w.W3)) }

// locatePrefix returns the words of the reference that src begins with. It ends
// before the first byte that cannot stand in a query, or at the end of src. ok is
// false where the maps do not prove it: see begin and marks. It does not allocate.
func locatePrefix(src []byte) (w Words, ok bool) {
	a, b, c, d := mapsAt(src, 0)
	path := w.begin(src, a, b, c, d)
	if path < 0 {
		return w, false
	}
	at := path &^ (mapped - 1)
	if at > 0 {
		a, b, c, d = mapsAt(src, at)
	}
	a &= ^uint64(0) << (path & 63)
	d &= ^uint64(0) << (path & 63)
	pathEnd, fragment := -1, -1
	for slash := uint64(0); ; at += mapped {
		if pathEnd < 0 {
			if (a&^b<<1|slash)&c&^a&(a&b-1) != 0 { // "/." in the path
				w.W3 |= Suspect
			}
			if a&b != 0 {
				pathEnd = at + bits.TrailingZeros64(a&b)
			}
		}
		if d &= a&c - 1; d != 0 {
			if fragment, ok = w.marks(src, at, d, fragment); !ok {
				return w, false
			}
		}
		if a&c != 0 {
			end := at + bits.TrailingZeros64(a&c)
			if fragment < 0 {
				fragment = end
			}
			w.W2 = uint64(pathEnd) | uint64(fragment)<<32
			w.W3 |= uint64(end)
			return w, true
		}
		slash = a &^ b >> 63
		a, b, c, d = mapsAt(src, at+mapped)
	}
}

// begin writes the words of the reference that src begins with, except those of
// path, query and fragment, and returns where the path begins. a to d are the maps
// of the first window. It returns -1 if scheme or authority are not valid, if the
// scheme or the first segment of a relative reference does not end in the window, or
// if that segment has a "%" or "@".
func (w *Words) begin(src []byte, a, b, c, d uint64) (path int) {
	schemeEnd, p := WebScheme(src), 0
	if schemeEnd > 0 {
		p = schemeEnd + 1
	} else if mark := d & (a - 1) &^ a; a == 0 {
		return -1
	} else if mark != 0 {
		schemeEnd = bits.TrailingZeros64(mark)
		p = schemeEnd + 1
		if !isScheme(src[:schemeEnd], src[schemeEnd]) || p+2 >= mapped {
			return -1
		}
	}
	path = p
	flags := uint64(0)
	hostStart, hostEnd := p, p
	if a&^b>>(p&63)&3 == 3 { // "//"
		hostStart = p + 2
		stops := a &^ (1<<(hostStart&63) - 1)
		path = bits.TrailingZeros64(stops)
		hostEnd = path
		until := stops ^ (stops - 1)
		if stops == 0 || (d|c&stops)&until>>(hostStart&63) != 0 || src[path-1]-'0' < 10 {
			// Too long, or a ":", "@" or "%" in it, or perhaps a "[" or an address.
			if hostStart, hostEnd, path, flags = authority(src, hostStart); path < 0 {
				return -1
			}
		} else {
			flags = uint64(RegName)<<HostBits | b>>(path&63)&1<<suspectBit // no path
		}
		flags |= uint64(PathAbEmpty) << PathBits
	} else if a>>(p&63)&1 == 0 { // a first segment
		flags = uint64(PathNoScheme) << PathBits
		if p > 0 {
			flags = uint64(PathRootless)<<PathBits | c>>(p&63)&1<<suspectBit
		}
	} else if b>>(p&63)&1 == 0 {
		flags = uint64(PathAbsolute) << PathBits
	}
	if b&^a&(1<<uint(path)-1) != 0 { // upper case in scheme or authority
		flags |= Suspect
	}
	w.W0 = uint64(schemeEnd) | uint64(hostStart)<<32
	w.W1 = uint64(hostEnd) | uint64(path)<<32
	w.W3 = flags
	return path
}

// The first octets of most references, read as little-endian words.
const (
	httpPrefix  = 'h' | 't'<<8 | 't'<<16 | 'p'<<24 | ':'<<32 | '/'<<40 | '/'<<48
	httpsPrefix = 'h' | 't'<<8 | 't'<<16 | 'p'<<24 | 's'<<32 | ':'<<40 | '/'<<48 | '/'<<56
)

// WebScheme returns the end of the scheme of b if b begins with "http://" or
// "https://", else 0. Both are common, and no branch tells them apart.
func WebScheme(b []byte) (end int) {
	if len(b) < 8 {
		return 0
	}
	first := binary.LittleEndian.Uint64(b)
	plain, secure := 0, 0
	if first<<8 == httpPrefix<<8 {
		plain = 1
	}
	if first == httpsPrefix {
		secure = 1
	}
	if plain|secure == 0 {
		return 0
	}
	return 4 + secure
}

// isScheme reports whether b, before c, is a scheme (3.1).
func isScheme(b []byte, c byte) bool {
	s := State(StartURI)
	for _, c := range b {
		s = Next(s, c)
	}
	return c == ':' && Next(s, c) != Dead
}

// authority finds host and end of the authority that begins at i (3.2), by the
// automaton, and the flags that it gives to src. end is -1 if it is not valid.
func authority(src []byte, i int) (hostStart, hostEnd, end int, flags uint64) {
	hostStart, hostEnd = i, -1
	s := State(InWebURI)
	for ; i < len(src); i++ {
		if run := RunOf(s); run != 0 {
			if i = SkipRun(src, i, run); i == len(src) {
				break
			}
		}
		next := Next(s, src[i])
		region := LabelOf(next).Region()
		if next == Dead || region != InAuthority && region != InLiteral {
			break
		}
		switch {
		case region == InLiteral:
		case src[i] == '@':
			hostStart, hostEnd = i+1, -1
		case src[i] == ':' && hostEnd < 0:
			hostEnd = i
		}
		s = next
	}
	kind := ends
	if i < len(src) {
		kind = kinds[0][src[i]]
	}
	if !LabelOf(s).Accepts() || kind&kindA == 0 {
		return 0, 0, -1, 0
	}
	host := LabelOf(s).Host()
	flags = uint64(host)<<HostBits | percent(src[:i])
	if hostEnd >= 0 || host == IPv6Address || kind&kindB != 0 || HasUpper(src[:i]) {
		flags |= Suspect // 6.2.3: a port, no path
	}
	if hostEnd < 0 {
		hostEnd = i
	}
	return hostStart, hostEnd, i, flags
}

// marks goes through the bytes of src from at on that are in d, each a "#", ":",
// "@" or "%" of a path, query or fragment. It returns where the fragment begins, which
// is where it did before if not here. A second "#", or a "%" that begins no triplet,
// is not ok.
func (w *Words) marks(src []byte, at int, d uint64, before int) (fragment int, ok bool) {
	fragment = before
	for ; d != 0; d &= d - 1 {
		switch i := at + bits.TrailingZeros64(d); src[i] {
		case '#':
			if fragment >= 0 {
				return fragment, false
			}
			fragment = i
		case '%':
			if !isTriplet(src, i) {
				return fragment, false
			}
			w.W3 |= Percent
		}
	}
	return fragment, true
}

// isTriplet reports whether b has a percent-encoded byte at i (2.1).
func isTriplet(b []byte, i int) bool {
	return len(b)-i >= 3 && b[i] == '%' && isHex(b[i+1]) && isHex(b[i+2])
}

// isHex reports whether c is HEXDIG: what "v" 1*HEXDIG repeats in an IPvFuture.
func isHex(c byte) bool { return Runs[c]&RunIPvFuture != 0 }
