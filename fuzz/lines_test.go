package fuzz

import (
	"bytes"
	"flag"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/scanner"
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

// FuzzLocate judges any input, for each rule, and a Machine that is fed in
// pieces: the bytes of cuts are the pieces' lengths, the last takes the rest.
// Its corpus is in testdata/fuzz/FuzzLocate.
func FuzzLocate(f *testing.F) {
	f.Fuzz(func(t *testing.T, in, cuts []byte) {
		j := newJudge(t)
		a := j.begin(in)
		h := hearing{in: in}
		j.judge(in, a, []int{}, &h)
		j.heard = append(j.heard, h)
		for i, r := range rules {
			var m scanner.Machine
			m.Reset(r.rule)
			fed, accepted := 0, 0
			for _, n := range cuts {
				piece := in[fed:min(fed+int(n), len(in))]
				accepted += m.Feed(piece)
				fed += len(piece)
				if got, want := m.State(), j.states[i][fed]; got != want {
					t.Errorf("Machine(%s) fed %q in %v: State() = %v, want %v", r.name, in[:fed], cuts, got, want)
				}
			}
			accepted += m.Feed(in[fed:])
			if accepted != a[i].Prefix {
				t.Errorf("Machine(%s) fed %q in %v takes %d, want %d", r.name, in, cuts, accepted, a[i].Prefix)
			}
			j.end(in, i, &m, &h)
		}
	})
}

// A trap is a line of cases/traps.jsonl: a case derived from the text of the
// RFC, with its reason.
type trap struct {
	Op, In, Why, Source string
	Want                map[string]any
}

func TestTraps(t *testing.T) {
	j := newJudge(t)
	cases.Traps(t, "parse", 91, func(tr trap) {
		j.line([]byte(tr.In), nil)
		if got := answerOf(tr.In); !maps.Equal(got, tr.Want) {
			t.Errorf("%s: Locate(%q) = %v, want %v (%s)", tr.Source, tr.In, got, tr.Want, tr.Why)
		}
	})
}

// answerOf returns what Locate says of in, as traps have it: nil is an undefined component.
func answerOf(in string) map[string]any {
	ref, fault := scanner.Locate(in, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return map[string]any{"valid": false, "err_at": float64(fault.Offset())}
	}
	answer := map[string]any{"valid": true, "form": "relative-ref", "host_type": nil}
	for c := scanner.Scheme; c != 0; c <<= 1 {
		if answer[c.String()] = nil; ref.Has(c) {
			answer[c.String()] = ref.Span(c).OfString(in)
		}
	}
	if ref.Has(scanner.Scheme) {
		answer["form"] = "URI"
	}
	if kind := ref.HostKind(); kind != scanner.NoHost {
		answer["host_type"] = kind.String()
	}
	return answer
}

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
	return bytes.Clone(g.out)
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
	return slices.Insert(bytes.Clone(in), g.IntN(len(in)+1), byte(g.IntN(256)))
}

func insertToken(g *generator, in, _ []byte) []byte {
	return slices.Insert(bytes.Clone(in), pick(g, borders(in)), []byte(pick(g, tokens))...)
}

func deleteRange(g *generator, in, _ []byte) []byte {
	i, j := g.someRange(in)
	return slices.Delete(bytes.Clone(in), i, j)
}

func duplicateRange(g *generator, in, _ []byte) []byte {
	i, j := g.someRange(in)
	return slices.Concat(in[:j], in[i:])
}

func truncate(g *generator, in, _ []byte) []byte { return bytes.Clone(in[:g.IntN(len(in)+1)]) }

// spliceAtBorders continues with another line from one of its borders.
func spliceAtBorders(g *generator, in, other []byte) []byte {
	return slices.Concat(in[:pick(g, borders(in))], other[pick(g, borders(other)):])
}

func swapBorders(g *generator, in, _ []byte) []byte {
	i, j := pick(g, borders(in)), pick(g, borders(in))
	if i > j {
		i, j = j, i
	}
	return slices.Concat(in[:i], in[j:], in[i:j])
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
