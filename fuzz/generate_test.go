package fuzz

import (
	"bytes"
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
	case abnf.ByteRange:
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

// times returns how often to repeat: mostly a few times, sometimes so often that
// a component crosses a word, a vector or a buffer.
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

// borderLengths are the lengths around powers of two, where kernels change over.
var borderLengths = []int{7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129}

// The generator makes members of the rule.
func TestGenerator(t *testing.T) {
	g := newGenerator(1, 1)
	m := grammar.NewMatcher()
	for _, r := range grammar.Rules {
		for range 200 {
			if in := g.member(r.Name); !m.Match(r.Name, in).Member {
				t.Errorf("member(%s) = %q, not a member", r.Name, in)
			}
		}
	}
}

// mutators change a line, which only by luck stays a member. Each returns a new line.
var mutators = []func(g *generator, in, other []byte) []byte{
	flipBit, replaceByte, insertByte, insertToken, deleteRange, duplicateRange, truncate, spliceAtBorders, swapBorders,
}

// tokens are the delimiters and other bytes that decide between rules.
var tokens = []string{
	":", "/", "?", "#", "[", "]", "@", "%", "%4", "%41", "%zz", "%%", "::", "//", "[::1]", "[v1.a]", "v1.",
	"1.2.3.4", "256", "00", "01.", "ffff:", "12345", ":80", ":8x", "..", "\x00", "\n", "\r", " ", "\x7f", "\x80",
	"\xff", "é", "%25", "\\", "|", "^", "a:", "1a:", "+", "_", "~", "''", "{", "}", "<", ">", "\"", "`",
}

func flipBit(g *generator, in, _ []byte) []byte {
	out := bytes.Clone(in)
	if len(out) > 0 {
		out[g.IntN(len(out))] ^= 1 << g.IntN(8)
	}
	return out
}

func replaceByte(g *generator, in, _ []byte) []byte {
	out := bytes.Clone(in)
	if len(out) > 0 {
		out[g.IntN(len(out))] = pick(g, representatives)
	}
	return out
}

func insertByte(g *generator, in, _ []byte) []byte {
	return insertAt(in, g.IntN(len(in)+1), []byte{byte(g.IntN(256))})
}

func insertToken(g *generator, in, _ []byte) []byte {
	return insertAt(in, pick(g, borders(in)), []byte(pick(g, tokens)))
}

func deleteRange(g *generator, in, _ []byte) []byte {
	i, j := g.someRange(in)
	return append(bytes.Clone(in[:i]), in[j:]...)
}

func duplicateRange(g *generator, in, _ []byte) []byte {
	i, j := g.someRange(in)
	return insertAt(in, i, in[i:j])
}

func truncate(g *generator, in, _ []byte) []byte { return bytes.Clone(in[:g.IntN(len(in)+1)]) }

// spliceAtBorders continues with another line from one of its borders.
func spliceAtBorders(g *generator, in, other []byte) []byte {
	return append(bytes.Clone(in[:pick(g, borders(in))]), other[pick(g, borders(other)):]...)
}

func swapBorders(g *generator, in, _ []byte) []byte {
	i, j := pick(g, borders(in)), pick(g, borders(in))
	if i > j {
		i, j = j, i
	}
	return append(append(bytes.Clone(in[:i]), in[j:]...), in[i:j]...)
}

func insertAt(in []byte, i int, more []byte) []byte {
	return append(append(bytes.Clone(in[:i]), more...), in[i:]...)
}

// someRange returns a range of a few bytes.
func (g *generator) someRange(in []byte) (i, j int) {
	i = g.IntN(len(in) + 1)
	return i, min(len(in), i+1+g.IntN(4))
}

// borders returns the ends of in and the offsets before and after each byte
// that may delimit something: gen-delims, "%" and ".".
func borders(in []byte) []int {
	all := []int{0}
	for i, c := range in {
		if bytes.IndexByte([]byte(":/?#[]@%."), c) >= 0 {
			all = append(all, i, i+1)
		}
	}
	return append(all, len(in))
}
