package fuzz

import (
	"flag"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

var seed = flag.Uint64("seed", 1, "generate the lines of this seed")

// Lines generated from the grammar, half of them mutated once or a few times,
// for each rule. The same seed gives the same lines on any number of cores.
func TestLines(t *testing.T) {
	const batch = 500
	n := sizes.Of(2000, 20_000)
	share(t, n/batch+1, func(j *judge, i int) {
		g := newGenerator(*seed, uint64(i))
		for range min(batch, n-i*batch) {
			in := g.mutant()
			j.line(in, []int{g.IntN(len(in) + 1), pick(g, borders(in)), pick(g, borders(in))})
		}
	})
}

// starters are the rules whose members make lines; those of authorities, where
// most of the rules are, come up more often than the grammar would have it.
var starters = []string{"URI-reference", "URI", "relative-ref", "absolute-URI", "hier-part", "authority", "IP-literal"}

// mutant makes one line.
func (g *generator) mutant() []byte {
	in := g.someLine()
	for g.IntN(2) == 0 {
		in = pick(g, mutators)(g, in, g.someLine())
	}
	return in
}

// someLine returns a random member of a random rule, after what leads to it.
func (g *generator) someLine() []byte {
	switch rule := pick(g, starters); rule {
	case "hier-part":
		return append([]byte("a:"), g.member(rule)...)
	case "authority", "IP-literal":
		return append([]byte("//"), g.member(rule)...)
	default:
		return g.member(rule)
	}
}

// share calls work for each number below n, on all cores, each with a judge of its own.
func share(t *testing.T, n int, work func(j *judge, i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		j := newJudge(t)
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(j, i)
			}
		})
	}
	wg.Wait()
}
