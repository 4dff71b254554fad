package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit"
)

// TestMain selects the kernel that URISCAN_KERNEL names, if it is set.
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

// absolute lists the corpora of absolute URLs. Most lines are normal, except in dirty.
var absolute = []corpus.Kind{corpus.Web, corpus.Long, corpus.Dirty}

var opened = map[corpus.Kind]*corpus.Corpus{}

// open returns the corpus of the kind, which it reads or makes once.
func open(tb testing.TB, kind corpus.Kind) *corpus.Corpus {
	tb.Helper()
	if opened[kind] == nil {
		c, err := corpus.Open(kind)
		testkit.Must(tb, err)
		opened[kind] = c
	}
	return opened[kind]
}

// A contender is an implementation of an operation. begin prepares it for a corpus. It
// returns a pass over all lines, which returns a value that depends on every answer, and
// the number of wrong answers, which is negative if it was not counted.
type contender struct {
	name  string // of the implementation, and what follows it in the name of the benchmark
	begin func(c *corpus.Corpus) (pass func() uint64, wrong int)
}

// sink receives the results of benchmarks, so that the compiler cannot remove the work.
var sink uint64

// compare measures the contenders on every one of the corpora.
func compare(b *testing.B, kinds []corpus.Kind, all ...contender) {
	for _, kind := range kinds {
		compareOn(b, open(b, kind), all...)
	}
}

// compareOn measures the contenders on c. Those of this module must not be wrong.
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

// report reports the time for each line of an operation, and the number of wrong answers.
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

// differing returns the number of lines for which got and want differ.
func differing[T comparable](c *corpus.Corpus, got, want func(i int, line []byte) T) (wrong int) {
	for i, line := range c.Lines {
		if got(i, line) != want(i, line) {
			wrong++
		}
	}
	return wrong
}
