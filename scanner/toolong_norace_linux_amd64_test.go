//go:build !race && !purego

package scanner

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/testkit/guardpage"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// Inputs of MaxLen bytes and of one more, with nothing but the beginning there to
// be read.
func TestLocateTooLong(t *testing.T) {
	const begin = "a b"
	huge := guardpage.Huge(t, begin, MaxLen+1)
	blank := faultAt(1, automaton.BadPath)
	proven := automaton.Words{W3: MaxLen}
	for n := MaxLen; n <= MaxLen+1; n++ {
		b, fits := huge[:n], n == MaxLen
		for rule := URIReference; rule <= RelativeRef; rule++ {
			want := blank
			if rule == URI || rule == AbsoluteURI {
				want = faultAt(1, automaton.BadScheme)
			}
			if _, fault := Locate(b, rule); fault != want {
				t.Errorf("Locate(%q and so on to %d bytes, %v): %v, want %v", begin, n, rule, fault, want)
			}
		}
		if ref, fault := locateRest(proven, b, URIReference); (fault == Fault{}) != fits || !fits && (ref != Ref{} || fault != blank) {
			t.Errorf("locateRest of %d bytes that are proven = %v, %v, want a Ref: %v", n, ref, fault, fits)
		}
		if got := guardpage.Faults(func() {
			if r := Split(b); r != (Ref{}) {
				t.Errorf("Split of %d bytes = %v, want the zero Ref", n, r)
			}
		}); got != fits {
			t.Errorf("Split reads %d bytes: %v, want %v", n, got, fits)
		}
	}
}

// The same of valid input, which has to be read in full, and of a line before another.
func TestTooLongInFull(t *testing.T) {
	n := MaxLen + 1
	if !*sizes.Thorough {
		n = 1 << 22 // which is not too long
	}
	const piece = 1 << 20
	huge := guardpage.Repeated(t, "a:"+strings.Repeat("a", piece-2), n+piece)
	want := faultAt(MaxLen, automaton.TooLong)
	if n <= MaxLen {
		want = Fault{}
	}
	for _, rule := range []Rule{URIReference, URI} {
		if _, fault := Locate(huge[:n], rule); fault != want {
			t.Errorf("Locate(%d bytes, %v): %v, want %v", n, rule, fault, want)
		}
	}
	if r, fault := Locate(huge[:n-1], URIReference); fault != (Fault{}) || r.Len() != n-1 || r.Path() != (Span{2, uint32(n - 1)}) {
		t.Errorf("Locate(%d bytes) = %v, %v, want a path", n-1, r, fault)
	}
	copy(huge[n:], "\n/b\n")
	if _, fault := Locate(huge[:n+1], URIReference); fault != cmp.Or(want, faultAt(uint32(n), automaton.BadPath)) {
		t.Errorf("Locate(%d bytes and a bad one) = %v", n, fault)
	}
	lines, took := AppendLines(nil, huge[:n+5], '\n')
	if l := (Line{n + 1, n + 3, Split("/b"), Fault{}}); took != n+4 || len(lines) != 2 || lines[0].Fault != want || !slices.Equal(lines[1:], []Line{l}) {
		t.Errorf("AppendLines of a line of %d bytes = %v, %d, want %v, %d", n, lines, took, l, n+4)
	}
}
