package fuzz

import (
	"encoding/json"
	"flag"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
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
	cases.Traps(t, "parse", 91, func(row []byte) {
		var tr trap
		testkit.Must(t, json.Unmarshal(row, &tr))
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
