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

// schemesByKey has each of schemes in the slot that slotOf returns for its key. The key of
// an empty slot, 0, is not the key of any scheme. A search would take a branch between
// "http" and "https".
var schemesByKey = func() (table [8]struct {
	key uint64
	*scheme
}) {
	for i := range schemes {
		key := schemeKey([]byte(schemes[i].name), len(schemes[i].name))
		table[slotOf(key)].key, table[slotOf(key)].scheme = key, &schemes[i]
	}
	return table
}()

// slotOf returns a slot of schemesByKey. It differs for each of the schemes: the factor
// was found by a search.
func slotOf(key uint64) uint64 { return key * 0x8d12e6b76c84d11 >> 61 }

// schemeOf returns the scheme whose name, in any case (3.1), is the first n bytes of b, or
// nil if it is not one of schemes.
func schemeOf(b []byte, n uint32) *scheme {
	if n > 8 {
		return nil
	}
	key := schemeKey(b, int(n))
	if slot := &schemesByKey[slotOf(key)]; slot.key == key {
		return slot.scheme
	}
	return nil
}

// schemeKey returns the first n ≤ 8 bytes of b as a word, with letters in lower case. The
// bit that differs between the cases makes no other byte of a scheme a letter.
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
