package fuzz

import (
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// FuzzLocate judges any input, for each rule, and a Machine that is fed in
// pieces: the octets of cuts are the pieces' lengths, the last takes the rest.
// Its corpus is in testdata/fuzz/FuzzLocate.
func FuzzLocate(f *testing.F) {
	f.Fuzz(func(t *testing.T, in, cuts []byte) {
		for _, j := range judges(t) {
			a := j.begin(in)
			ref, fault := j.answers(in, a)
			j.heard = append(j.heard, hearing{in, ref, fault})
			var m scanner.Machine
			m.Reset(j.rule)
			fed, accepted := 0, 0
			for _, n := range cuts {
				piece := in[fed:min(fed+int(n), len(in))]
				accepted += m.Feed(piece)
				fed += len(piece)
				if got, want := m.State(), j.states[fed]; got != want {
					t.Errorf("Machine(%s) fed %q in %v: State() = %v, want %v", j.name, in[:fed], cuts, got, want)
				}
			}
			accepted += m.Feed(in[fed:])
			if accepted != a.Prefix {
				t.Errorf("Machine(%s) fed %q in %v takes %d, want %d", j.name, in, cuts, accepted, a.Prefix)
			}
			j.end(in, &m, ref, fault)
		}
	})
}
