package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// mapped is what the maps prove of b, as a line that starts at bit at of them.
func mapped(b []byte, at int) (w Words, ok bool) {
	src := append(bytes.Repeat([]byte("/"), at), b...)
	src = append(src, "\n/?#:"...)
	src = append(src, make([]byte, 32)...)
	var m maps
	m.src = m.fill(src)
	end := m.line(uint(at), &w)
	return w, end == uint(at+len(b))
}

// checkMapped compares what the maps prove of ref, in a line and alone, with what
// is read run by run.
func checkMapped(t *testing.T, ref string, at int) {
	b := []byte(ref)
	want, valid := locateRuns(b)
	if w, ok := mapped(b, at); ok && (!valid || w != want) {
		t.Helper() // which takes as long as all else
		t.Fatalf("%q at %d: %x, want %x, %v", ref, at, w, want, valid)
	}
	if len(b) < leastMapped {
		return
	}
	if w, ok, unknown := locateMapped(b); !unknown && (ok != valid || ok && w != want) {
		t.Helper()
		t.Fatalf("%q: %x, %v, want %x, %v", ref, w, ok, want, valid)
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

// The bits of an octet are where it is, and ends are behind the last.
func TestMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 16))
	src := make([]byte, mostMapped+100)
	for _, n := range []int{0, 1, 31, 32, 33, 63, 64, 500, mostMapped - 1, mostMapped, mostMapped + 100} {
		for i := range src[:n] {
			src[i] = ":/?#@%aA1.\n"[r.IntN(11)]
		}
		var m maps
		m.src = m.fill(src[:n])
		if got, want := len(m.src), min(n, mostMapped)&^31; got != want {
			t.Errorf("%d octets of %d are mapped, want %d", got, n, want)
		}
		for i := range len(m.src) + 64 {
			want := kindA | kindB | kindC
			if i < len(m.src) {
				want = kinds[0][src[i]]
			}
			bit := func(b *bitmap) uint64 { return b.from(uint(min(i, len(m.src)))) >> max(i-len(m.src), 0) & 1 }
			if got := bit(&m.a)*kindA | bit(&m.b)*kindB | bit(&m.c)*kindC | bit(&m.d)*kindD; got != want && i < len(m.src)+57 {
				t.Fatalf("octet %d of %d has the bits %x, want %x", i, n, got, want)
			}
		}
	}
}

// Every octet at every position of a reference that is else fine, around the
// borders of the windows.
func TestMapsSeeEveryOctet(t *testing.T) {
	lengths := []int{8, 57, 1, 49, 64, 113}
	if testing.Short() {
		lengths = lengths[:2]
	}
	for _, n := range lengths {
		for at := range n {
			for c := range 256 {
				for _, prefix := range []string{"", "http://h/", "https://", "//", "a:"} {
					b := append([]byte(prefix), bytes.Repeat([]byte("a"), n)...)
					b[len(prefix)+at] = byte(c)
					checkMapped(t, string(b), (at+c)%8)
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
		for i, mark := range marks {
			for j, after := range after {
				for _, before := range before {
					checkMapped(t, before+strings.Repeat("a", n)+mark+after, (i+j)%8)
				}
			}
		}
	}
}

func TestMapsProveTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3986, 57))
	for range 1000 * rounds() {
		checkMapped(t, string(line(r)), r.IntN(8))
	}
}

// The maps prove what is common, for what they do not is read twice.
func TestMapsProveMost(t *testing.T) {
	for _, in := range []string{
		"", "/", "a", "?", "#", "?#", "//", "//h", "/a/b?c#d", "a/b:c@d", "../x", "http://h", "https://www.example.com/", "http://h:80", "//h:/",
		"a:", "a:b", "a:/b", "mailto:someone@example.com", "ftp://u:p@h:21/a", "urn:isbn:0", "//[::1]:80/", "http://%41@[v1.a]",
		"http://1.2.3.4/", "//1.2.3.4:80", "http://", "http:///", "/a%41?%41#%41", "http://h/" + strings.Repeat("a", 119), "?" + strings.Repeat("b%20", 500) + "#c",
	} {
		if _, ok := mapped([]byte(in), 3); !ok {
			t.Errorf("%q is not proven", in)
		}
		if len(in) < leastMapped {
			continue
		}
		if _, ok, unknown := locateMapped([]byte(in)); !ok || unknown {
			t.Errorf("%q alone is not proven", in)
		}
	}
	r := rand.New(rand.NewPCG(99, 90))
	proved := 0
	for range 2000 {
		if _, ok := mapped(common(r, 4, 30), 0); ok {
			proved++
		}
	}
	if proved < 1980 {
		t.Errorf("%d of 2000 lines proven, want 1980", proved)
	}
}
