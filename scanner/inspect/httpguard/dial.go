package httpguard

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"github.com/uriscan/uriscan/scanner/inspect"
)

// DialControl returns a function for [net.Dialer.Control]. It is called with each address
// that a name has resolved to, after the resolution and before the connection, so that no
// answer of a name server can change in between. It refuses the addresses that
// [inspect.NotPublic] names, and those that have one inside ([inspect.Embedded]). Addresses
// in a network of allow are dialed in any case: one's own proxy, for example. Redirects dial
// again, and are judged again. What is not an IP address with a port, such as the path of a
// Unix socket, is refused.
//
//	dialer := &net.Dialer{Control: httpguard.DialControl()}
//	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
//
// A Transport that has a Proxy dials the proxy, which then resolves the names itself.
func DialControl(allow ...netip.Prefix) func(network, address string, c syscall.RawConn) error {
	allow = slices.Clone(allow)
	return func(network, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || strings.HasPrefix(network, "unix") {
			return fmt.Errorf("httpguard: %q is not an address and a port", address)
		}
		addr := to.Addr().WithZone("")
		if slices.ContainsFunc(allow, func(n netip.Prefix) bool { return n.Contains(addr.Unmap()) }) {
			return nil
		}
		if remark := inspect.OfAddr(addr) & inspect.NotPublic; remark != 0 {
			return &DialError{to, remark}
		}
		return nil
	}
}

// A DialError says which address was not dialed, and why.
type DialError struct {
	Addr   netip.AddrPort
	Remark inspect.Remark
}

func (e *DialError) Error() string {
	return fmt.Sprintf("httpguard: %v is not dialed: %v", e.Addr, e.Remark)
}
