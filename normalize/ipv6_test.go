package normalize

import (
	"net/netip"
	"strings"
	"testing"
)

// What is written of an address is what netip writes of it, however it is spelled.
func TestIPv6AgainstNetip(t *testing.T) {
	m := newMaker(8)
	for range references() {
		in := m.ipv6()
		addr, err := netip.ParseAddr(in)
		if err != nil {
			continue
		}
		var text ipv6Text
		for _, spelled := range []string{in, strings.ToLower(in), addr.StringExpanded()} {
			if got, want := string(text.format([]byte("["+spelled+"]"))), "["+addr.String()+"]"; got != want {
				t.Errorf("format([%s]) = %s, want %s", spelled, got, want)
			}
		}
	}
}

// Every set of fields that are 0, 1 or of the most digits there are.
func TestIPv6Zeros(t *testing.T) {
	for n := range 6561 {
		var octets [16]byte
		for i, rest := 0, n; i < len(octets); i, rest = i+2, rest/3 {
			octets[i], octets[i+1] = [3]byte{0, 0, 0xff}[rest%3], [3]byte{0, 1, 0xff}[rest%3]
		}
		addr := netip.AddrFrom16(octets)
		var text ipv6Text
		if got, want := string(text.format([]byte("["+addr.StringExpanded()+"]"))), "["+addr.String()+"]"; got != want {
			t.Errorf("format([%s]) = %s, want %s", addr.StringExpanded(), got, want)
		}
	}
}
