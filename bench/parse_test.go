package bench

import (
	"net/url"
	"testing"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/fasthttp"
)

// A parser is an implementation to measure. fields returns the components of a line; the
// other fields are passes over all lines. A parser of strings converts each line if the
// input is bytes, and the other way round.
type parser struct {
	name    string
	fields  func(line string) (fields, bool)
	bytes   func(lines [][]byte) uint64
	strings func(lines []string) uint64
}

// Peers come first, because benchstat compares with the first column.
var parsers = []parser{
	ofStrings("net-url", netURLFields, func(line string) int {
		u, err := url.Parse(line)
		if err != nil {
			return 0
		}
		return len(u.Host)
	}),
	{"fasthttp", fasthttpFields, each(fasthttpParse()), each(func(line string) int { return fasthttpParse()([]byte(line)) })},
	ofStrings("fredbi-uri", fredbiFields, func(line string) int {
		u, err := uri.ParseReference(line)
		if err != nil {
			return 0
		}
		return len(u.Authority().Host())
	}),
	ofStrings("whatwg-url", whatwgFields, func(line string) int {
		u, err := whatwg.Parse(line)
		if err != nil {
			return 0
		}
		return len(u.Hostname())
	}),
	{"uriscan", scannerFields, scannerParse[[]byte], scannerParse[string]},
}

// ofStrings returns a parser for a function that returns the length of the host.
func ofStrings(name string, fields func(line string) (fields, bool), host func(line string) int) parser {
	return parser{name, fields, each(func(line []byte) int { return host(string(line)) }), each(host)}
}

// fasthttpParse parses a reference like that of an HTTP request, and keeps its bytes in a
// reused object.
func fasthttpParse() func(line []byte) int {
	var u fasthttp.URI
	return func(line []byte) int {
		if u.Parse(nil, line) != nil {
			return 0
		}
		return len(u.Host())
	}
}

func scannerParse[B ~[]byte | ~string](lines []B) (n uint64) {
	for _, line := range lines {
		if ref, err := scanner.Parse(line); err == nil {
			n += uint64(ref.Host().Len())
		}
	}
	return n
}

// BenchmarkParse parses valid and invalid references.
func BenchmarkParse(b *testing.B) {
	var all []contender
	for _, p := range parsers {
		all = append(all,
			contender{p.name + "/in=bytes", func(c *corpus.Corpus) (func() uint64, int) {
				return func() uint64 { return p.bytes(c.Lines) }, wrong(c, p.fields)
			}},
			contender{p.name + "/in=string", func(c *corpus.Corpus) (func() uint64, int) {
				lines := c.Strings()
				return func() uint64 { return p.strings(lines) }, wrong(c, p.fields)
			}})
	}
	compare(b, corpus.Kinds(), all...)
	b.Run("corpus="+string(corpus.Cold), benchmarkCold)
}

// benchmarkCold parses lines that are no longer in a cache. So much input was read from
// somewhere, so it is bytes. An operation is the next few thousand lines. Cutting the
// lines does not read them and is not timed. Each implementation begins where the one
// before it stopped.
func benchmarkCold(b *testing.B) {
	reel, err := corpus.OpenReel(corpus.ReelSize)
	testkit.Must(b, err)
	c := &corpus.Corpus{Kind: corpus.Cold, Source: reel.Source, Lines: make([][]byte, corpus.Lines)}
	for _, p := range parsers {
		b.Run("impl="+p.name+"/in=bytes", func(b *testing.B) {
			reel.Next(c.Lines)
			bad := wrong(c, p.fields)
			b.SetBytes(int64(len(reel.Text()) / reel.Len() * len(c.Lines)))
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				reel.Next(c.Lines)
				b.StartTimer()
				sink += p.bytes(c.Lines)
			}
			report(b, len(c.Lines), bad)
		})
	}
}

// BenchmarkSplit splits references that need not be valid.
func BenchmarkSplit(b *testing.B) {
	compare(b, []corpus.Kind{corpus.Web, corpus.Links, corpus.Refused},
		contender{"regexp", func(c *corpus.Corpus) (func() uint64, int) {
			split := each(func(line []byte) int { return len(appendixB.FindSubmatchIndex(line)) })
			return func() uint64 { return split(c.Lines) }, -1
		}},
		contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
			bad := differing(c, func(_ int, line []byte) fields { return fieldsOf(string(line), scanner.Split(line)) },
				func(_ int, line []byte) fields { return truth(string(line)) })
			split := each(func(line []byte) int { return scanner.Split(line).Host().Len() })
			return func() uint64 { return split(c.Lines) }, bad
		}})
}

// pieces are the ways to cut the input of a Machine: not at all, for Locate; whole; and
// in pieces of that many bytes.
var pieces = []struct {
	name string
	size int
}{{"none", 0}, {"whole", scanner.MaxLen}, {"4096", 4096}, {"7", 7}, {"1", 1}}

// fed returns the answer of m for line, in pieces of size bytes.
func fed(m *scanner.Machine, line []byte, size int) (scanner.Ref, scanner.Fault) {
	if size == 0 {
		return scanner.Locate(line, scanner.URIReference)
	}
	m.Reset(scanner.URIReference)
	for len(line) > size {
		m.Feed(line[:size])
		line = line[size:]
	}
	m.Feed(line)
	return m.End()
}

// BenchmarkMachine feeds a Machine with pieces. Locate is measured for comparison. No
// line is longer than 4096 bytes, so only corpus=joined, a path of 1 MiB, shows the cost
// of pieces of that size.
func BenchmarkMachine(b *testing.B) {
	var all []contender
	for _, piece := range pieces {
		all = append(all, contender{"uriscan/in=bytes/piece=" + piece.name, func(c *corpus.Corpus) (func() uint64, int) {
			var m scanner.Machine
			bad := 0
			for _, line := range c.Lines {
				ref, fault := fed(&m, line, piece.size)
				if r, f := scanner.Locate(line, scanner.URIReference); ref != r || fault != f {
					bad++
				}
			}
			return func() (n uint64) {
				for _, line := range c.Lines {
					ref, fault := fed(&m, line, piece.size)
					n += uint64(ref.Len() + fault.Offset())
				}
				return n
			}, bad
		}})
	}
	compare(b, corpus.Kinds(), all...)
	compareOn(b, joined(open(b, corpus.Web)), all...)
}

// joined returns one reference of about 1 MiB, the paths of c one after the other, as a
// Machine gets it when each piece is the buffer of a reader.
func joined(c *corpus.Corpus) *corpus.Corpus {
	line := []byte("http://a.example")
	for i := 0; len(line) < 1<<20; i++ {
		line = append(line, truth(string(c.Lines[i%len(c.Lines)])).path...)
	}
	return &corpus.Corpus{Kind: "joined", Source: c.Source, Lines: [][]byte{line}}
}
