package normalize

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// checkByKernels compares the forms of b under f by the kernels with that by the portable
// path, which other tests compare with the slow twin.
func checkByKernels(t *testing.T, levels []kernel.Level, b []byte, f Flags) {
	ref := scanner.Split(b)
	var buf [512]byte
	before := kernel.Use(kernel.Portable)
	defer kernel.Use(before)
	want, wantRef := AppendRef(nil, b, ref, f)
	for _, l := range levels {
		kernel.Use(l)
		for i := range buf {
			buf[i] = '!'
		}
		got, gotRef := AppendRef(buf[:0], b, ref, f)
		if !bytes.Equal(got, want) || gotRef != wantRef {
			t.Errorf("%v: AppendRef(%q, %v) = %q, %v, want %q, %v", l, b, f, got, gotRef, want, wantRef)
		}
		if want := scanner.Split(got); scanner.Valid(b, scanner.URIReference) && gotRef != want {
			t.Errorf("%v: AppendRef(%q, %v) has the Ref %v, want %v", l, b, f, gotRef, want)
		}
		if rest := buf[max(len(got), len(b)+maxGrowth):]; bytes.Count(rest, []byte{'!'}) != len(rest) {
			t.Errorf("%v: AppendRef(%q, %v) writes beyond its form", l, b, f)
		}
		own := slices.Clone(b)
		if own, gotRef = AppendRef(own[:0], own, ref, f); !bytes.Equal(own, want) || gotRef != wantRef {
			t.Errorf("%v: AppendRef(%q, %v) in place = %q, %v, want %q, %v", l, b, f, own, gotRef, want, wantRef)
		}
		if got, gotRef, err := Append(buf[:0], b, f); err == nil && (!bytes.Equal(got, want) || gotRef != wantRef) {
			t.Errorf("%v: Append(%q, %v) = %q, %v, want %q, %v", l, b, f, got, gotRef, want, wantRef)
		}
	}
}

// Everything that can follow a host: pieces that a rung removes, joins or decodes, and
// invalid ones.
func TestWebFormsOfPieces(t *testing.T) {
	levels := kernel.Levels()
	pieces := []string{"/", ".", "a", "%2e", "%7E", "%c3", "%2", "%", "?", "#"}
	most := 4
	if testing.Short() {
		most = 3
	}
	for _, tail := range cases.Sequences(most, pieces...) {
		const beyond = "41" // would make a triplet of a "%" at the end
		b := []byte("HTTP://www.Example.org:80/word" + tail + beyond)
		if checkByKernels(t, levels, b[:len(b)-len(beyond)], SchemeBased); t.Failed() {
			t.FailNow()
		}
	}
}

// Hosts, and rests after a host, of lengths around those that a kernel takes.
func TestWebFormsOfLengths(t *testing.T) {
	levels := kernel.Levels()
	m := cases.NewMaker(128)
	for range references() {
		b := []byte(m.Pick("http", "HTTPS", "ws", "x") + "://" + m.Pick("", "", "", "u@", "%41") + m.Pick("h", "Www.Example.org", "www.example.org") +
			strings.Repeat("h", m.IntN(60)) + m.Pick("", "", ":", ":80", ":443", ":0080", ":8080", ":8%2e", ":%C3%A90") + "/")
		for range m.IntN(24) {
			b = append(b, m.Segment()...)
			b = append(b, m.Pick("/", "/", "/", "", "word", "?", "/..")...)
		}
		b = b[:min(len(b), 500)]
		if checkByKernels(t, levels, b, []Flags{SchemeBased, Syntax, Case | PathSegment, SchemeBased &^ Case, SchemeBased | DropFragment}[m.IntN(5)]); t.Failed() {
			t.FailNow()
		}
	}
}
