package scanner

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
)

func viewOf(t *testing.T, in string) View[string] {
	t.Helper()
	v, err := ParseView(in)
	if err != nil {
		t.Errorf("ParseView(%q): %v", in, err)
	}
	return v
}

func TestParseViewRefuses(t *testing.T) {
	if v, err := ParseView([]byte("/%zz")); v.Src != nil || v.Ref != (Ref{}) || err != faultAt(2, automaton.BadPercent).Err() {
		t.Errorf("ParseView = %v, %v, want nothing and an error", v, err)
	}
}

func TestViewGet(t *testing.T) {
	for _, c := range refCases {
		v := viewOf(t, c.in)
		for comp := Scheme; comp != 0; comp <<= 1 {
			if got, want := v.Get(comp), c.want()[comp]; got != want {
				t.Errorf("Get(%v) of %q = %q, want %q", comp, c.in, got, want)
			}
		}
		want := c.want()
		for comp, got := range map[Component]string{
			Scheme: v.Scheme(), Authority: v.Authority(), Userinfo: v.Userinfo(), Host: v.Host(),
			Port: v.Port(), Path: v.Path(), Query: v.Query(), Fragment: v.Fragment(),
		} {
			if got != want[comp] {
				t.Errorf("%v of %q = %q, want %q", comp, c.in, got, want[comp])
			}
		}
		if v.String() != c.in {
			t.Errorf("String of %q = %q", c.in, v.String())
		}
	}
	b := View[[]byte]{Src: []byte("?")}
	b.Ref, _ = Parse(b.Src)
	if got := b.Get(Query); got == nil || len(got) != 0 {
		t.Errorf("an empty query is %#v, want an empty slice", got)
	}
	if got := b.Get(Fragment); got != nil {
		t.Errorf("an undefined fragment is %#v, want nil", got)
	}
}

func TestSegments(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"", nil}, {"http://h", nil}, {"/", []string{"", ""}}, {"/a/b", []string{"", "a", "b"}}, {"a/b/", []string{"a", "b", ""}},
		{"a://h//x", []string{"", "", "x"}}, {"a:b", []string{"b"}}, {"/%2F/", []string{"", "%2F", ""}},
	} {
		if got := slices.Collect(viewOf(t, test.in).Segments()); !slices.Equal(got, test.want) {
			t.Errorf("Segments of %q = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestParams(t *testing.T) {
	for _, test := range []struct {
		in   string
		want string // name=value or name, one a line
	}{
		{"", ""}, {"?", ""}, {"?a", "a|"}, {"?a=", "a|"}, {"?=", "|"}, {"?a=1&b=2", "a|1 b|2"}, {"?a=b=c&&d&", "a|b=c | d| |"}, {"?%26=%3D", "%26|%3D"},
		{"?a=1#b=2", "a|1"},
	} {
		var got []string
		for name, value := range viewOf(t, test.in).Params() {
			got = append(got, name+"|"+value)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("Params of %q = %q, want %q", test.in, got, test.want)
		}
	}
	src := []byte("?a&b=")
	r, _ := Parse(src)
	for name, value := range (View[[]byte]{src, r}).Params() {
		if hasSign := string(name) == "b"; (value != nil) != hasSign {
			t.Errorf("the value of %q is %#v", name, value)
		}
	}
}

// Appending to a part does not overwrite the input.
func TestPartsEndTheirCapacity(t *testing.T) {
	src := []byte("http://u@h:1/a/b/?x=1&y&z=2#f")
	r, err := Parse(src)
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	v := View[[]byte]{src, r}
	check := func(what string, part []byte) {
		if cap(part) != len(part) {
			t.Errorf("%s of %q: cap(%q) = %d, want %d", what, src, part, cap(part), len(part))
		}
	}
	for c := Scheme; c != 0; c <<= 1 {
		check(c.String(), v.Get(c))
	}
	for segment := range v.Segments() {
		check("segment", segment)
	}
	for name, value := range v.Params() {
		check("name", name)
		check("value", value)
	}
}

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
	for n := range uint64(70_000) {
		number := n + n%3*(1<<16) + n%5/4<<32 + n%7/6*10_000_000_000 // the last digits of a large one may be those of a port
		in := "//h:" + "000"[:n%4] + strconv.FormatUint(number, 10)
		r, _ := Parse(in)
		if got, ok := PortNumber(in, r); ok != (number < 1<<16) || ok && uint64(got) != number {
			t.Errorf("PortNumber(%q) = %d, %v", in, got, ok)
		}
	}
	for _, in := range []string{"//h:8x", "//h:8;", "//h:8!"} {
		if got, ok := PortNumber(in, Split(in)); ok {
			t.Errorf("PortNumber of Split(%q) = %d, want none", in, got)
		}
	}
}
