package scanner

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

// The tests named here do not depend on the kernels.
func TestMain(m *testing.M) {
	suite.RunLevels(m, "SplitIs|Bounded|Past32|Machine|Errors|Param|Segments|Span|Layout|Inside|AtTheEnd|Fails|LongLines|Grows")
}

var errBoom = errors.New("boom")

// A chunkReader gives src in pieces of the lengths that next returns, then err.
// If together is set, err comes with the last bytes.
type chunkReader struct {
	src      []byte
	next     func() int
	err      error
	together bool
}

func (r *chunkReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		panic("Read of nothing")
	}
	n := copy(p[:min(r.next(), len(p))], r.src)
	r.src = r.src[n:]
	if len(r.src) == 0 && (r.together || n == 0) {
		return n, r.err
	}
	return n, nil
}

// always returns a length of pieces that does not change.
func always(n int) func() int { return func() int { return n } }

// randomly returns lengths up to most, often 0.
func randomly(seed uint64, most int) func() int {
	r := rand.New(rand.NewPCG(seed, 2))
	return func() int { return max(0, r.IntN(most+most/4+2)-most/4) }
}

// readers are ways to read src for which a Scanner must return the same.
var readers = []struct {
	name string
	of   func(src []byte) io.Reader
}{
	{"whole", func(src []byte) io.Reader { return bytes.NewReader(src) }},
	{"one byte", func(src []byte) io.Reader { return iotest.OneByteReader(bytes.NewReader(src)) }},
	{"half", func(src []byte) io.Reader { return iotest.HalfReader(bytes.NewReader(src)) }},
	{"EOF with the last bytes", func(src []byte) io.Reader { return iotest.DataErrReader(bytes.NewReader(src)) }},
	{"one byte, EOF with the last", func(src []byte) io.Reader { return &chunkReader{src, always(1), io.EOF, true} }},
	{"seven bytes", func(src []byte) io.Reader { return &chunkReader{src, always(7), io.EOF, false} }},
	{"at random", func(src []byte) io.Reader { return &chunkReader{src, randomly(uint64(len(src)), 20), io.EOF, false} }},
	{"at random, EOF with the last bytes", func(src []byte) io.Reader { return &chunkReader{src, randomly(uint64(len(src)), 5), io.EOF, true} }},
}

type record struct {
	offset    int64
	bytes     string
	ref       Ref
	fault     Fault
	truncated bool
}

// String is short even where the line is long.
func (r record) String() string {
	return fmt.Sprintf("%d: %.100q %v %v, truncated %t", r.offset, r.bytes, r.ref, r.fault, r.truncated)
}

func recordOf(s *Scanner) record {
	return record{s.Offset(), string(s.Bytes()), s.Ref(), s.Fault(), s.Truncated()}
}

// naiveRecords returns the records that the documentation of Scanner requires for a
// buffer of size bytes, and where the bytes that no delimiter ends begin. These are a
// record, too, unless cut is set.
func naiveRecords(src []byte, delim byte, size int, cut bool) (records []record, end int) {
	lines, n := naiveLines(src, delim)
	if !cut && n < len(src) {
		ref, fault := Locate(src[n:], URIReference)
		lines = append(lines, Line{n, len(src), ref, fault})
		n = len(src)
	}
	for _, l := range lines {
		line := src[l.Start:l.End]
		records = append(records, record{int64(l.Start), string(line[:min(len(line), size)]), l.Ref, l.Fault, len(line) > size})
	}
	return records, n
}

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

func inPieces(r io.Reader) io.Reader {
	return testkit.ReaderFunc(func(p []byte) (int, error) { return r.Read(p[:min(len(p), 7)]) })
}
