package lut

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
)

// slowEncoded is AppendPctEncoded by its definition.
func slowEncoded(src []byte, keep Set) (out []byte) {
	for _, c := range src {
		if keep.Has(c) {
			out = append(out, c)
		} else {
			out = fmt.Appendf(out, "%%%02X", c)
		}
	}
	return out
}

// slowDecoded is AppendPctDecoded by its definition.
func slowDecoded(src []byte) (out []byte, bad int) {
	bad = -1
	for i := 0; i < len(src); i++ {
		if src[i] != '%' {
			out = append(out, src[i])
		} else if c, err := hex.DecodeString(string(src[i+1 : min(i+3, len(src))])); err == nil && len(c) == 1 {
			out = append(out, c[0])
			i += 2
		} else {
			out = append(out, '%')
			if bad < 0 {
				bad = i
			}
		}
	}
	return out, bad
}

// addSets adds each text, and one of every byte, with some sets, which are two words, one
// bit for each ASCII byte.
func addSets(f *testing.F, texts ...string) {
	all := make([]byte, 256)
	for c := range all {
		all[c] = byte(c)
	}
	for _, text := range append(texts, string(all)) {
		for _, s := range []Set{{}, SetOf(Alpha), SetOf(Unreserved), SetOf(PChar), SetOf(Path), SetOf(Query | PctEncoded)} {
			f.Add([]byte(text), s.lo, s.hi)
		}
	}
}

// FuzzSpan holds every kernel to the definition.
func FuzzSpan(f *testing.F) {
	addSets(f, "", "abc", "a/b?c#d", "%41%zz\x00\x80\xff", "a rather long text, of more than 64 bytes, and then some more of them")
	f.Fuzz(func(t *testing.T, src []byte, lo, hi uint64) {
		s := Set{lo, hi}
		checkSpan(t, src, s, slowSpan(src, s))
	})
}

// checkSpan holds every kernel to what is wanted.
func checkSpan(t *testing.T, src []byte, s Set, want int) {
	defer kernel.Use(kernel.Use(kernel.Portable))
	for _, l := range kernel.Levels() {
		kernel.Use(l)
		if got := Span(src, s); got != want {
			t.Errorf("%v: Span(%q, %x) = %d, want %d", l, src, s, got, want)
		}
	}
}

// FuzzPct holds encoding and decoding to their definitions, and one to the other.
func FuzzPct(f *testing.F) {
	addSets(f, "", "a b", "a-b:c@d", "a/b c%é\x00", "%41 ", "%41%4", "%%34%31%", "%2f%2F%fF%zz%4g", "a+b", "%00", "%2541", "a%zz", "%4z%41",
		"%41%", "%%41%", "%:0%@0%G0%`0%g0%/0", "\x00\x7f\x80\xff")
	f.Fuzz(func(t *testing.T, src []byte, lo, hi uint64) {
		keep, before := Set{lo, hi}, []byte("x")
		encoded := AppendPctEncoded(before, src, keep)[1:]
		if want := slowEncoded(src, keep); !bytes.Equal(encoded, want) {
			t.Errorf("AppendPctEncoded(%q, %x) = %q, want %q", src, keep, encoded, want)
		}
		want, wantBad := slowDecoded(src)
		got, bad := AppendPctDecoded(before, src)
		if !bytes.Equal(got[1:], want) || bad != wantBad || string(before) != "x" || got[0] != 'x' {
			t.Errorf("AppendPctDecoded(%q) to x = %q, %d, want %q, %d", src, got, bad, want, wantBad)
		}
		if got, bad := AppendPctDecoded(encoded[:0], encoded); !keep.Has('%') && (!bytes.Equal(got, src) || bad != -1) {
			t.Errorf("AppendPctDecoded(AppendPctEncoded(%q, %x)) = %q, %d, want the same and -1", src, keep, got, bad)
		}
		inPlace := bytes.Clone(src)
		if got, bad := AppendPctDecoded(inPlace[:0], inPlace); !bytes.Equal(got, want) || bad != wantBad {
			t.Errorf("in place AppendPctDecoded(%q) = %q, %d, want %q, %d", src, got, bad, want, wantBad)
		}
	})
}
