package bench

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/kernel"
)

// TestMain has everything run on the kernel of URISCAN_KERNEL, if it names one.
func TestMain(m *testing.M) {
	if name := os.Getenv("URISCAN_KERNEL"); name != "" {
		l, err := kernel.Named(name)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		kernel.Use(l)
	}
	os.Exit(m.Run())
}

// everything is the corpora of which every line is a reference, then those of which
// none is.
var everything = []corpus.Kind{corpus.Web, corpus.Long, corpus.Links, corpus.Dirty,
	corpus.InvalidStart, corpus.InvalidMiddle, corpus.InvalidEnd, corpus.Refused}

// absolute is the corpora of absolute URLs: most lines are normal but for dirty.
var absolute = []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty}

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

// A contender is an implementation of an operation. begin prepares it for a corpus, and
// returns a pass over all its lines, which returns something of every answer, and of how
// many lines the answer is wrong, below 0 if nobody counted.
type contender struct {
	name  string // of the implementation, and what follows it in the name of the benchmark
	begin func(c *corpus.Corpus) (pass func() uint64, wrong int)
}

// sink takes what a benchmark computes, so that none of it is optimised away.
var sink uint64

// compare measures the contenders on every one of the corpora.
func compare(b *testing.B, kinds []corpus.Kind, all ...contender) {
	for _, kind := range kinds {
		compareOn(b, open(b, kind), all...)
	}
}

// compareOn measures the contenders on c. That of this module may not be wrong.
func compareOn(b *testing.B, c *corpus.Corpus, all ...contender) {
	for _, one := range all {
		b.Run("corpus="+string(c.Kind)+"/impl="+one.name, func(b *testing.B) {
			pass, wrong := one.begin(c)
			if strings.HasPrefix(one.name, "uriscan") && wrong > 0 {
				b.Fatalf("%s is wrong of %d lines of %s, want 0", b.Name(), wrong, c.Source)
			}
			b.SetBytes(int64(c.Size()))
			b.ReportAllocs()
			for b.Loop() {
				sink += pass()
			}
			report(b, len(c.Lines), wrong)
		})
	}
}

// report reports what one of an operation's lines costs, and how many are wrong.
func report(b *testing.B, lines, wrong int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/URL")
	if wrong >= 0 {
		b.ReportMetric(float64(wrong), "wrong")
	}
}

// each returns a pass that does one operation to every line.
func each[T any](one func(line T) int) func(lines []T) uint64 {
	return func(lines []T) (sum uint64) {
		for _, line := range lines {
			sum += uint64(one(line))
		}
		return sum
	}
}

// differing counts the lines that got does not answer as want.
func differing(c *corpus.Corpus, got, want func(i int, line []byte) string) (wrong int) {
	for i, line := range c.Lines {
		if got(i, line) != want(i, line) {
			wrong++
		}
	}
	return wrong
}
