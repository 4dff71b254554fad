package fuzz

import (
	"math/rand/v2"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// A generator makes random members of rules by walking the grammar.
type generator struct {
	*rand.Rand
	out []byte
}

func newGenerator(seed, stream uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, stream))}
}

// member returns a random member of the rule of that name.
func (g *generator) member(rule string) []byte {
	g.out = g.out[:0]
	g.node(abnf.Reference{Rule: grammar.Rule(rule)})
	return append([]byte(nil), g.out...)
}

func (g *generator) node(n abnf.Node) {
	switch n := n.(type) {
	case abnf.Octets:
		g.out = append(g.out, n.Lo+byte(g.IntN(int(n.Hi-n.Lo)+1)))
	case abnf.Reference:
		g.node(n.Rule.Body)
	case abnf.Alternation:
		g.node(n[g.IntN(len(n))])
	case abnf.Concatenation:
		for _, e := range n {
			g.node(e)
		}
	case abnf.Repetition:
		for range g.times(n) {
			g.node(n.Body)
		}
	}
}

// times returns how often to repeat: mostly a few times, once in a while as
// often as makes a component cross a word, a vector or a buffer.
func (g *generator) times(n abnf.Repetition) int {
	if n.Max != abnf.Unbounded {
		return n.Min + g.IntN(n.Max-n.Min+1)
	}
	if g.IntN(100) == 0 {
		return n.Min + pick(g, borderLengths) + g.IntN(3)
	}
	times := n.Min
	for g.IntN(4) != 0 {
		times++
	}
	return times
}

func pick[T any](g *generator, all []T) T { return all[g.IntN(len(all))] }

// borderLengths are those around powers of two, where kernels change over.
var borderLengths = []int{7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129}

// What the generator makes of a rule is a member of it.
func TestGenerator(t *testing.T) {
	g := newGenerator(1, 1)
	m := grammar.NewMatcher()
	for _, r := range grammar.Rules {
		for range 200 {
			if in := g.member(r.Name); !m.Match(r.Name, in).Member {
				t.Errorf("member(%s) = %q, which is none", r.Name, in)
			}
		}
	}
}
