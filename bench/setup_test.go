package bench

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
)

// TestMain prints which inputs the figures are of as a configuration line of
// the benchmark format, so that benchstat never compares across them.
func TestMain(m *testing.M) {
	source := "generated"
	if os.Getenv(corpus.Variable) != "" {
		source = "files"
	}
	fmt.Println("corpora:", source)
	os.Exit(m.Run())
}

// valid are the corpora of which every line is a reference.
var valid = []corpus.Kind{corpus.Web, corpus.Long, corpus.Links, corpus.Dirty, corpus.Short, corpus.Targets}

// invalid are those of which none is.
var invalid = []corpus.Kind{corpus.InvalidStart, corpus.InvalidMiddle, corpus.InvalidEnd, corpus.Refused}

var opened sync.Map

// open returns the corpus of the kind, read or made once.
func open(tb testing.TB, kind corpus.Kind) *corpus.Corpus {
	tb.Helper()
	if c, ok := opened.Load(kind); ok {
		return c.(*corpus.Corpus)
	}
	c, err := corpus.Open(kind)
	if err != nil {
		tb.Fatal(err)
	}
	opened.Store(kind, c)
	return c
}

// sink takes what a benchmark computes, so that none of it is optimised away.
var sink uint64

// measure runs pass, which goes through all of c once, and reports its cost.
func measure(b *testing.B, c *corpus.Corpus, pass func() uint64) {
	b.SetBytes(int64(c.Size()))
	b.ReportAllocs()
	for b.Loop() {
		sink += pass()
	}
	reportLine(b, len(c.Lines))
}

// reportLine reports what one of an operation's lines costs.
func reportLine(b *testing.B, lines int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/URL")
}
