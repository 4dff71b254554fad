package normalize

import (
	"flag"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/twin"
	"github.com/uriscan/uriscan/scanner"
)

// count is how many references are drawn; CI and the curious draw more.
var count = flag.Int("references", 400, "random references, and keys of the hash, a fifth of them with -short")

func references() int {
	if testing.Short() {
		return *count / 5
	}
	return *count
}

// twinForm asks the slow twin for the normal form and the rungs that lead there.
func twinForm(in string, f Flags) (form string, rungs Flags) {
	on := map[string]bool{}
	for i, name := range flagNames {
		on[name] = f&(1<<i) != 0
	}
	form, changed := twin.Normalize(in, on)
	for i, name := range flagNames {
		if changed[name] {
			rungs |= 1 << i
		}
	}
	return form, rungs
}

// checkAgainstTwin compares what the package says of a valid reference with what
// the twin says.
func checkAgainstTwin(t testing.TB, in string, f Flags) {
	ref, err := scanner.Parse(in)
	if err != nil {
		t.Fatalf("Parse(%q) = %v, want nil", in, err)
	}
	want, rungs := twinForm(in, f)
	out, r, err := Append([]byte("kept"), in, f)
	if string(out) != "kept"+want || err != nil {
		t.Errorf("Append(%q, %v) = %q, %v, want %q", in, f, out, err, "kept"+want)
	}
	if wantRef, err := scanner.Parse(want); r != wantRef || err != nil {
		t.Errorf("Append(%q, %v): Ref %v, want %v, that of Parse(%q), %v", in, f, r, wantRef, want, err)
	}
	if got := Needed(in, ref, f); got != rungs {
		t.Errorf("Needed(%q, %v) = %v, want %v", in, f, got, rungs)
	}
	if KnownNormal(ref, f) && rungs != 0 {
		t.Errorf("KnownNormal(%q, %v) = true, want false: %v change it", in, f, rungs)
	}
	checkForm(t, in, ref, want, f)
}

// checkForm compares what Hash and Equal say of in with what they say of want, its
// form.
func checkForm(t testing.TB, in string, ref scanner.Ref, want string, f Flags) {
	wantHi, wantLo := sum([]byte(want), 3986)
	if hi, lo := Hash(in, ref, f, 3986); hi != wantHi || lo != wantLo {
		t.Errorf("Hash(%q, %v) = %x %x, want %x %x", in, f, hi, lo, wantHi, wantLo)
	}
	if !Equal(in, []byte(want), f) {
		t.Errorf("Equal(%q, %q, %v) = false, want true", in, want, f)
	}
}

func TestAgainstTwin(t *testing.T) {
	m := newMaker(1)
	for range references() {
		in := m.reference()
		for _, f := range flagSets {
			checkAgainstTwin(t, in, f)
		}
		if t.Failed() {
			return
		}
	}
}

// All sets of flags, each on some references.
func TestAgainstTwinWithAllFlags(t *testing.T) {
	m := newMaker(2)
	for f := range allFlags + 1 {
		for range 1 + references()/1000 {
			checkAgainstTwin(t, m.reference(), f)
		}
		if t.Failed() {
			return
		}
	}
}

// Every short path of dots, encoded or not, slashes and what is neither, after
// every kind of beginning.
func TestAgainstTwinExhaustively(t *testing.T) {
	for _, word := range cases.Words("./a:%", 5) {
		path := strings.ReplaceAll(word, "%", "%2e")
		flags := []Flags{PathSegment, Scheme, PathSegment | PercentEncoding}
		if path == word {
			flags = flags[:2]
		}
		for _, before := range []string{"", "s:", "s://h", "//h"} {
			if in := before + path; scanner.Valid(in, scanner.URIReference) {
				for _, f := range flags {
					checkAgainstTwin(t, in, f)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}
