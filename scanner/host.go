package scanner

import (
	"net/netip"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/lut"
)

// HostAddr returns the host of src as an address if it is an IPv6address or an
// IPv4address (3.2.2), and false otherwise. It does not unmap an IPv4-mapped IPv6
// address: see [netip.Addr.Unmap]. r must be the [Ref] of src. It does not allocate.
func HostAddr[B lut.Bytes](src B, r Ref) (netip.Addr, bool) {
	host := r.Host().Of(kernel.Bytes(src))
	switch r.HostKind() {
	case IPv6Address:
		host = host[1 : len(host)-1]
	case IPv4Address:
	default:
		return netip.Addr{}, false
	}
	// ParseAddr keeps its argument only in an error, and the grammar admits
	// nothing that it refuses.
	addr, err := netip.ParseAddr(unsafe.String(unsafe.SliceData(host), len(host)))
	return addr, err == nil
}

// PortNumber returns the port of src as a number (3.2.3). It returns false if the
// port is undefined, empty, or above 65535. Leading zeros are allowed. It knows no
// default ports: to use one, check first that r.Port().Len() is 0. r must be the [Ref] of src. It does not allocate.
func PortNumber[B lut.Bytes](src B, r Ref) (uint16, bool) {
	digits := r.Port().Of(kernel.Bytes(src))
	if len(digits) == 0 {
		return 0, false
	}
	number := uint32(0)
	for _, c := range digits {
		if d := c - '0'; d > 9 {
			return 0, false // only a Ref of Split leads here
		} else if number = number*10 + uint32(d); number > 65535 {
			return 0, false
		}
	}
	return uint16(number), true
}
