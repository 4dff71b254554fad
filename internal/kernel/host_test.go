package kernel

import (
	"fmt"
	"net/netip"
	"testing"
)

// netip takes the same addresses.
func TestHostKind(t *testing.T) {
	tests := []string{
		"0.0.0.0", "255.255.255.255", "1.2.3.4", "10.20.30.40", "199.200.249.250", "256.0.0.0", "0.0.0.256", "1.2.3",
		"1.2.3.4.5", "01.2.3.4", "1.02.3.4", "1.2.3.00", "1..2.3", ".1.2.3", "1.2.3.", "1.2.3.4.", "1.2.3.a", "999.1.1.1",
		"1.2.3.1000", "1.2.3.4294967297", "", "1", "....", "1.2.3.4a", "+1.2.3.4", "1.2.3.-4",
	}
	for octet := range 1000 {
		tests = append(tests, fmt.Sprintf("1.2.3.%d", octet), fmt.Sprintf("%d.0.0.0", octet), fmt.Sprintf("9.%03d.0.0", octet))
	}
	for _, in := range tests {
		addr, err := netip.ParseAddr(in)
		want := err == nil && addr.Is4()
		if got := HostKind([]byte(in)) == IPv4Address; got != want {
			t.Errorf("HostKind(%q) is IPv4Address: %v, want %v", in, got, want)
		}
	}
}
