package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// checkMapped compares what the maps prove of ref, alone and as a line with others
// after it, with what the automaton says.
func checkMapped(t *testing.T, ref string) {
	want, valid := judge([]byte(ref))
	if w, ok := locatePortable([]byte(ref)); ok && (!valid || w != want) {
		t.Helper() // which takes as long as all else
		t.Fatalf("%q: %x, want %x, %v", ref, w, want, valid)
	}
	line := ref + "\n/?#:@%%4/.\n" + strings.Repeat("/", mapped)
	if w, ok := locatePrefix([]byte(line)); ok && w.Len() == len(ref) && (!valid || w != want) {
		t.Helper()
		t.Fatalf("%q before other lines: %x, want %x, %v", ref, w, want, valid)
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

// Every octet at every position of a reference that is else fine, around the
// borders of the windows.
func TestMapsSeeEveryOctet(t *testing.T) {
	lengths := []int{8, 57, 1, 55, 64, 121}
	if testing.Short() {
		lengths = lengths[:2]
	}
	for _, n := range lengths {
		for at := range n {
			for c := range 256 {
				for _, prefix := range []string{"", "http://h/", "https://", "//", "a:"} {
					b := append([]byte(prefix), bytes.Repeat([]byte("a"), n)...)
					b[len(prefix)+at] = byte(c)
					checkMapped(t, string(b))
				}
			}
		}
	}
}

// What delimits, and what makes a reference suspect, on both sides of the borders.
func TestMapsSeeWhatIsSuspect(t *testing.T) {
	before := []string{"", "/", "A:", "a", "http://h/", "http://H", "http://.h", "//h", "//1.2.3.4", "?", "#", "https://h:1/", "//u:p@"}
	marks := []string{
		"/.", "/..", "A", ".", "/", "?/.", "#/.", "%41", "%4", "./", ":", ":80", ":8a", "@", "##", "?#?", "[", "//", ".1/", "://", ":.", ":/.", ":A@[::1]:1/", "@[v1.a]",
	}
	after := []string{"", "b", "/", "?", "#", strings.Repeat("b", 60), strings.Repeat("b", 55) + "/.", "?" + strings.Repeat("b", 60) + "/.#%41"}
	step := 1
	if testing.Short() {
		step = 7
	}
	for n := 0; n < 125; n += step {
		for _, mark := range marks {
			for _, after := range after {
				for _, before := range before {
					checkMapped(t, before+strings.Repeat("a", n)+mark+after)
				}
			}
		}
	}
}

func TestMapsProveTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3986, 57))
	for range 1000 * rounds() {
		checkMapped(t, string(line(r)))
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
