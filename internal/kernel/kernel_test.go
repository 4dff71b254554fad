package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/automaton"
)

// settled returns what Locate and Settle say of in, if they decide.
func settled(in []byte) (v verdict, ok bool) {
	w0, w1, w2, w3 := Locate(in)
	w, fault, ok := Settle(in, automaton.Words{W0: w0, W1: w1, W2: w2, W3: w3})
	if fault != 0 {
		w = automaton.Words{}
	}
	return verdict{w, fault}, ok
}

// Userinfo of any length, before a host that not every kernel proves.
func TestLocateProves(t *testing.T) {
	for _, l := range Levels() {
		defer Use(Use(l))
		for n := range 60 {
			for _, host := range []string{"[::1]", "[v1.a]:8", "1.2.3.4", "a["} {
				in := "//" + strings.Repeat("u", n) + "@" + host
				far := l == NEON && host[0] != '[' && len(in) >= 64 // see leftToPortable
				if _, ok := settled([]byte(in + "/?#")); !ok && !far {
					t.Errorf("Locate(%q) proves nothing on %v", in, l)
				}
			}
		}
	}
}

func TestHTTPSchemeEnd(t *testing.T) {
	for _, row := range []struct {
		in   string
		want int
	}{
		{"http://h", 4}, {"https://", 5}, {"https://h", 5}, {"http:///", 4}, {"http://", 0}, {"HTTP://h", 0}, {"https:/h", 0}, {"httpss://", 0}, {"", 0},
	} {
		if got := HTTPSchemeEnd([]byte(row.in)); got != row.want {
			t.Errorf("HTTPSchemeEnd(%q) = %d, want %d", row.in, got, row.want)
		}
		if row.want == 0 {
			continue
		}
		for _, s := range []automaton.State{automaton.StartURIReference, automaton.StartURI} {
			for i := range row.want + len("://") {
				s = automaton.Next(s, row.in[i])
			}
			if s != automaton.AuthorityStart {
				t.Errorf("the scheme of %q leads to state %d, want %d", row.in, s, automaton.AuthorityStart)
			}
		}
	}
}

// Every byte of a segment leads to InSegments from where a Machine may skip to it.
func TestInSegments(t *testing.T) {
	for _, start := range []automaton.State{automaton.StartURIReference, automaton.StartRelativeRef} {
		for c := range 256 {
			if c == '/' || automaton.Runs[c]&automaton.RunSegments == 0 {
				continue
			}
			if got := automaton.Next(automaton.Next(start, '/'), byte(c)); got != automaton.InSegments {
				t.Errorf("\"/%c\" leads from %d to state %d, want %d", c, start, got, automaton.InSegments)
			}
		}
	}
}

func TestKinds(t *testing.T) {
	g := abnf.RFC3986()
	in := func(rule string, c int) bool { return g.Match(rule, []byte{byte(c)}).Member }
	for c := range 256 {
		stop := !in("query", c) || c == '?'
		want := uint64(0)
		if stop || c == '/' || c == ':' || c == '@' || in("ALPHA", c) && c < 'a' {
			want |= kindA
		}
		if stop || c == '.' {
			want |= kindB
		}
		if queryKinds[0][c] != want || queryKinds[1][c] != want<<1 || isStop(byte(c)) != stop {
			t.Errorf("bits of %q are %x, and one higher %x, want %x", rune(c), queryKinds[0][c], queryKinds[1][c], want)
		}
	}
}

// The bits of a byte are where it is, and both are set after the last.
func TestMapsAt(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 16))
	src := make([]byte, 3*mapped)
	for i := range src {
		src[i] = ":/?#@%aA1.\n"[r.IntN(11)]
	}
	for n := range src {
		for at := range n + 1 {
			a, b := queryKinds.at(src[:n], at)
			for i := range mapped {
				want := kindA | kindB
				if at+i < n {
					want = queryKinds[0][src[at+i]]
				}
				if got := a>>i&1*kindA | b>>i&1*kindB; got != want {
					t.Fatalf("byte %d of %d has the bits %x, want %x", at+i, n, got, want)
				}
			}
		}
	}
}

// The maps prove common references, for which the automaton takes several times as long, and
// so do the kernels.
func TestMapsProveMost(t *testing.T) {
	for _, in := range []string{
		"", "/", "a", "?", "#", "?#", "//", "//h", "/a/b?c#d", "a/b:c@d", "../x", "http://h", "https://www.example.com/", "http://h:80", "//h:/",
		"a:", "a:b", "a:/b", "mailto:someone@example.com", "ftp://u:p@h:21/a", "urn:isbn:0", "//[::1]:80/", "http://%41@[v1.a]", "//u:p:q@h:1",
		"http://1.2.3.4/", "//" + strings.Repeat("h", 200) + ":80/", "//1.2.3.4:80", "http://", "http:///", "/a%41?%41#%41", "http://h/" + strings.Repeat("a", 119), "?" + strings.Repeat("b%20", 500) + "#c",
		"http:", "http:/", "https://", "http:/a", "https:a", "httpx://h", "http://u@h:1/p?q#f", "//u:p@1.2.3.4:80", "//:", "//@", "//@:",
		"//%41:%41@%41:1", "a/b%41:c", "?%41#%41", "x:%41", "1/2:3", "//[::1]", "http://[::1]/", "//u@[2001:DB8::1.2.3.4]:80?", "//[v1.a:b]:#",
	} {
		if _, _, _, w3 := locatePortable([]byte(in)); w3 >= AllOpen {
			t.Errorf("%q is not proven", in)
		}
		if _, ok := settled([]byte(in)); !ok && len(in) < 64 {
			t.Errorf("%v: Locate(%q) proves nothing", level, in)
		}
	}
	r := rand.New(rand.NewPCG(99, 90))
	proved := 0
	for range 2000 {
		if _, _, _, w3 := locatePortable(common(r, 4, 30)); w3 < AllOpen {
			proved++
		}
	}
	if proved < 1980 {
		t.Errorf("%d of 2000 lines proven, want 1980", proved)
	}
}
