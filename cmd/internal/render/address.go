package render

import (
	"net/netip"

	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// AddressOf returns the address that a remark on the host of src is about and that the host
// does not show: what a rare spelling means, or what is inside an IPv6 address.
func AddressOf(remark inspect.Remark, src []byte, ref scanner.Ref) (netip.Addr, bool) {
	addr, ok := inspect.Address(src, ref)
	switch remark {
	case inspect.RareIPv4:
		return addr, ok
	case inspect.EmbeddedIPv4:
		return inspect.Embedded(addr)
	}
	return netip.Addr{}, false
}
