package normalize

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// An ipv6Text holds an IP literal of an IPv6address. The longest that format
// writes has 41 bytes, since it uses mixed notation only for addresses that begin
// with "::ffff:".
type ipv6Text [48]byte

// format writes host, an IPv6address in brackets, as RFC 5952 recommends, with an
// IPv4-mapped address in the mixed notation of its section 5. It returns the part of t
// that holds the result.
func (t *ipv6Text) format(host []byte) []byte {
	fields := parseIPv6(host[1 : len(host)-1])
	t[0] = '['
	var n int
	if fields[0]|fields[1]|fields[2]|fields[3]|fields[4] == 0 && fields[5] == 0xffff {
		n = 1 + copy(t[1:], "::ffff:")
		n = t.ipv4(n, fields[6], fields[7])
	} else {
		n = t.fields(&fields)
	}
	t[n] = ']'
	return t[:n+1]
}

// fields writes eight fields from t[1] on, each with the ":" after it, and returns
// their end. It writes "::" for the first of the longest runs of zeros, if that has two
// fields or more (RFC 5952, 4.2).
func (t *ipv6Text) fields(fields *[8]uint16) int {
	from, to := longestZeros(fields)
	n := 1
	for _, field := range fields[:from&15] {
		n = t.hex(n, field)
	}
	if from == len(fields) {
		return n - 1
	}
	if from == 0 {
		t[n] = ':'
		n++
	}
	t[n] = ':'
	n++
	if to == len(fields) {
		return n
	}
	for _, field := range fields[to&7:] {
		n = t.hex(n, field)
	}
	return n - 1
}

// longestZeros returns the first of the longest runs of two or more zeros, or 8 and 8.
// It shortens all runs at once until another step would leave none, which takes one
// branch for each step and none for each field.
func longestZeros(fields *[8]uint16) (from, to int) {
	zeros := uint(0)
	for i, field := range fields {
		zeros |= uint(uint32(field)-1) >> 31 & 1 << i
	}
	size := 1
	for ; zeros&(zeros>>1) != 0; size++ {
		zeros &= zeros >> 1
	}
	if size == 1 {
		return len(fields), len(fields)
	}
	from = bits.TrailingZeros(zeros)
	return from, from + size
}

const lowerHex = "0123456789abcdef"

// hex writes x at n without leading zeros (RFC 5952, 4.1 and 4.3), and a ":", and
// returns the end. It always writes four bytes, so as not to branch on the number of
// digits.
func (t *ipv6Text) hex(n int, x uint16) int {
	digits := (bits.Len16(x|1) + 3) / 4
	x <<= 4 * (4 - uint(digits)) & 15
	to := t[n : n+4]
	to[0], to[1], to[2], to[3] = lowerHex[x>>12], lowerHex[x>>8&15], lowerHex[x>>4&15], lowerHex[x&15]
	t[n+digits] = ':'
	return n + digits + 1
}

// ipv4 writes hi and lo at n as an IPv4address and returns the end.
func (t *ipv6Text) ipv4(n int, hi, lo uint16) int {
	for _, part := range [4]uint8{uint8(hi >> 8), uint8(hi), uint8(lo >> 8), uint8(lo)} {
		n += len(strconv.AppendUint(t[n:n], uint64(part), 10))
		t[n] = '.'
		n++
	}
	return n - 1
}

// parseIPv6 returns the fields of the address in text, an IPv6address (3.2.2). It does
// not use the parser of netip, which keeps text in its errors: the bytes of every caller
// would move to the heap.
func parseIPv6(text []byte) (fields [8]uint16) {
	var padded [len(ipv6Text{}) + 8]byte
	end := copy(padded[:len(ipv6Text{})], text)
	binary.LittleEndian.PutUint64(padded[end:], colon)
	n, elided := 0, len(fields)
	for i := 0; i < end; {
		x := word(padded[:], i)
		size := bytesBefore(x ^ colon)
		switch {
		case size > 4: // "0.0.0.0" has 7 bytes
			fields[n&7], fields[(n+1)&7] = parseIPv4(text[i:])
			return withZeros(fields, n+2, elided)
		case size > 0:
			fields[n&7] = hexField(x, size)
			n++
		case i > 0:
			elided = n
		}
		i += size + 1
	}
	return withZeros(fields, n, elided)
}

// bytesBefore returns the number of bytes of x before the first one that is 0.
func bytesBefore(x uint64) int { return bits.TrailingZeros64((x-each)&^x&tops) / 8 }

// hexField returns the value of the first size bytes of x, 1 to 4, which are HEXDIG.
func hexField(x uint64, size int) uint16 {
	digits := x&(0x0f*each) + x>>6&each*9
	digits <<= 64 - 8*uint(size)
	digits = digits>>28 | digits>>40 // two in a byte, in every other byte
	return uint16(digits)<<8 | uint16(digits>>16)&0xff
}

// withZeros returns the first n fields with zeros inserted for the "::", which is after
// the first elided of them. Without a "::", the rest are zeros.
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
	address, part := uint32(0), uint32(0)
	for _, c := range text {
		if c == '.' {
			address, part = address<<8|part, 0
		} else {
			part = part*10 + uint32(c-'0')
		}
	}
	address = address<<8 | part
	return uint16(address >> 16), uint16(address)
}
