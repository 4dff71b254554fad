package resolve

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/slow"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
)

// drawn returns how many random pairs of base and reference are drawn.
func drawn() int { return sizes.Of(10_000, 50_000) }

// allFlags are all sets of flags.
const allFlags = NotStrict | RejectUnderflow | BaseDots + 1

// refOf makes a reference, most without a scheme.
func refOf(m cases.Maker) string {
	ref := m.Reference()
	if _, rest, hasScheme := strings.Cut(ref, ":"); hasScheme && m.IntN(5) > 0 && scanner.Valid(rest, scanner.URIReference) {
		return rest
	}
	return ref
}

// checkAgainstTwin checks everything that Base says of a pair, for the flags.
func checkAgainstTwin(t testing.TB, b *Base, base, ref string, f Flags) {
	if t.Failed() {
		t.FailNow()
	}
	rules := slow.Rules{NotStrict: f&NotStrict != 0, BaseDots: f&BaseDots != 0}
	err := b.ResetString(base, f)
	if f&RejectUnderflow != 0 {
		if _, under := slow.Resolve(base, "x", rules); under >= 0 {
			checkFault(t, fmt.Sprintf("base %q, flags %d: Reset", base, f), err, scanner.Underflow, under)
			return
		}
	}
	if err != nil {
		t.Errorf("ResetString(%q, %d): %v", base, f, err)
		return
	}
	want, under := slow.Resolve(base, ref, rules)
	dst := []byte("kept")
	out, r, err := b.AppendString(dst, ref)
	if under >= 0 && f&RejectUnderflow != 0 {
		checkFault(t, fmt.Sprintf("base %q, flags %d: Append(%q)", base, f, ref), err, scanner.Underflow, under)
		if string(out) != "kept" || r != (scanner.Ref{}) {
			t.Errorf("base %q, flags %d: Append(%q) = %q, %v with an error", base, f, ref, out, r)
		}
		return
	}
	if string(out) != "kept"+want || err != nil {
		t.Errorf("base %q, flags %d: Append(%q) = %q, %v, want %q", base, f, ref, out, err, "kept"+want)
		return
	}
	checkRef(t, "Append", ref, out[len(dst):], r)
	document, _, _ := strings.Cut(base, "#")
	target, _, _ := strings.Cut(want, "#")
	if got := b.SameDocument([]byte(ref)); got != (document == target) {
		t.Errorf("base %q, flags %d: SameDocument(%q) = %v, want %v", base, f, ref, got, !got)
	}
}

// checkFault checks the kind and the offset of an error.
func checkFault(t testing.TB, what string, err error, kind scanner.Kind, offset int) {
	t.Helper()
	var e scanner.Error
	if !errors.As(err, &e) || !errors.Is(err, kind) || e.Fault().Kind() != kind || e.Fault().Offset() != offset {
		t.Errorf("%s: %v, want %v at byte %d", what, err, kind, offset)
	}
}

func TestAgainstTwin(t *testing.T) {
	p := cases.NewMaker(1)
	var b Base
	for range drawn() {
		checkAgainstTwin(t, &b, p.URI(), refOf(p), Flags(p.IntN(int(allFlags))))
	}
}

// Every short path of dots, slashes and what is neither, against every other.
func TestAgainstTwinExhaustively(t *testing.T) {
	paths := cases.Words("./a:", 4)
	var b Base
	for _, path := range paths {
		if last := path[strings.LastIndexByte(path, '/')+1:]; len(last) > 1 && last != ".." {
			continue // what else the last segment is does not matter
		}
		for _, before := range []string{"s:", "s://h"} {
			base := before + path
			if !scanner.Valid(base, scanner.URI) {
				continue
			}
			for _, ref := range paths {
				if scanner.Valid(ref, scanner.URIReference) {
					checkAgainstTwin(t, &b, base, ref, 0)
				}
			}
		}
	}
}

// checkDots holds what removes dot segments to the twin, apart and in place.
func checkDots(t testing.TB, path string) {
	want, above := slow.RemoveDotSegments(path)
	if got := AppendWithoutDotSegments([]byte("kept"), path); string(got) != "kept"+want {
		t.Errorf("AppendWithoutDotSegments(%q) = %q, want %q", path, got, "kept"+want)
	}
	in := []byte(path)
	if got := AppendWithoutDotSegments(in[:0], in); string(got) != want {
		t.Errorf("AppendWithoutDotSegments(%q) in place = %q, want %q", path, got, want)
	}
	if _, got := removeDots(make([]byte, 0, len(path)), 0, []byte(path), false); got != above {
		t.Errorf("removeDots(%q): underflow at %d, want %d", path, got, above)
	}
}

func TestRemoveDotSegmentsAgainstTwin(t *testing.T) {
	for _, path := range cases.Words("./a", 9) {
		checkDots(t, path)
	}
	p := cases.NewMaker(2)
	for range 2 * drawn() {
		checkDots(t, p.Path())
	}
}

const rfcBase = cases.Base

func TestExamplesOfTheRFC(t *testing.T) {
	if len(cases.Examples) != 42 {
		t.Errorf("%d examples, want the 42 of section 5.4", len(cases.Examples))
	}
	for _, test := range cases.Examples {
		checkExample(t, rfcBase, test.Ref, test.Want, test.Section)
	}
}

// checkExample holds resolve, and the twin that judges it elsewhere, to what was worked
// out by hand.
func checkExample(t *testing.T, base, ref, want, why string) {
	checkTarget(t, newBase(t, base, 0), ref, want)
	if got, err := String(base, ref); got != want || err != nil {
		t.Errorf("String(%q, %q) = %q, %v, want %q: %s", base, ref, got, err, want, why)
	}
	if got, _ := slow.Resolve(base, ref, slow.Rules{}); got != want {
		t.Errorf("slow.Resolve(%q, %q) = %q, want %q: %s", base, ref, got, want, why)
	}
}

func TestTraps(t *testing.T) {
	cases.Traps(t, "resolve", 47, func(row struct{ In, Base, Want, Why string }) {
		checkExample(t, row.Base, row.In, row.Want, row.Why)
	})
}

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
