package normalize

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/scanner"
)

// checkForms compares the forms of in, which may be invalid, for dsts with room and without,
// and those of a valid one with the twin.
func checkForms(t *testing.T, in string, f Flags) {
	if checkSplit(t, []byte(in), f); scanner.Valid(in, scanner.URIReference) {
		checkAgainstTwin(t, in, f)
	}
	if t.Failed() {
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
