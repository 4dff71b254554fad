package normalize

import (
	"errors"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// checkResolved compares AppendResolved with its two steps.
func checkResolved(t testing.TB, base, ref string, f Flags) {
	b, err := resolve.NewBase(base, 0)
	if err != nil {
		t.Fatalf("NewBase(%q) = %v, want nil", base, err)
	}
	target, err := resolve.String(base, ref)
	if err != nil {
		t.Fatalf("resolve.String(%q, %q) = %v, want nil", base, ref, err)
	}
	want, rungs := twinForm(target, f)
	for _, room := range []int{0, len(want), 2*len(target) + 16} {
		dst := append(make([]byte, 0, 4+room), "kept"...)
		out, r, got, err := AppendResolved(dst, b, []byte(ref), f)
		if string(out) != "kept"+want || got != rungs || err != nil {
			t.Errorf("AppendResolved(%q, %q, %v) = %q, %v, %v, want %q, %v", base, ref, f, out, got, err, "kept"+want, rungs)
		}
		if wantRef, _ := scanner.Parse(want); r != wantRef {
			t.Errorf("AppendResolved(%q, %q, %v): Ref %v, want %v", base, ref, f, r, wantRef)
		}
	}
}

func TestAppendResolved(t *testing.T) {
	m := cases.NewMaker(9)
	for range references() {
		base := m.Reference()
		if !scanner.Valid(base, scanner.URI) {
			continue
		}
		checkResolved(t, base, m.Reference(), flagSets[m.IntN(len(flagSets))])
		if t.Failed() {
			return
		}
	}
}

func TestAppendResolvedRefuses(t *testing.T) {
	base, err := resolve.NewBase("HTTP://h/a", resolve.RejectUnderflow)
	testkit.Must(t, err)
	for _, row := range []struct {
		ref  string
		want error
	}{
		{"a b", scanner.BadPath},
		{"%zz", scanner.BadPercent},
		{"../../x", scanner.Underflow},
	} {
		dst := append(make([]byte, 0, 64), "kept"...)
		out, r, rungs, err := AppendResolved(dst, base, []byte(row.ref), SchemeBased)
		if string(out) != "kept" || r != (scanner.Ref{}) || rungs != 0 || !errors.Is(err, row.want) {
			t.Errorf("AppendResolved(%q) = %q, %v, %v, %v, want dst and %v", row.ref, out, r, rungs, err, row.want)
		}
	}
}
