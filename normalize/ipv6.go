package normalize

import "net/netip"

// An ipv6Text holds an IP literal of an IPv6address. The longest that netip
// writes has 41 octets: mixed notation is only for addresses that begin
// "::ffff:".
type ipv6Text [48]byte

// format writes the IPv6address in brackets that host is as RFC 5952 recommends,
// an IPv4-mapped one in the mixed notation of section 5 there, and returns the
// part of t that holds it.
func (t *ipv6Text) format(host []byte) []byte {
	addr := netip.AddrFrom16(parseIPv6(host[1 : len(host)-1]))
	return append(addr.AppendTo(append(t[:0], '[')), ']')
}

// parseIPv6 returns the address that the IPv6address in text is (3.2.2). netip
// has a parser, too, but one that keeps text in the errors it has no use for
// here, so that the bytes of every caller would move to the heap.
func parseIPv6(text []byte) (address [16]byte) {
	n, elided := 0, -1
	for i := 0; i < len(text) && n < len(address); {
		if text[i] == ':' {
			if i++; i < len(text) && text[i] == ':' {
				elided = n
				i++
			}
			continue
		}
		start, field := i, 0
		for ; i < len(text) && text[i] != ':'; i++ {
			if text[i] == '.' {
				n += parseIPv4(address[n:], text[start:])
				return withZeros(address, n, elided)
			}
			field = field<<4 | int(unhex(text[i]))
		}
		address[n], address[n+1] = byte(field>>8), byte(field)
		n += 2
	}
	return withZeros(address, n, elided)
}

// withZeros returns the first n octets of address with zeros at "::", which is
// after elided of them, or nowhere if that is -1.
func withZeros(address [16]byte, n, elided int) (all [16]byte) {
	if elided < 0 {
		return address
	}
	copy(all[:], address[:elided])
	copy(all[len(all)-(n-elided):], address[elided:n])
	return all
}

// parseIPv4 writes the octets of the IPv4address in text, the last 32 bits of an
// address, and returns how many these are.
func parseIPv4(octets, text []byte) int {
	n := 0
	for _, c := range text {
		if c == '.' {
			n++
		} else {
			octets[n] = octets[n]*10 + c - '0'
		}
	}
	return n + 1
}
