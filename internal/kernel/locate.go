package kernel

// Locate returns the words of b if b is a URI-reference and the portable fast
// path proves it; !ok says nothing about b. It reads the byte table run by run
// and leaves IP literals to the automaton. It does not allocate.
func Locate(b []byte) (w Words, ok bool) {
	var o Offsets
	i := 0
	for i < len(b) && Runs[b[i]]&RunScheme != 0 {
		i++
	}
	start := 0
	switch {
	case i == len(b) || b[i] != ':':
		if i = triplets(b, i, RunPathNoscheme); i < len(b) && b[i] == ':' {
			return w, false // 4.2: no colon in the first segment
		}
	case i == 0 || !isAlpha(b[0]):
		return w, false
	default:
		o.SchemeEnd = uint32(i)
		i++
		start = i
	}
	host := NoHost
	o.HostStart, o.HostEnd = uint32(start), uint32(start)
	if len(b)-start >= 2 && b[start] == '/' && b[start+1] == '/' {
		if i, ok = o.authority(b, start+2); !ok {
			return w, false
		}
		host = hostKind(b[o.HostStart:o.HostEnd])
		start = i
	}
	o.PathStart = uint32(start)
	i = triplets(b, i, RunSegments)
	o.PathEnd = uint32(i)
	if i < len(b) && b[i] == '?' {
		i = triplets(b, i+1, RunQuery)
	}
	o.QueryEnd = uint32(i)
	if i < len(b) && b[i] == '#' {
		i = triplets(b, i+1, RunQuery)
	}
	if i < len(b) {
		return w, false
	}
	o.End = uint32(i)
	first := byte(0)
	if start < len(b) {
		first = b[start]
	}
	return o.Pack(host, first), true
}

// triplets returns the end of the longest part of b from i that consists of
// octets of run and of whole percent-encoded triplets (2.1).
func triplets(b []byte, i int, run uint8) int {
	for {
		for i < len(b) && Runs[b[i]]&run != 0 {
			i++
		}
		if len(b)-i < 3 || b[i] != '%' || !isHex(b[i+1]) || !isHex(b[i+2]) {
			return i
		}
		i += 3
	}
}

// authority finds host and port of the authority that begins at i (3.2) and
// returns its end.
func (o *Offsets) authority(b []byte, i int) (end int, ok bool) {
	o.HostStart = uint32(i)
	i = triplets(b, i, RunRegName)
	o.HostEnd = uint32(i)
	if i < len(b) && (b[i] == ':' || b[i] == '@') {
		at := triplets(b, i, RunUserinfo)
		if at < len(b) && b[at] == '@' {
			i = at + 1
			o.HostStart = uint32(i)
			i = triplets(b, i, RunRegName)
			o.HostEnd = uint32(i)
		}
		if i < len(b) && b[i] == ':' {
			i++
			for i < len(b) && Runs[b[i]]&RunPort != 0 {
				i++
			}
		}
	}
	return i, i == len(b) || b[i] == '/' || b[i] == '?' || b[i] == '#'
}

// hostKind tells an IPv4address from a reg-name: first match wins (3.2.2).
func hostKind(host []byte) Host {
	if n := len(host); n > 0 && isDigit(host[n-1]) && isIPv4(host) {
		return IPv4Address
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
