package kernel

import "encoding/binary"

// locatePortable returns the words of b if b is a URI-reference and the portable
// path proves it, which it does of nearly all that are.
func locatePortable(b []byte) (w Words, ok bool) {
	w = locatePrefix(b)
	return w, w.Len() == len(b)
}

// Len returns the length of the reference that w are the words of.
func (w Words) Len() int { return int(uint32(w.W3)) }

// locatePrefix returns the words of a prefix of b that is a URI-reference. It
// reads the byte table run by run, up to an octet that cannot stand where it is:
// the prefix may be shorter than the longest one, but if it ends before an octet
// that stands in no reference, such as the end of a line, the octets before that
// are a reference and these are its words. It does not allocate.
func locatePrefix(b []byte) Words {
	schemeEnd, p, flags := scheme(b)
	host, hostEnd, path, i := p, p, p, p
	hasAuthority := false
	switch {
	case len(b)-p >= 2 && b[p] == '/' && b[p+1] == '/':
		hasAuthority = true
		host = p + 2
		upper := false
		path, upper = skipHost(b, host)
		hostEnd = path
		if path < len(b) && (!endsAuthority(b[path]) || b[path] == '[') {
			suspect := uint64(0)
			if host, hostEnd, path, suspect = authority(b, host); path < 0 {
				return Words{}
			}
			flags |= suspect
		}
		i = path
		flags |= uint64(hostKind(b[host:hostEnd]))<<HostBits | uint64(PathAbEmpty)<<PathBits
		if upper {
			flags |= Suspect
		}
	case p == len(b):
	case b[p] == '/':
		flags |= uint64(PathAbsolute) << PathBits
	case schemeEnd > 0:
		flags |= uint64(PathRootless) << PathBits
		if b[p] == '.' {
			flags |= Suspect
		}
	default:
		if i, flags = triplets(b, p, RunPathNoscheme, uint64(PathNoScheme)<<PathBits); i < len(b) && b[i] == ':' {
			return Words{} // 4.2: no colon in the first segment
		}
	}
	pathEnd, flags := restOfPath(b, i, flags)
	if pathEnd == path {
		if hasAuthority {
			flags |= Suspect
		} else {
			flags &= Suspect // PathEmpty
		}
	}
	queryEnd := pathEnd
	if pathEnd < len(b) && b[pathEnd] == '?' {
		queryEnd, flags = triplets(b, pathEnd+1, RunQuery, flags)
	}
	end := queryEnd
	if queryEnd < len(b) && b[queryEnd] == '#' {
		end, flags = triplets(b, queryEnd+1, RunQuery, flags)
	}
	return Words{
		uint64(schemeEnd) | uint64(host)<<32,
		uint64(hostEnd) | uint64(path)<<32,
		uint64(pathEnd) | uint64(queryEnd)<<32,
		uint64(end) | flags,
	}
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

// scheme returns the end of the scheme and the position after its ":", 0 and 0
// if b has no scheme (3.1). flags is Suspect for one with upper case.
func scheme(b []byte) (end, next int, flags uint64) {
	if end = WebScheme(b); end > 0 {
		return end, end + 1, 0
	}
	for end < len(b) && Runs[b[end]]&RunScheme != 0 {
		end++
	}
	if end == 0 || end == len(b) || b[end] != ':' || !isAlpha(b[0]) {
		return 0, 0, 0
	}
	if HasUpper(b[:end]) {
		flags = Suspect
	}
	return end, end + 1, flags
}

// triplets returns the end of the longest part of b from i that consists of
// octets of run and of whole percent-encoded triplets (2.1); and flags, with
// Percent if there is one.
func triplets(b []byte, i int, run uint8, flags uint64) (end int, _ uint64) {
	for {
		i = SkipRun(b, i, run)
		if !isTriplet(b, i) {
			return i, flags
		}
		i += 3
		flags |= Percent
	}
}

// restOfPath is triplets for a path from a "/" on, or from its beginning. A "."
// after a "/" is suspect.
func restOfPath(b []byte, i int, flags uint64) (end int, _ uint64) {
	for {
		var slashDot bool
		if i, slashDot = SkipSegments(b, i); slashDot {
			flags |= Suspect
		}
		if !isTriplet(b, i) {
			return i, flags
		}
		i += 3
		flags |= Percent
	}
}

// isTriplet tells whether b has a percent-encoded octet at i.
func isTriplet(b []byte, i int) bool {
	return len(b)-i >= 3 && b[i] == '%' && isHex(b[i+1]) && isHex(b[i+2])
}

// endsAuthority tells whether the path after an authority can begin at c, or
// nothing can: of the other octets of paths an authority itself makes something.
func endsAuthority(c byte) bool { return c == '/' || Runs[c]&RunSegments == 0 && c != '%' }

// authority finds the host in the authority that begins at i (3.2) and where
// the authority ends: -1 if it may be none. flags are the
// suspects.
func authority(b []byte, i int) (host, hostEnd, end int, flags uint64) {
	start := i
	host = i
	i, flags = hostEndOf(b, i, 0)
	hostEnd = i
	if i < len(b) && (b[i] == ':' || b[i] == '@') {
		if at, suspect := triplets(b, i, RunUserinfo, flags); at < len(b) && b[at] == '@' && b[start] != '[' {
			host = at + 1
			i, flags = hostEndOf(b, host, suspect)
			hostEnd = i
		}
		if i < len(b) && b[i] == ':' {
			i = SkipRun(b, i+1, RunPort)
			flags |= Suspect
		}
	}
	if i < len(b) && !endsAuthority(b[i]) {
		return 0, 0, -1, 0
	}
	if HasUpper(b[start:i]) {
		flags |= Suspect
	}
	return host, hostEnd, i, flags
}

// hostEndOf returns the end of the host at b[i:], i if it is an IP literal that is
// none, and the suspects, flags among them.
func hostEndOf(b []byte, i int, flags uint64) (end int, _ uint64) {
	if i == len(b) || b[i] != '[' {
		return triplets(b, i, RunRegName, flags)
	}
	s := State(InWebURI)
	for end = i; end < len(b); {
		s = Next(s, b[end])
		end++
		switch {
		case s == Dead:
			return i, flags
		case b[end-1] == ']':
			if LabelOf(s).Host() == IPv6Address {
				flags |= Suspect
			}
			return end, flags
		}
	}
	return i, flags
}

// hostKind returns the kind of a host: the first rule that matches (3.2.2).
func hostKind(host []byte) Host {
	n := len(host)
	if n == 0 {
		return RegName
	}
	switch c := host[n-1]; {
	case isDigit(c):
		if isIPv4(host) {
			return IPv4Address
		}
	case c == ']' && host[1]|0x20 == 'v':
		return IPvFuture
	case c == ']':
		return IPv6Address
	}
	return RegName
}

// isIPv4 tells whether host is four dec-octets with dots between them.
func isIPv4(host []byte) bool {
	for octet := 1; ; octet++ {
		digits, value := 0, 0
		for digits < len(host) && isDigit(host[digits]) && digits < 4 {
			value = value*10 + int(host[digits]-'0')
			digits++
		}
		if digits == 0 || value > 255 || digits > 1 && host[0] == '0' {
			return false
		}
		host = host[digits:]
		if octet == 4 {
			return len(host) == 0
		}
		if len(host) == 0 || host[0] != '.' {
			return false
		}
		host = host[1:]
	}
}

func isAlpha(c byte) bool { return (c|0x20)-'a' < 26 }

func isDigit(c byte) bool { return c-'0' < 10 }

// isHex tells whether c is HEXDIG: what "v" 1*HEXDIG repeats in an IPvFuture.
func isHex(c byte) bool { return Runs[c]&RunIPvFuture != 0 }
