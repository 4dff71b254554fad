package fuzz

import (
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// FuzzLocate judges any input, for each rule, and a Machine that is fed in
// pieces: the bytes of cuts are the pieces' lengths, the last takes the rest.
// Its corpus is in testdata/fuzz/FuzzLocate.
func FuzzLocate(f *testing.F) {
	f.Fuzz(func(t *testing.T, in, cuts []byte) {
		j := newJudge(t)
		a := j.begin(in)
		h := hearing{in: in}
		j.judge(in, a, &h)
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
