package kernel

import (
	"encoding/binary"
	"github.com/uriscan/uriscan/internal/automaton"
	"math/bits"
)

// locatePrefix returns the words of the reference that src begins with. It ends before the
// first byte that is in no component, "%" that begins no triplet, or second "#", or at the
// end of src. ok is false if the maps do not prove it: see begin. It does not allocate.
func locatePrefix(src []byte) (w automaton.Words, ok bool) {
	a, b, c, d := mapsAt(src, 0)
	path := begin(&w, src, a, b, c, d)
	if path < 0 {
		return w, false
	}
	at := path &^ (mapped - 1)
	if at > 0 {
		a, b, c, d = mapsAt(src, at)
	}
	a &= ^uint64(0) << (path & 63)
	d &= ^uint64(0) << (path & 63)
	pathEnd, fragment, end := -1, -1, -1
	for slash := uint64(0); ; at += mapped {
		if pathEnd < 0 {
			if (a<<1|slash)&c&^a&(a&b-1) != 0 { // "/." in the path
				w.W3 |= automaton.FormHint
			}
			if a&b != 0 {
				pathEnd = at + bits.TrailingZeros64(a&b)
			}
		}
		if d &= a&c - 1; d != 0 {
			if fragment, end = readMarks(&w, src, at, d, fragment); end >= 0 {
				break
			}
		}
		if a&c != 0 {
			end = at + bits.TrailingZeros64(a&c)
			break
		}
		slash = a >> 63
		a, b, c, d = mapsAt(src, at+mapped)
	}
	if uint(pathEnd) > uint(end) {
		pathEnd = end
	}
	if fragment < 0 {
		fragment = end
	}
	w.W2 = uint64(pathEnd) | uint64(fragment)<<32
	w.W3 |= uint64(end)
	return w, true
}

// begin writes to w the words of the reference that src begins with, except those of
// path, query and fragment, and returns where the path begins. a to d are the maps
// of the first window. It returns -1 if scheme or authority are not valid, if the
// scheme or the first segment of a relative reference does not end in the window, or
// if that segment has a "%" or "@".
func begin(w *automaton.Words, src []byte, a, b, c, d uint64) (path int) {
	schemeEnd, p := HTTPSchemeEnd(src), 0
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
			flags = uint64(automaton.RegName)<<automaton.HostBits | b>>(path&63)&1<<automaton.FormHintBit // no path
		}
		flags |= uint64(automaton.PathAbEmpty) << automaton.PathBits
	} else if a>>(p&63)&1 == 0 { // a first segment
		flags = uint64(automaton.PathNoScheme) << automaton.PathBits
		if p > 0 {
			flags = uint64(automaton.PathRootless)<<automaton.PathBits | c>>(p&63)&1<<automaton.FormHintBit
		}
	} else if b>>(p&63)&1 == 0 {
		flags = uint64(automaton.PathAbsolute) << automaton.PathBits
	}
	if b&^a&(1<<uint(path)-1) != 0 { // upper case in scheme or authority
		flags |= automaton.FormHint
	}
	w.W0 = uint64(schemeEnd) | uint64(hostStart)<<32
	w.W1 = uint64(hostEnd) | uint64(path)<<32
	w.W3 = flags
	return path
}

// The first bytes of most references, read as little-endian words.
const (
	httpPrefix  = 'h' | 't'<<8 | 't'<<16 | 'p'<<24 | ':'<<32 | '/'<<40 | '/'<<48
	httpsPrefix = 'h' | 't'<<8 | 't'<<16 | 'p'<<24 | 's'<<32 | ':'<<40 | '/'<<48 | '/'<<56
)

// HTTPSchemeEnd returns the end of the scheme of b if b begins with "http://" or
// "https://", else 0. Both are common, and no branch tells them apart.
func HTTPSchemeEnd(b []byte) (end int) {
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
	s := automaton.State(automaton.StartURI)
	for _, c := range b {
		s = automaton.Next(s, c)
	}
	return c == ':' && automaton.Next(s, c) != automaton.Dead
}

// authority finds host and end of the authority that begins at i (3.2), by the
// automaton, and the flags that it gives to src. end is -1 if it is not valid.
func authority(src []byte, i int) (hostStart, hostEnd, end int, flags uint64) {
	hostStart, hostEnd = i, -1
	s := automaton.State(automaton.AuthorityStart)
	for ; i < len(src); i++ {
		if run := automaton.RunOf(s); run != 0 {
			if i = automaton.SkipRun(src, i, run); i == len(src) {
				break
			}
		}
		next := automaton.Next(s, src[i])
		region := automaton.LabelOf(next).Region()
		if next == automaton.Dead || region != automaton.InAuthority && region != automaton.InLiteral {
			break
		}
		switch {
		case region == automaton.InLiteral:
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
	if !automaton.LabelOf(s).Accepts() || kind&kindA == 0 {
		return 0, 0, -1, 0
	}
	host := automaton.LabelOf(s).Host()
	flags = uint64(host)<<automaton.HostBits | automaton.PercentHintOf(src[:i])
	if hostEnd >= 0 || host == automaton.IPv6Address || kind&kindB != 0 || automaton.HasUpper(src[:i]) {
		flags |= automaton.FormHint // 6.2.3: a port, no path
	}
	if hostEnd < 0 {
		hostEnd = i
	}
	return hostStart, hostEnd, i, flags
}

// readMarks goes through the bytes of src from at on that are in d, each a "#", ":",
// "@" or "%" of a path, query or fragment. It returns where the fragment begins, which
// is where it did before if not here, and where the first is that ends the reference, a
// second "#" or a "%" that begins no triplet, or -1.
func readMarks(w *automaton.Words, src []byte, at int, d uint64, before int) (fragment, stop int) {
	fragment = before
	for ; d != 0; d &= d - 1 {
		switch i := at + bits.TrailingZeros64(d); src[i] {
		case '#':
			if fragment >= 0 {
				return fragment, i
			}
			fragment = i
		case '%':
			if !isTriplet(src, i) {
				return fragment, i
			}
			w.W3 |= automaton.PercentHint
		}
	}
	return fragment, -1
}

// isTriplet reports whether b has a percent-encoded byte at i (2.1).
func isTriplet(b []byte, i int) bool {
	return len(b)-i >= 3 && b[i] == '%' && isHex(b[i+1]) && isHex(b[i+2])
}

// isHex reports whether c is HEXDIG: what "v" 1*HEXDIG repeats in an IPvFuture.
func isHex(c byte) bool { return automaton.Runs[c]&automaton.RunIPvFuture != 0 }
