package fuzz

import (
	"flag"
	"sync"
	"testing"
)

var (
	lines = flag.Int("lines", 2000, "judge this many generated and mutated lines, a fifth of them with -short")
	seed  = flag.Uint64("seed", 1, "generate the lines of this seed")
)

// Lines generated from the grammar, half of them mutated once or a few times,
// for each rule. The same seed gives the same lines on any number of cores.
func TestLines(t *testing.T) {
	var wg sync.WaitGroup
	const batch = 500
	starts := make(chan int)
	n := *lines
	if testing.Short() {
		n /= 5
	}
	for range workers {
		wg.Go(func() {
			all := judges(t)
			for start := range starts {
				g := newGenerator(*seed, uint64(start))
				for range min(batch, n-start) {
					g.judgeOne(all)
				}
			}
		})
	}
	for start := 0; start < n; start += batch {
		starts <- start
	}
	close(starts)
	wg.Wait()
}

// starters are the rules whose members make lines; those of authorities, where
// most of the rules are, come up more often than the grammar would have it.
var starters = []string{"URI-reference", "URI", "relative-ref", "absolute-URI", "hier-part", "authority", "IP-literal"}

// judgeOne makes one line and lets all judge it.
func (g *generator) judgeOne(all []*judge) {
	in := g.someLine()
	for g.IntN(2) == 0 {
		in = pick(g, mutators)(g, in, g.someLine())
	}
	cuts := []int{g.IntN(len(in) + 1), pick(g, borders(in)), pick(g, borders(in))}
	for _, j := range all {
		j.line(in, cuts)
	}
}

// someLine returns a random member of a random rule, behind what leads to it.
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
