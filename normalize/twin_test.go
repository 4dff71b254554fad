package normalize

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/fuzz/slow"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// references returns how many random references are drawn, and keys of the hash.
func references() int { return sizes.Of(400, 4000) }

// twinForm returns the normal form of the slow twin and the rungs that changed the input.
func twinForm(in string, f Flags) (form string, rungs Flags) {
	on := map[string]bool{}
	for i, name := range flagNames {
		on[name] = f&(1<<i) != 0
	}
	form, changed := slow.Normalize(in, on)
	for i, name := range flagNames {
		if changed[name] {
			rungs |= 1 << i
		}
	}
	return form, rungs
}

// checkAgainstTwin compares the answers of the package for a valid reference with those of
// the twin.
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
	if again, err := String(want, f); again != want || err != nil {
		t.Errorf("String(%q, %v) = %q, %v, want itself: it is normal", want, f, again, err)
	}
	src := []byte(in)
	err = Do(src, f, func(normal []byte, own scanner.Ref) {
		if string(normal) != want || own != r {
			t.Errorf("Do(%q, %v): %q, %v, want %q, %v", in, f, normal, own, want, r)
		}
	})
	if err != nil || string(src) != in {
		t.Errorf("Do(%q, %v) = %v, its input is then %q", in, f, err, src)
	}
	if got, want := Hash(in, ref, f, 3986), sum([]byte(want), 3986); got != want {
		t.Errorf("Hash(%q, %v) = %x, want %x", in, f, got, want)
	}
	if !Equal(in, []byte(want), f) {
		t.Errorf("Equal(%q, %q, %v) = false, want true", in, want, f)
	}
	if t.Failed() {
		t.FailNow()
	}
}

func TestAgainstTwin(t *testing.T) {
	m := cases.NewMaker(1)
	for range references() {
		in := m.Reference()
		for _, f := range flagSets {
			checkAgainstTwin(t, in, f)
		}
	}
}

// All sets of flags, each on some references.
func TestAgainstTwinWithAllFlags(t *testing.T) {
	m := cases.NewMaker(2)
	for f := range allFlags + 1 {
		for range 1 + references()/1000 {
			checkAgainstTwin(t, m.Reference(), f|Flags(m.Uint32())&^allFlags) // other bits are ignored
		}
	}
}

// Every short path of dots, encoded or not, slashes and other bytes, after every kind of
// beginning.
func TestAgainstTwinExhaustively(t *testing.T) {
	for _, word := range cases.Words("./a:%", 5) {
		path := strings.ReplaceAll(word, "%", "%2e")
		flags := []Flags{PathSegment, SchemeBased, PathSegment | PercentEncoding, Case | PercentEncoding}
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
	}
}

// allFlags has every rung.
const allFlags = SchemeBased | DropFragment | DropUserinfo

// flagSets are the sets that tests try with every input: the unions, each rung alone and
// missing, and pairs of rungs that change the same bytes.
var flagSets = func() []Flags {
	sets := []Flags{
		0, Syntax, SchemeBased, allFlags, SchemeBased | DropFragment, Syntax | DropUserinfo,
		PercentEncoding | PathSegment, Case | PercentEncoding, Case | IPv6, EmptyPath | PathSegment, EmptyPort | DefaultPort,
	}
	for i := range flagNames {
		sets = append(sets, 1<<i, allFlags&^(1<<i))
	}
	return sets
}()

// checkForms compares the forms of in, which may be invalid, for dsts with room and without,
// and those of a valid one with the twin.
func checkForms(t *testing.T, in string, f Flags) {
	if checkSplit(t, []byte(in), f); scanner.Valid(in, scanner.URIReference) {
		checkAgainstTwin(t, in, f)
	} else if t.Failed() {
		t.FailNow()
	}
}

// Everything that can follow a host: pieces that a rung removes, joins or decodes, and
// invalid ones.
func TestFormsOfPieces(t *testing.T) {
	most := 4
	if testing.Short() {
		most = 3
	}
	for _, tail := range cases.Sequences(most, "/", ".", "a", "%2e", "%7E", "%c3", "%2", "%", "?", "#") {
		checkForms(t, "HTTP://www.Example.org:80/word"+tail, SchemeBased)
	}
}

// Hosts, and rests after a host, of many lengths.
func TestFormsOfLengths(t *testing.T) {
	m := cases.NewMaker(128)
	for range references() {
		in := m.Pick("http", "HTTPS", "ws", "x") + "://" + m.Pick("", "", "", "u@", "%41") + m.Pick("h", "Www.Example.org", "www.example.org") +
			strings.Repeat("h", m.IntN(60)) + m.Pick("", "", ":", ":80", ":443", ":0080", ":8080", ":8%2e", ":%C3%A90") + "/"
		for range m.IntN(24) {
			in += m.Segment() + m.Pick("/", "/", "/", "", "word", "?", "/..")
		}
		checkForms(t, in, []Flags{SchemeBased, Syntax, Case | PathSegment, SchemeBased &^ Case, SchemeBased | DropFragment}[m.IntN(5)])
	}
}

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
		checkForms(t, in, Flags(flags))
		if out, _, err := Append(nil, in, Flags(flags)); !scanner.Valid(in, scanner.URIReference) && (out != nil || err == nil) {
			t.Errorf("Append(%q) = %q, %v, want an error", in, out, err)
		}
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
