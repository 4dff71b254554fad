package normalize

// A scheme is what 6.2.3 needs to know of one.
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

// schemeOf returns what is known of the scheme of that name, in any case
// (3.1), nil if nothing is.
func schemeOf(name []byte) *scheme {
	for i := range schemes {
		if equalFold(name, schemes[i].name) {
			return &schemes[i]
		}
	}
	return nil
}

// equalFold tells whether b is lower, but for the case of its letters.
func equalFold(b []byte, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i, c := range b {
		if toLower(c) != lower[i] {
			return false
		}
	}
	return true
}

// isPort tells whether digits are the number that port spells, whatever their
// length: ports have no largest number (3.2.3).
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
