package bench

import (
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
)

// A parser is an implementation to be measured: it makes, of a corpus, a pass
// over all its lines that returns something of every answer. Who takes only
// strings makes one of each line where the input is bytes.
type parser struct {
	name    string
	fields  func(line string) (fields, bool)
	bytes   func(lines [][]byte) uint64
	strings func(lines []string) uint64
}

// BenchmarkParse parses references that are valid, and ones that are not.
// Peers come first: benchstat compares with the first column.
func BenchmarkParse(b *testing.B) {
	for _, kind := range append(valid[:len(valid):len(valid)], invalid...) {
		b.Run("corpus="+string(kind), func(b *testing.B) {
			for _, p := range parsers {
				b.Run("impl="+p.name, func(b *testing.B) { p.run(b, open(b, kind)) })
			}
		})
	}
	b.Run("corpus="+string(corpus.Cold), benchmarkCold)
}

// wrong counts the lines of c of which p is wrong. The scanner may not be.
func (p parser) wrong(b *testing.B, c *corpus.Corpus) int {
	bad := wrong(c, p.fields)
	if p.name == "uriscan" && bad != 0 {
		b.Fatalf("Parse is wrong of %d lines of %s, want 0", bad, c.Source)
	}
	return bad
}

func (p parser) run(b *testing.B, c *corpus.Corpus) {
	bad := p.wrong(b, c)
	lines := c.Strings()
	b.Run("in=bytes", func(b *testing.B) {
		measure(b, c, func() uint64 { return p.bytes(c.Lines) })
		b.ReportMetric(float64(bad), "wrong")
	})
	b.Run("in=string", func(b *testing.B) {
		measure(b, c, func() uint64 { return p.strings(lines) })
		b.ReportMetric(float64(bad), "wrong")
	})
}
