package bench

import (
	"strings"
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
	ofStrings("net-url", netURLFields, netURLHost),
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
				if unchecked {
					break
				}
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

// sixty bytes may be in a scheme, a userinfo, a host and a path.
var sixty = strings.Repeat("ten.bytes.", 6)

// shapes are references of one shape each, the plain one first. Those up to bad are valid.
var shapes = []struct{ name, ref string }{
	{"plain", "https://doc.example.org/x?y=1"},
	{"empty", ""},
	{"slash", "/"},
	{"file", "index.html"},
	{"dotted-name", "trait.Foo.html#method.bar"},
	{"path", "/a/b/c/d/index.html"},
	{"dot-dot", "../index.html"},
	{"dot-dots", "../../../core/index.html"},
	{"dot", "a/./b"},
	{"query", "?q=1"},
	{"fragment", "#main"},
	{"query-fragment", "/a/b.html?page=2&sort=up#top"},
	{"no-scheme", "//cdn.example.org/a.js"},
	{"empty-path", "http://www.example.org"},
	{"https-fragment", "https://www.example.org/a/b#c"},
	{"dots-in-path", "http://example.org/a/../b#c"},
	{"upper-host", "http://WWW.Example.ORG/a"},
	{"upper-scheme", "HTTP://EXAMPLE.ORG/A"},
	{"port", "https://example.org:8080/"},
	{"no-scheme-port", "//cdn.example.org:443/a.js"},
	{"empty-port", "http://example.org:/a"},
	{"user", "http://user@example.org/"},
	{"user-password-port", "http://user:pw@example.org:80/p?q#f"},
	{"ipv4", "http://127.0.0.1/"},
	{"ipv4-port", "http://192.168.100.200:8080/index.html"},
	{"ipv4-ftp", "ftp://10.0.0.1:21/x"},
	{"ipv4-user", "http://user@10.0.0.1/x"},
	{"ipv4-user-port", "ftp://user:pw@192.168.100.200:21/x"},
	{"digit-host", "http://host1/a"},
	{"ipv6", "http://[::1]/"},
	{"ipv6-port", "http://[2001:db8::1]:80/a"},
	{"ipv6-ipv4", "http://[::ffff:192.0.2.128]/x"},
	{"ipvfuture", "http://[v1.fe80:a]/x"},
	{"ipv6-user-port", "http://user@[2001:db8::1]:80/a"},
	{"percent-path", "/a%20b/c"},
	{"percent-query", "/a/b?c=%7B%22a%22%3A1%7D"},
	{"percent-utf8", "http://example.org/~u/%E4%B8%AD"},
	{"at-in-path", "https://example.org/@scope/package"},
	{"mailto", "mailto:a@b.example"},
	{"urn", "urn:isbn:1234567890"},
	{"tel", "tel:+1-816-555-1212"},
	{"data", "data:image/gif;base64,R0lGODlhAQABAAAAACw="},
	{"long-plain", "https://www.example.org/a/long/path/of/many/segments/and/a/name.html?with=parameters&and=more"},
	{"long-dots", "https://www.example.org/a/long/path/of/many/segments/and/../name.html?with=parameters#and-more"},
	{"long-relative", "../../a/long/path/of/many/segments/and/more/of/them/file-name.html?with=parameters&and=more#x"},
	{"long-percent", "https://www.example.org/a/long/path/of/many/segments/and/a/name%20x.html?with=parameters&and=%2F"},
	{"long-percents", "https://www.example.org/%E4%B8%AD%E6%96%87/and/a/name.html?with=%E4%B8%AD%E6%96%87&and=%2F"},
	{"more-percents", "https://ru.example.org/wiki/" + strings.Repeat("%D0%97", 30)}, // 208 bytes
	{"long-segment", strings.Repeat("ten-bytes-", 12) + "and-more"},                  // 128 bytes
	{"far-host", "https://" + sixty + "and-more.example.org/x"},
	{"far-port", "https://" + sixty + "and-more.example.org:8080/x"},
	{"far-user", "https://user:" + sixty + "@example.org/x"},
	{"far-user-port", "https://user:pw@" + sixty + "and-more.example.org:8080/x"},
	{"far-ipv4", "https://user:" + sixty + "@10.0.0.1:80/x"},
	{"far-ipv6", "https://user:" + sixty + "@[::1]/x"},
	{"far-segment", sixty + "-and-more.html"},
	{"far-scheme", sixty + "-and-more://example.org/x"},
	{"far-scheme-path", sixty + "-and-more:x"},
	{"bad-blank", "a b"},
	{"bad-path", "http://www.example.org/a b"},
	{"bad-percent", "http://www.example.org/100%/a"},
	{"bad-host", "http://www exa/"},
	{"bad-port", "http://www.example.org:8o80/a"},
	{"bad-user", "http://a@b@example.org/"},
	{"bad-ipv6", "http://[::1/a"},
	{"bad-first", " http://www.example.org/"},
	{"bad-scheme", "ht_tp://example.org/"},
	{"bad-segment", "1a:b"},
}

// BenchmarkShapes parses one reference again and again: what a shape costs if every branch is
// predicted.
func BenchmarkShapes(b *testing.B) {
	const repeat = 512
	for _, s := range shapes {
		ref := []byte(s.ref)
		if _, err := scanner.Parse(ref); (err != nil) != strings.HasPrefix(s.name, "bad") {
			b.Fatalf("Parse(%q): %v", ref, err)
		}
		for _, impl := range []struct {
			name string
			pass func() uint64
		}{
			{"uriscan", func() (sum uint64) {
				for range repeat {
					r, _ := scanner.Parse(ref)
					sum += uint64(r.Len())
				}
				return sum
			}},
			{"net-url", func() (sum uint64) {
				for range repeat {
					sum += uint64(netURLLines(ref))
				}
				return sum
			}},
		} {
			b.Run("corpus=shapes/impl="+impl.name+"/shape="+s.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink += impl.pass()
				}
				report(b, repeat, -1)
			})
		}
	}
}
