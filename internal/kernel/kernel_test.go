package kernel

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

func TestRunsLeaveTheirStates(t *testing.T) {
	for s := range State(numStates) {
		for c := range 256 {
			stays := s != Dead && Next(s, byte(c)) == s
			inRun := RunOf(s)&Runs[c] != 0
			if stays != inRun {
				t.Errorf("state %d on %q: stays %v, in its run %v", s, rune(c), stays, inRun)
			}
		}
	}
}

func TestSkipRun(t *testing.T) {
	for length := range 40 {
		for bad := range length + 1 {
			b := bytes.Repeat([]byte("a"), length)
			if bad < length {
				b[bad] = '#'
			}
			for i := range length + 1 {
				want := length
				if bad >= i {
					want = min(want, bad)
				}
				if got := SkipRun(b, i, RunSegments); got != want {
					t.Errorf("SkipRun(%q, %d) = %d, want %d", b, i, got, want)
				}
			}
		}
	}
}

func TestSkipRunKnowsEveryOctetOfEveryRun(t *testing.T) {
	for bit := range 8 {
		run := uint8(1) << bit
		for c := range 256 {
			for _, length := range []int{1, 8, 11} {
				b := bytes.Repeat([]byte{byte(c)}, length)
				want := 0
				if Runs[c]&run != 0 {
					want = length
				}
				if got := SkipRun(b, 0, run); got != want {
					t.Errorf("SkipRun(%d times %q, run %d) = %d, want %d", length, rune(c), bit, got, want)
				}
			}
		}
	}
}

func TestDeadStaysDead(t *testing.T) {
	for c := range 256 {
		if got := Next(Dead, byte(c)); got != Dead {
			t.Errorf("Next(Dead, %q) = %d, want Dead", rune(c), got)
		}
	}
}

func TestIsNoted(t *testing.T) {
	for c := range 256 {
		want := bytes.IndexByte([]byte(":/?#@%"), byte(c)) >= 0
		if got := IsNoted(byte(c)); got != want {
			t.Errorf("IsNoted(%q) = %v, want %v", rune(c), got, want)
		}
	}
}

// settled is what Locate and Settle make of in.
func settled(in []byte) (w Words, ok bool) {
	w0, w1, w2, w3 := Locate(in)
	return Settle(in, Words{w0, w1, w2, w3})
}

// What the fast path proves must be worth its name: nearly everything.
func TestLocateProves(t *testing.T) {
	for _, in := range []string{
		"", "/", "//", "?", "#", "a", "a:", "a:b", "http:", "http:/", "http://", "https://", "http:/a", "https:a", "http://h", "httpx://h",
		"http://u@h:1/p?q#f", "//u:p@1.2.3.4:80", "//:", "//@", "//@:", "//%41:%41@%41:1", "a/b%41:c", "?%41#%41", "x:%41", "1/2:3",
		"//[::1]", "http://[::1]/", "//u@[2001:DB8::1.2.3.4]:80?", "//[v1.a:b]:#",
	} {
		if _, ok := settled([]byte(in)); !ok {
			t.Errorf("Locate(%q) proves nothing", in)
		}
	}
	for _, in := range []string{
		":", "1:", "a b", "%", "%4", "%4g", "a%4", "//h:a", "//h:80@@", "//a@b@c", "//h:1:2", "##", "?#?#", "//[", "//[::1", "//[::1]x",
		"//[::1]@h", "//[::1]%41", "//u[::1]/", "//[v1]", "//[::1]]", "//[]", "//[::g]", "\x80", "/\x00", "http://h\\",
	} {
		if _, ok := settled([]byte(in)); ok {
			t.Errorf("Locate(%q) claims a proof", in)
		}
	}
}

func TestWebScheme(t *testing.T) {
	for _, row := range []struct {
		in   string
		want int
	}{
		{"http://h", 4}, {"https://", 5}, {"https://h", 5}, {"http:///", 4}, {"http://", 0}, {"HTTP://h", 0}, {"https:/h", 0}, {"httpss://", 0}, {"", 0},
	} {
		if got := WebScheme([]byte(row.in)); got != row.want {
			t.Errorf("WebScheme(%q) = %d, want %d", row.in, got, row.want)
		}
		if row.want == 0 {
			continue
		}
		for _, s := range []State{StartURIReference, StartURI} {
			for i := range row.want + len("://") {
				s = Next(s, row.in[i])
			}
			if s != InWebURI {
				t.Errorf("the scheme of %q leads to state %d, want %d", row.in, s, InWebURI)
			}
		}
	}
}

// Every octet of a segment leads to InSegments from where a Machine may skip to it.
func TestInSegments(t *testing.T) {
	for _, start := range []State{StartURIReference, StartRelativeRef} {
		for c := range 256 {
			if c == '/' || Runs[c]&RunSegments == 0 {
				continue
			}
			if got := Next(Next(start, '/'), byte(c)); got != InSegments {
				t.Errorf("\"/%c\" leads from %d to state %d, want %d", c, start, got, InSegments)
			}
		}
	}
}

func TestFirstStop(t *testing.T) {
	tests := []struct {
		name, in    string
		at, refused int
	}{
		{"empty", "", 0, 0},
		{"none", "http://h/a?b#c", 14, 14},
		{"blank", "/a b", 2, 2},
		{"in a fragment", "#a b", 2, 2},
		{"second number sign", "a#b#c", 3, 3},
		{"bracket", "//[::1]", 2, 2},
		{"triplet", "%41%", 3, 4},
		{"no HEXDIG", "a%zz", 1, 2},
		{"one HEXDIG", "a%4z", 1, 3},
		{"one HEXDIG and the end", "a%4", 1, 3},
		{"raw UTF-8", "\u00e9", 0, 0},
	}
	for _, l := range Levels() {
		defer Use(Use(l))
		for _, tt := range tests {
			for n := range 140 {
				in := strings.Repeat("a", n) + tt.in
				if at, refused := FirstStop([]byte(in)); at != tt.at+n || refused != tt.refused+n {
					t.Fatalf("%v, %s: FirstStop(%q) = %d, %d, want %d, %d", l, tt.name, in, at, refused, tt.at+n, tt.refused+n)
				}
			}
		}
	}
}

// Every octet ends a query or does not, on every level.
func TestFirstStopOfEachOctet(t *testing.T) {
	for _, l := range Levels() {
		defer Use(Use(l))
		for c := range 256 {
			b := bytes.Repeat([]byte{'g'}, 40)
			b[37] = byte(c)
			want := 37
			if Runs[c]&RunQuery != 0 || c == '#' {
				want = len(b)
			}
			if at, _ := FirstStop(b); at != want {
				t.Errorf("%v: FirstStop(%q) = %d, want %d", l, b, at, want)
			}
		}
	}
}

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

func TestKinds(t *testing.T) {
	g := abnf.RFC3986()
	in := func(rule string, c int) bool { return g.Match(rule, []byte{byte(c)}).Member }
	for c := range 256 {
		ends := !in("query", c) && c != '#' && c != '%'
		for bit, want := range []bool{
			ends || c == '/' || c == '?' || c == '#',
			ends || c == '?' || c == '#' || in("ALPHA", c) && c < 'a',
			ends || c == '.',
			c == ':' || c == '@' || c == '%' || c == '#',
		} {
			if got := kinds[0][c]>>(16*bit)&1 == 1; got != want {
				t.Errorf("map %c has %q: %v, want %v", 'a'+bit, rune(c), got, want)
			}
		}
		if kinds[0][c]&^(kindA|kindB|kindC|kindD) != 0 || kinds[1][c] != kinds[0][c]<<1 {
			t.Errorf("bits of %q are %x, and one higher %x", rune(c), kinds[0][c], kinds[1][c])
		}
	}
}

// The bits of a byte are where it is, and ends are after the last.
func TestMapsAt(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 16))
	src := make([]byte, 3*mapped)
	for i := range src {
		src[i] = ":/?#@%aA1.\n"[r.IntN(11)]
	}
	for n := range src {
		for at := range n + 1 {
			a, b, c, d := mapsAt(src[:n], at)
			for i := range mapped {
				want := kindA | kindB | kindC
				if at+i < n {
					want = kinds[0][src[at+i]]
				}
				if got := a>>i&1*kindA | b>>i&1*kindB | c>>i&1*kindC | d>>i&1*kindD; got != want {
					t.Fatalf("byte %d of %d has the bits %x, want %x", at+i, n, got, want)
				}
			}
		}
	}
}

// The maps prove what is common: the automaton takes several times as long.
func TestMapsProveMost(t *testing.T) {
	for _, in := range []string{
		"", "/", "a", "?", "#", "?#", "//", "//h", "/a/b?c#d", "a/b:c@d", "../x", "http://h", "https://www.example.com/", "http://h:80", "//h:/",
		"a:", "a:b", "a:/b", "mailto:someone@example.com", "ftp://u:p@h:21/a", "urn:isbn:0", "//[::1]:80/", "http://%41@[v1.a]", "//u:p:q@h:1",
		"http://1.2.3.4/", "//" + strings.Repeat("h", 200) + ":80/", "//1.2.3.4:80", "http://", "http:///", "/a%41?%41#%41", "http://h/" + strings.Repeat("a", 119), "?" + strings.Repeat("b%20", 500) + "#c",
	} {
		if _, ok := locatePortable([]byte(in)); !ok {
			t.Errorf("%q is not proven", in)
		}
	}
	r := rand.New(rand.NewPCG(99, 90))
	proved := 0
	for range 2000 {
		if _, ok := locatePortable(common(r, 4, 30)); ok {
			proved++
		}
	}
	if proved < 1980 {
		t.Errorf("%d of 2000 lines proven, want 1980", proved)
	}
}
