package normalize

// A scheme is what 6.2.3 needs to know about a scheme.
type scheme struct {
	name     string
	port     string // the default port, "" if the scheme has none
	rootPath bool   // an empty path after an authority is "/"
}

var schemes = [...]scheme{
	{"http", "80", true},   // RFC 9110, 4.2.1 and 4.2.3
	{"https", "443", true}, // RFC 9110, 4.2.2 and 4.2.3
	{"ws", "80", true},     // RFC 6455, 3
	{"wss", "443", true},   // RFC 6455, 3
	{"ftp", "21", true},    // RFC 1738, 3.2.1 and 3.2.2
	{"file", "", true},     // RFC 8089, 2: a path is absolute
}

// schemeOf returns the scheme whose name, in any case (3.1), is the first n bytes of b, or
// nil if it is not one of schemes.
func schemeOf(b []byte, n uint32) *scheme {
	for i := range schemes {
		if isName(b[:n], schemes[i].name) {
			return &schemes[i]
		}
	}
	return nil
}

// isName reports whether b is name, which is in lower case, in any case. The bit that
// differs between the cases makes no other byte a letter.
func isName(b []byte, name string) bool {
	if len(b) != len(name) {
		return false
	}
	for i, c := range b {
		if c|0x20 != name[i] {
			return false
		}
	}
	return true
}

// droppedPort returns the rung of f that drops port from a reference that begins with
// head and has a scheme of n bytes, or 0.
func droppedPort(head []byte, n uint32, port []byte, f Flags) Flags {
	switch {
	case len(port) == 0:
	case len(port) == 1:
		return f & EmptyPort
	case f&DefaultPort != 0:
		if known := schemeOf(head, n); known != nil && isPort(port[1:], known.port) {
			return DefaultPort
		}
	}
	return 0
}

// hasRoot reports whether the scheme, the first n bytes of b, is one for which an empty
// path after an authority is "/".
func hasRoot(b []byte, n uint32) bool {
	known := schemeOf(b, n)
	return known != nil && known.rootPath
}

// isPort reports whether digits are the number port, with any number of leading zeros:
// ports have no largest number (3.2.3).
func isPort(digits []byte, port string) bool {
	if port == "" || len(digits) < len(port) {
		return false
	}
	zeros := len(digits) - len(port)
	for _, c := range digits[:zeros] {
		if c != '0' {
			return false
		}
	}
	return string(digits[zeros:]) == port
}
