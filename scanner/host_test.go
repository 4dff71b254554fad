package scanner

import (
	"net/netip"
	"strings"
	"testing"
)

func TestHostAddr(t *testing.T) {
	for _, test := range []struct {
		in   string
		want string // "" if the host is no address
	}{
		{"", ""}, {"//", ""}, {"//h", ""}, {"//1.2.3", ""}, {"//[v1.a]", ""},
		{"//1.2.3.4", "1.2.3.4"},
		{"http://u@255.255.255.255:80/", "255.255.255.255"},
		{"//[::]", "::"}, {"//[::1]:80", "::1"}, {"//[2001:DB8::7]", "2001:db8::7"}, {"//[1:2:3:4:5:6:7::]", "1:2:3:4:5:6:7:0"},
		{"//[::ffff:1.2.3.4]", "::ffff:1.2.3.4"}, {"//[1:2:3:4:5:6:7:8]", "1:2:3:4:5:6:7:8"}, {"//[0:0:0:0:0:0:1.2.3.4]", "::102:304"},
	} {
		r, err := Parse(test.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
		}
		want, _ := netip.ParseAddr(test.want)
		if got, ok := HostAddr(test.in, r); got != want || ok != (test.want != "") {
			t.Errorf("HostAddr(%q) = %v, %v, want %q", test.in, got, ok, test.want)
		}
		if got, _ := HostAddr([]byte(test.in), r); got != want {
			t.Errorf("HostAddr([]byte(%q)) = %v, want %v", test.in, got, want)
		}
	}
}

func TestPortNumber(t *testing.T) {
	for _, test := range []struct {
		port string // after the host, with its colon
		want uint16
		ok   bool
	}{
		{"", 0, false}, {":", 0, false}, {":0", 0, true}, {":00", 0, true}, {":80", 80, true}, {":9", 9, true}, {":12345", 12345, true}, {":06789", 6789, true}, {":00080", 80, true}, {":65535", 65535, true},
		{":65536", 0, false}, {":4294967376", 0, false}, {":18446744073709551696", 0, false},
		{":" + strings.Repeat("0", 500) + "443", 443, true}, {":" + strings.Repeat("9", 500), 0, false},
	} {
		in := "//h" + test.port
		r, err := Parse(in)
		if err != nil {
			t.Errorf("Parse(%q): %v", in, err)
		}
		if got, ok := PortNumber(in, r); got != test.want || ok != test.ok {
			t.Errorf("PortNumber(%q) = %d, %v, want %d, %v", in, got, ok, test.want, test.ok)
		}
	}
	for _, in := range []string{"//h:8x", "//h:8;", "//h:8!"} {
		if got, ok := PortNumber(in, Split(in)); ok {
			t.Errorf("PortNumber of Split(%q) = %d, want none", in, got)
		}
	}
}
