package normalize

import (
	"math/bits"
	"strconv"
)

// An ipv6Text holds an IP literal of an IPv6address. The longest that format
// writes has 41 octets: mixed notation is only for addresses that begin
// "::ffff:".
type ipv6Text [48]byte

// format writes the IPv6address in brackets that host is as RFC 5952 recommends,
// an IPv4-mapped one in the mixed notation of section 5 there, and returns the
// part of t that holds it.
func (t *ipv6Text) format(host []byte) []byte {
	fields := parseIPv6(host[1 : len(host)-1])
	t[0] = '['
	var n int
	if fields[0]|fields[1]|fields[2]|fields[3]|fields[4] == 0 && fields[5] == 0xffff {
		n = 1 + copy(t[1:], "::ffff:")
		n = t.octets(n, fields[6], fields[7])
	} else {
		n = t.fields(&fields)
	}
	t[n] = ']'
	return t[:n+1]
}

// fields writes eight fields from t[1] on and returns their end. "::" stands for
// the first of the longest runs of zeros, if that is two fields or more (RFC
// 5952, 4.2).
func (t *ipv6Text) fields(fields *[8]uint16) int {
	from, to := longestZeros(fields)
	n := 1
	for i := 0; i < len(fields); i++ {
		if i == from {
			t[n], t[n+1] = ':', ':'
			n += 2
			if i = to; i == len(fields) {
				break
			}
		} else if i > 0 {
			t[n] = ':'
			n++
		}
		n = t.hex(n, fields[i])
	}
	return n
}

// longestZeros returns the first of the longest runs of zeros, which are two at
// least, or -1 and -1.
func longestZeros(fields *[8]uint16) (from, to int) {
	from, to = -1, -1
	for i := 0; i < len(fields); i++ {
		start := i
		for i < len(fields) && fields[i] == 0 {
			i++
		}
		if i-start > max(1, to-from) {
			from, to = start, i
		}
	}
	return from, to
}

const lowerHex = "0123456789abcdef"

// hex writes x at n without leading zeros (RFC 5952, 4.1 and 4.3) and returns the
// end. It writes four octets, however many are x, so as not to branch on that.
func (t *ipv6Text) hex(n int, x uint16) int {
	digits := (bits.Len16(x|1) + 3) / 4
	x <<= 4 * (4 - uint(digits)) & 15
	to := t[n : n+4]
	to[0], to[1], to[2], to[3] = lowerHex[x>>12], lowerHex[x>>8&15], lowerHex[x>>4&15], lowerHex[x&15]
	return n + digits
}

// octets writes the four octets of hi and lo at n as an IPv4address and returns
// the end.
func (t *ipv6Text) octets(n int, hi, lo uint16) int {
	for _, octet := range [4]uint8{uint8(hi >> 8), uint8(hi), uint8(lo >> 8), uint8(lo)} {
		n += len(strconv.AppendUint(t[n:n], uint64(octet), 10))
		t[n] = '.'
		n++
	}
	return n - 1
}

// parseIPv6 returns the fields of the address that the IPv6address in text is
// (3.2.2). netip has a parser, too, but one that keeps text in the errors it has
// no use for here, so that the bytes of every caller would move to the heap.
func parseIPv6(text []byte) (fields [8]uint16) {
	n, elided, start, field := 0, len(fields), 0, uint16(0)
	for i, c := range text {
		switch {
		case c == ':' && i > start:
			fields[n&7] = field
			n, start, field = n+1, i+1, 0
		case c == ':':
			if start = i + 1; i > 0 {
				elided = n
			}
		case c == '.':
			fields[n&7], fields[(n+1)&7] = parseIPv4(text[start:])
			return withZeros(fields, n+2, elided)
		default:
			field = field<<4 | uint16(unhex(c))
		}
	}
	if start < len(text) {
		fields[n&7] = field
		n++
	}
	return withZeros(fields, n, elided)
}

// withZeros returns the first n fields with zeros at "::", which is after elided
// of them, or after all.
func withZeros(fields [8]uint16, n, elided int) [8]uint16 {
	if n >= len(fields) || elided > n {
		return fields
	}
	moved := copy(fields[len(fields)-(n-elided):], fields[elided:n])
	clear(fields[elided : len(fields)-moved])
	return fields
}

// parseIPv4 returns the IPv4address in text, the last 32 bits of an address.
func parseIPv4(text []byte) (hi, lo uint16) {
	address, octet := uint32(0), uint32(0)
	for _, c := range text {
		if c == '.' {
			address, octet = address<<8|octet, 0
		} else {
			octet = octet*10 + uint32(c-'0')
		}
	}
	address = address<<8 | octet
	return uint16(address >> 16), uint16(address)
}
