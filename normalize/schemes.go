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

// schemeKeys are the keys of schemes.
var schemeKeys = func() (keys [len(schemes)]uint64) {
	for i := range schemes {
		keys[i] = schemeKey([]byte(schemes[i].name), len(schemes[i].name))
	}
	return keys
}()

// schemeOf returns what is known of the scheme whose name, in any case (3.1), is
// the first n octets of b, nil if nothing is.
func schemeOf(b []byte, n uint32) *scheme {
	if n > 8 {
		return nil
	}
	key := schemeKey(b, int(n))
	for i := range schemes {
		if key == schemeKeys[i] {
			return &schemes[i]
		}
	}
	return nil
}

// schemeKey returns the first n ≤ 8 octets of b as a word, the letters in lower
// case: no other octet becomes a letter by the bit between the cases.
func schemeKey(b []byte, n int) (key uint64) {
	among := uint64(1)<<(8*uint(n)) - 1
	if len(b) >= 8 {
		key = word(b, 0)
	} else {
		for i, c := range b {
			key |= uint64(c) << (8 * uint(i))
		}
	}
	return (key | 0x20*each) & among
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
