package resolve

import (
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// FuzzBase compares a Base with the twin for all flags, and checks the properties of
// every target and every relative reference.
func FuzzBase(f *testing.F) {
	for i, test := range cases.Examples {
		f.Add(rfcBase, test.Ref, byte(i))
	}
	p := cases.NewMaker(6)
	for range 50 {
		f.Add(p.URI(), refOf(p), byte(p.IntN(256)))
	}
	f.Fuzz(func(t *testing.T, base, ref string, flags byte) {
		fl := Flags(flags) % allFlags
		var b Base
		if !scanner.Valid(base, scanner.URI) {
			if b.ResetString(base, fl) == nil {
				t.Errorf("ResetString(%q) = nil, want an error", base)
			}
			return
		}
		if !scanner.Valid(ref, scanner.URIReference) {
			testkit.Must(t, b.ResetString(base, 0))
			if out, _, err := b.AppendString(nil, ref); out != nil || err == nil {
				t.Errorf("AppendString(%q) = %q, %v, want an error", ref, out, err)
			}
			return
		}
		checkAgainstTwin(t, &b, base, ref, fl)
		testkit.Must(t, b.ResetString(base, fl&^RejectUnderflow))
		checkRelative(t, &b, ref)
	})
}

// FuzzAppendWithoutDotSegments compares it with the twin, in another buffer and in place.
func FuzzAppendWithoutDotSegments(f *testing.F) {
	p := cases.NewMaker(7)
	for range 50 {
		f.Add(p.Path())
	}
	f.Add("/!!./00000") // what lies between "/" and "." in their differences
	f.Fuzz(func(t *testing.T, path string) {
		checkDots(t, path)
	})
}

// FuzzRecompose compares it with the scanner: parts are parsed back unchanged, or
// refused.
func FuzzRecompose(f *testing.F) {
	for _, test := range refusals {
		p := test.parts
		if len(p.Path) < 100 {
			f.Add(byte(p.Has), p.Scheme, p.Userinfo, p.Host, p.Port, p.Path, p.Query, p.Fragment)
		}
	}
	f.Fuzz(func(t *testing.T, has byte, scheme, userinfo, host, port, path, query, fragment []byte) {
		checkParts(t, &Parts{scanner.Component(has), scheme, userinfo, host, port, path, query, fragment})
	})
}
