//go:build !purego

package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/automaton"
)

// vectors are the levels of this architecture that have vector kernels.
var vectors = []Level{NEON}

// NEON proves every reference except rare ones: see leftToPortable.
func TestNEONProvesTheRest(t *testing.T) {
	check := func(b []byte) {
		t.Helper()
		v := judge(b)
		if _, ok := settled(b); v.valid() && !ok && !leftToPortable(b, v.words) {
			t.Errorf("%q is not proven", b)
		}
	}
	r := rand.New(rand.NewPCG(3986, 8))
	for range 100_000 {
		check(line(r))
	}
	pad := strings.Repeat("p", 60)
	for c := range 256 {
		for _, format := range []string{"%c:b", "a%c:b", "//%c", "//h:%c", "//%c@h", "/%%%c1", "/%%1%c", "%c", "/%c", "?%c", "#%c"} {
			ref := strings.Replace(strings.ReplaceAll(format, "%%", "%"), "%c", string([]byte{byte(c)}), 1)
			check([]byte(ref))
			check([]byte("//h/" + pad + ref))
			check([]byte(pad + ref))
		}
	}
	for n := range 260 {
		for after := range 70 {
			check([]byte("/" + strings.Repeat("a", n) + "%41" + strings.Repeat("b", after)))
		}
	}
}

// leftToPortable reports whether b, whose words are w, has no delimiter in its first
// 64 bytes, a scheme of more than 61, or an authority that goes beyond them and is not
// only a host.
func leftToPortable(b []byte, w automaton.Words) bool {
	if len(b) < 64 {
		return false
	}
	if !bytes.ContainsAny(b[:64], ":/?#") || uint32(w.W0) > 61 {
		return true
	}
	host, hostEnd, pathStart := w.W0>>32, uint64(uint32(w.W1)), w.W1>>32
	start := uint64(bytes.Index(b, []byte("//")) + 2)
	return pathStart > 63 && (host > start || hostEnd < pathStart)
}

// The tables of classes in the assembly hold what the grammar says.
func TestNibbleTables(t *testing.T) {
	g := abnf.RFC3986()
	in := func(rule, before string, c int) bool {
		return g.Match(rule, append([]byte(before), byte(c))).Member
	}
	low, high := nibbleTables()
	for c := range 256 {
		cell := low[c&15] & high[c>>4]
		for _, set := range []struct {
			name  string
			cells uint8
			want  bool
		}{
			{"may occur outside IP literals, '%' and '@' aside", 0xff, in("query", "", c) && c != '@'},
			{"may occur in a scheme", 0x35, in("scheme", "a", c)},
			{"is a DIGIT", 0x04, in("DIGIT", "", c)},
		} {
			if got := cell&set.cells != 0; got != set.want {
				t.Errorf("by the tables %q %s: %v, want %v", rune(c), set.name, got, set.want)
			}
		}
	}
}
