package scanner

import (
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// Each function takes time linear in its input.
func TestGrowth(t *testing.T) {
	const n = 8 << 10
	view := func(in string) View[string] { return View[string]{in, Split(in)} }
	jobs := map[string]growth.Job{
		"Split":      growth.Of(func(in string) { Split(in) }),
		"HostAddr":   func(in string) func() { r := Split(in); return func() { HostAddr(in, r) } },
		"PortNumber": func(in string) func() { r := Split(in); return func() { PortNumber(in, r) } },
		"Segments": func(in string) func() {
			v := view(in)
			return func() {
				for range v.Segments() {
				}
			}
		},
		"Params": func(in string) func() {
			v := view(in)
			return func() {
				for range v.Params() {
				}
			}
		},
	}
	for _, rule := range []Rule{URIReference, URI, AbsoluteURI, RelativeRef} {
		jobs["Locate of "+rule.String()] = growth.Of(func(in string) { Locate(in, rule) })
	}
	for name, size := range map[string]int{"whole": 1 << 30, "in pieces": 17, "in bytes": 1} {
		jobs["Machine "+name] = growth.Of(func(in string) { fed(in, size) })
	}
	room := make([]Line, 0, 16*n)
	lines := map[string]growth.Job{"AppendLines": growth.Of(func(in []byte) { AppendLines(room, in, '\n') })}
	jobs["AppendLines of segments"] = growth.Of(func(in []byte) { AppendLines(room, in, '/') }) // by no kernel
	whole := func(r io.Reader) io.Reader { return r }
	for _, s := range []struct {
		name string
		size int
		how  func(io.Reader) io.Reader
	}{
		{"Scanner", defaultBuffer, whole},
		{"Scanner that holds all", 1 << 20, whole},
		{"Scanner of little memory", minBuffer, whole},
		{"Scanner of pieces", 1 << 20, inPieces},
	} {
		buf := make([]byte, s.size)
		lines[s.name] = growth.Of(func(in string) {
			lines := NewScanner(s.how(strings.NewReader(in)))
			for lines.Buffer(buf); lines.Scan(); {
			}
		})
	}
	if testing.Short() {
		for _, all := range []map[string]growth.Job{jobs, lines} { // no kernel has a part in the others
			maps.DeleteFunc(all, func(name string, _ growth.Job) bool {
				return name != "Locate of URI-reference" && name != "AppendLines" && name != "Scanner"
			})
		}
	}
	growth.Check(t, 1<<10, growth.References, jobs)
	growth.Check(t, 4<<10, growth.Long, jobs)
	growth.Check(t, n, growth.Lines, lines)
}

// fed feeds an input to a Machine in pieces and calls End after each.
func fed(in string, size int) {
	var m Machine
	for len(in) > 0 {
		piece := in[:min(size, len(in))]
		m.FeedString(piece)
		m.State()
		m.End()
		in = in[len(piece):]
	}
}

// inPieces makes a reader give seven bytes at a time.
func inPieces(r io.Reader) io.Reader {
	return testkit.ReaderFunc(func(p []byte) (int, error) { return r.Read(p[:min(len(p), 7)]) })
}
