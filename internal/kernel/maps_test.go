package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

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
