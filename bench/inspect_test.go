package bench

import (
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// BenchmarkInspect asks for the remarks on references that are scanned already, beside the
// time that scanning them takes. Dirty has remarks on most lines.
func BenchmarkInspect(b *testing.B) {
	compare(b, []corpus.Kind{corpus.Web, corpus.Long, corpus.Links, corpus.Pages, corpus.Dirty},
		contender{"parse", func(c *corpus.Corpus) (func() uint64, int) {
			return func() uint64 { return scannerParse(c.Lines) }, -1
		}},
		contender{"uriscan", func(c *corpus.Corpus) (func() uint64, int) {
			refs := make([]scanner.Ref, len(c.Lines))
			for i, line := range c.Lines {
				refs[i], _ = scanner.Parse(line)
			}
			return func() (n uint64) {
				for i, line := range c.Lines {
					n += uint64(inspect.Of(line, refs[i]))
				}
				return n
			}, -1
		}})
}
