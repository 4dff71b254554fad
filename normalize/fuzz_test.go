package normalize

import (
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// FuzzNormalize compares every function of one reference with the twin, for all flags.
// Invalid inputs are cut by Split.
func FuzzNormalize(f *testing.F) {
	m := cases.NewMaker(10)
	for range 100 {
		f.Add(m.Reference(), uint32(m.IntN(int(allFlags)+1)))
	}
	f.Add("x:/.//%2e/./..//", uint32(SchemeBased))
	f.Add("//[::FFFF:0.0.0.0]:/%2E%2e%2", uint32(allFlags))
	f.Fuzz(func(t *testing.T, in string, flags uint32) {
		fl := Flags(flags)
		checkSplit(t, []byte(in), fl)
		if !scanner.Valid(in, scanner.URIReference) {
			if out, _, err := Append(nil, in, fl); out != nil || err == nil {
				t.Errorf("Append(%q) = %q, %v, want an error", in, out, err)
			}
			return
		}
		checkAgainstTwin(t, in, fl)
	})
}

// FuzzEqual compares Equal and Hash with the forms, for two arbitrary inputs.
func FuzzEqual(f *testing.F) {
	m := cases.NewMaker(11)
	for range 100 {
		in := m.Reference()
		f.Add(in, variant(m, in), uint32(m.IntN(int(allFlags)+1)))
	}
	f.Fuzz(func(t *testing.T, a, b string, flags uint32) {
		if scanner.Valid(a, scanner.URIReference) && scanner.Valid(b, scanner.URIReference) {
			checkEquality(t, a, b, Flags(flags))
			return
		}
		if got := Equal(a, b, Flags(flags)); got != (a == b) {
			t.Errorf("Equal(%q, %q) = %v, want %v: one is not a reference", a, b, got, a == b)
		}
	})
}

// FuzzAppendResolved compares AppendResolved with package resolve.
func FuzzAppendResolved(f *testing.F) {
	m := cases.NewMaker(12)
	for range 100 {
		f.Add("s:"+m.Path(), m.Reference(), uint32(m.IntN(int(allFlags)+1)))
	}
	f.Fuzz(func(t *testing.T, base, ref string, flags uint32) {
		if _, err := resolve.NewBase(base, 0); err == nil && scanner.Valid(ref, scanner.URIReference) {
			checkResolved(t, base, ref, Flags(flags))
		}
	})
}
