package normalize

import (
	"net/netip"
	"unsafe"
)

// An ipv6Text holds an IP literal of an IPv6address: 45 octets at most, since
// the longest is "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]" and mixed notation
// is only for addresses that begin "::ffff:".
type ipv6Text [48]byte

// format writes the IPv6address in brackets that host is as RFC 5952 recommends
// and returns the part of t that holds it; an IPv4-mapped one in the mixed
// notation of section 5 there. It returns host itself if it is none, as in
// parts of invalid input.
func (t *ipv6Text) format(host []byte) []byte {
	address := host[1 : len(host)-1]
	// ParseAddr keeps its argument only in an error.
	addr, err := netip.ParseAddr(unsafe.String(unsafe.SliceData(address), len(address)))
	if err != nil {
		return host
	}
	return append(addr.AppendTo(append(t[:0], '[')), ']')
}
