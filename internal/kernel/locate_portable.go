package kernel

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/uriscan/uriscan/internal/automaton"
)

// locatePortable returns the words of src. If src is not valid, they are those of what comes
// before the first byte that is in no component, "%" that begins no triplet, or second "#",
// with [Stopped] and [AllOpen]. They are AllOpen alone if the maps do not prove that: see
// begin. It does not allocate.
func locatePortable(src []byte) (w0, w1, w2, w3 uint64) {
	if len(src) > math.MaxInt32 { // an offset has 31 bits
		return 0, 0, 0, AllOpen
	}
	schemeEnd, window := HTTPSchemeEnd(src), 0 // where the host begins, or 0
	if schemeEnd > 0 {
		window = schemeEnd + len("://")
	} else if len(src) > 1 && src[0] == '/' && src[1] == '/' {
		window = len("//")
	}
	a, b := queryKinds.at(src, window)
	first := window + bits.TrailingZeros64(a)
	next := byte('/')
	if first < len(src) {
		next = src[first]
	}
	hostStart, hostEnd, path, flags := window, first, first, onlyName
	switch {
	case window > 0 && next == '/' && src[first-1]-'0' >= 10:
	case window == 0 && (next == '/' || next == '?' || next == '#'): // no scheme
		hostEnd, path, flags = 0, 0, uint64(automaton.PathNoScheme)<<automaton.PathBits
		if first == 0 {
			flags = uint64(automaton.PathAbsolute) << automaton.PathBits
		}
	default:
		schemeEnd, hostStart, hostEnd, path, flags = begin(src, schemeEnd, window, a)
		if path < 0 {
			return 0, 0, 0, AllOpen
		}
		if path-window >= mapped {
			window = path
			a, b = queryKinds.at(src, window)
		}
		a &= ^uint64(0) << (uint(path-window) & 63)
	}
	stops := a & b
	end := window + bits.TrailingZeros64(stops)
	pathEnd, queryEnd := end, end
	if slashDots(a, b, 0)&(stops-1) != 0 || end < len(src) && (stops == 0 || isMark(src[end])) {
		pathEnd, queryEnd, end, flags = parts(src, window, path, a, b, flags)
	}
	if end < len(src) {
		flags |= AllOpen | Stopped
	}
	if path == pathEnd {
		if flags>>automaton.HostBits&7 != 0 {
			flags |= automaton.FormHint // 6.2.3
		} else {
			flags &^= 7 << automaton.PathBits
		}
	}
	return uint64(schemeEnd) | uint64(hostStart)<<32, uint64(hostEnd) | uint64(path)<<32,
		uint64(pathEnd) | uint64(queryEnd)<<32, uint64(end) | flags
}

// onlyName are the flags of an authority that is a registered name and nothing else.
const onlyName = uint64(automaton.RegName)<<automaton.HostBits | uint64(automaton.PathAbEmpty)<<automaton.PathBits

// parts returns where path, query and src end, from the maps of the first window on, which has
// no byte before the path, and adds hints to flags.
func parts(src []byte, window, path int, a, b, flags uint64) (pathEnd, queryEnd, end int, f uint64) {
	const none = math.MaxInt
	pathEnd, queryEnd = none, none
	dots, slash := uint64(0), uint64(0)
	for {
		dots |= slashDots(a, b, slash) // some of them perhaps not in the path
		for stops := a & b; stops != 0; stops &= stops - 1 {
			at := window + bits.TrailingZeros64(stops)
			if at < len(src) {
				switch c := src[at]; {
				case c == '%' && isTriplet(src[at:]):
					flags |= automaton.PercentHint
					continue
				case c == '?':
					pathEnd = min(pathEnd, at)
					continue
				case c == '#' && queryEnd == none:
					queryEnd = at
					continue
				}
			}
			queryEnd = min(queryEnd, at)
			pathEnd = min(pathEnd, queryEnd)
			if dots != 0 && automaton.HasSlashDot(src[path:pathEnd]) {
				flags |= automaton.FormHint
			}
			return pathEnd, queryEnd, at, flags
		}
		slash = a &^ b >> 63
		window += mapped
		a, b = queryKinds.at(src, window)
	}
}

// slashDots returns a map of every "." after a "/", ":", "@" or upper case. slash is 1 if one
// of these comes before the window.
func slashDots(a, b, slash uint64) uint64 { return (a&^b<<1 | slash) & b &^ a }

// isMark reports whether c is "?", "#" or "%".
func isMark(c byte) bool { return c == '?' || c == '#' || c == '%' }

// begin returns where scheme, host and path of src are, and the flags of host and path. a is
// the map of the first window, which begins where the host does, or at 0 if that is not known.
// path is -1 if scheme or authority are not valid, or if the first segment of a relative
// reference does not end in the window.
func begin(src []byte, schemeEnd, window int, a uint64) (scheme, hostStart, hostEnd, path int, flags uint64) {
	hostStart = window
	if window == 0 {
		if path = firstColon(src, a); path < 0 {
			return 0, 0, 0, -1, 0
		}
		if path > 0 {
			schemeEnd = path - 1
			if automaton.HasUpper(src[:schemeEnd]) {
				flags = automaton.FormHint
			}
		}
		rest := src[path:]
		if len(rest) < 2 || rest[0] != '/' || rest[1] != '/' {
			return schemeEnd, path, path, path, flags | pathFlags(rest, schemeEnd)
		}
		hostStart = path + 2
	}
	if end, hint := nameEnd(src, hostStart, a>>uint(hostStart-window)); end > 0 {
		return schemeEnd, hostStart, end, end, flags | hint | onlyName
	}
	hostStart, hostEnd, path, flags = authority(src, hostStart)
	return schemeEnd, hostStart, hostEnd, path, flags
}

// pathFlags returns the flags of a path without authority, which path begins with.
func pathFlags(path []byte, schemeEnd int) uint64 {
	switch {
	case len(path) > 0 && path[0] == '/':
		return uint64(automaton.PathAbsolute) << automaton.PathBits
	case schemeEnd == 0:
		return uint64(automaton.PathNoScheme) << automaton.PathBits
	case len(path) > 0 && path[0] == '.':
		return uint64(automaton.PathRootless)<<automaton.PathBits | automaton.FormHint
	}
	return uint64(automaton.PathRootless) << automaton.PathBits
}

// nameEnd returns the end of the authority of src that begins at start, and its hint for upper
// case, or -1 if it is more than a name, or may be an address, or does not end in the window. a
// is the map of the window from start on.
func nameEnd(src []byte, start int, a uint64) (end int, hint uint64) {
	for ; a != 0; a &= a - 1 {
		switch end = start + bits.TrailingZeros64(a); {
		case end < len(src) && src[end]-'A' < 26:
			hint = automaton.FormHint
		case end < len(src) && src[end] != '/' || src[end-1]-'0' < 10:
			return -1, 0
		default:
			return end, hint
		}
	}
	return -1, 0
}

// firstColon returns the offset after the ":" that ends the scheme of src, or 0 if src has no
// scheme. a is the map of the first window. It returns -1 if what comes before the ":" is no
// scheme, or if neither a scheme nor a first segment ends in the window.
func firstColon(src []byte, a uint64) int {
	for ; a != 0; a &= a - 1 {
		i := bits.TrailingZeros64(a)
		if i >= len(src) {
			return 0
		}
		switch c := src[i]; {
		case c == ':':
			if !isScheme(src[:i]) {
				return -1
			}
			return i + 1
		case c != '@' && c != '%' && c-'A' >= 26:
			return 0
		}
	}
	return -1
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

// isScheme reports whether b is a scheme (3.1).
func isScheme(b []byte) bool {
	s := automaton.State(automaton.StartURI)
	for _, c := range b {
		s = automaton.Next(s, c)
	}
	return automaton.Next(s, ':') != automaton.Dead
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
	if !automaton.LabelOf(s).Accepts() || i < len(src) && src[i] != '/' && (!isStop(src[i]) || src[i] == '%') {
		return 0, 0, -1, 0
	}
	host := automaton.LabelOf(s).Host()
	flags = uint64(host)<<automaton.HostBits | uint64(automaton.PathAbEmpty)<<automaton.PathBits | automaton.PercentHintOf(src[:i])
	if hostEnd >= 0 || host == automaton.IPv6Address || automaton.HasUpper(src[:i]) {
		flags |= automaton.FormHint // 6.2.3
	}
	if hostEnd < 0 {
		hostEnd = i
	}
	return hostStart, hostEnd, i, flags
}

// isTriplet reports whether b, which begins with "%", begins with a percent-encoded byte (2.1).
func isTriplet(b []byte) bool { return len(b) >= 3 && isHex(b[1]) && isHex(b[2]) }

// isHex reports whether c is HEXDIG: what "v" 1*HEXDIG repeats in an IPvFuture.
func isHex(c byte) bool { return automaton.Runs[c]&automaton.RunIPvFuture != 0 }
