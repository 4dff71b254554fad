package target

import (
	"bytes"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// Package normalize keeps the form of a target: an origin-form that begins with "//" gets no
// "/." in front, and an authority-form no "//". In place, too, and for a form that is read and not written.
func TestNormalizedTargets(t *testing.T) {
	base, err := resolve.NewBase("s://h", 0)
	testkit.Must(t, err)
	origin := cases.Sequences(4, "/", "/.", "..", "%2e", ".a", "%2f", "?")
	authority := cases.Sequences(4, "H", "%41", "[::FFFF:1.2.3.4]", "1.2.3.%34", ":", "80", ".")
	for _, test := range []struct {
		method, before string
		targets        []string
	}{{"GET", "s://h", origin}, {"CONNECT", "//", authority}} {
		valid := 0
		for _, in := range test.targets {
			if test.method == "GET" {
				in = "//" + in
			}
			_, ref, err := Parse(test.method, in)
			if err != nil {
				continue
			}
			valid++
			whole, _, err := normalize.Append(nil, test.before+in, normalize.SchemeBased)
			want := string(whole[len(test.before):])
			out, form := normalize.AppendRef(nil, in, ref, normalize.SchemeBased)
			if string(out) != want || err != nil {
				t.Fatalf("AppendRef(%q) = %q, want %q", in, out, want)
			}
			if in := []byte(in); test.method == "GET" || !bytes.Contains(in, []byte("[")) { // it may grow
				if place, _ := normalize.AppendRef(in[:0], in, ref, normalize.SchemeBased); string(place) != want {
					t.Fatalf("AppendRef(%q) in place = %q, want %q", in, place, want)
				}
			}
			if _, again, err := Parse(test.method, want); err == nil && again != form {
				t.Fatalf("AppendRef(%q): Ref %v, want %v", in, form, again)
			}
			if needed := normalize.Needed(in, ref, normalize.SchemeBased); (needed == 0) != (in == want) {
				t.Fatalf("Needed(%q) = %v, with the form %q", in, needed, want)
			}
			if normalize.Hash(in, ref, normalize.SchemeBased, 0) != normalize.Hash(want, form, 0, 0) {
				t.Fatalf("Hash(%q) is not that of %q", in, want)
			}
			if test.method == "GET" {
				out, at, err := base.AppendRef(nil, []byte(in), ref)
				if parsed, _ := scanner.Parse(out); at != parsed || err != nil {
					t.Fatalf("Base.AppendRef(%q) = %q, %v, %v", in, out, at, err)
				}
			}
		}
		if valid < 100 {
			t.Errorf("%d targets of %s are valid", valid, test.method)
		}
	}
}
