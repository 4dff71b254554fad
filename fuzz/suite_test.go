package fuzz

import (
	"fmt"
	"testing"

	"github.com/uriscan/uriscan/internal/kernel"
)

// The suite is the W-method (Chow, 1978) with the sets of Fujiwara et al. (1991):
// a string to each state of the automaton, and then each of a set of suffixes of
// which one tells any two states apart; a string to each state, each octet from
// there, and then suffixes that tell the state it leads to from any other. An
// implementation with no more states than the automaton that passes it is the
// automaton; mutants_test.go shows it for those with one change.

// suffixes returns strings of which one has different outcomes for any two
// states: the empty one, one that no state goes on with, and as many as needed.
func (m *model) suffixes(t *testing.T) [][]byte {
	all := [][]byte{{}, {0}}
	for {
		a, b, found := m.confused(all)
		if !found {
			return all
		}
		w, ok := m.distinguish(a, b)
		if !ok {
			t.Fatalf("distinguish(%q, %q) finds nothing: the automaton is not minimal", m.access[a], m.access[b])
		}
		all = append(all, w)
	}
}

// confused returns two states that have the same outcomes for all suffixes.
func (m *model) confused(suffixes [][]byte) (a, b kernel.State, found bool) {
	bySignature := map[string]kernel.State{}
	for _, s := range m.states {
		var outcomes []outcome
		for _, w := range suffixes {
			outcomes = append(outcomes, m.run(s, w))
		}
		sig := fmt.Sprint(outcomes)
		if other, taken := bySignature[sig]; taken {
			return other, s, true
		}
		bySignature[sig] = s
	}
	return 0, 0, false
}

// identifying returns those of the suffixes that tell state s from every other,
// each time the one that tells it from most of those that are left. For Dead it
// is the empty one: what leads there has already been refused.
func (m *model) identifying(s kernel.State, suffixes [][]byte) [][]byte {
	if s == kernel.Dead {
		return suffixes[:1]
	}
	chosen := suffixes[:1:1]
	left := m.sameOutcome(s, m.states, suffixes[0])
	for len(left) > 1 { // s itself stays
		best, after := suffixes[0], left
		for _, w := range suffixes {
			if same := m.sameOutcome(s, left, w); len(same) < len(after) {
				best, after = w, same
			}
		}
		chosen, left = append(chosen, best), after
	}
	return chosen
}

// sameOutcome returns those of the states that w does not tell from s.
func (m *model) sameOutcome(s kernel.State, states []kernel.State, w []byte) []kernel.State {
	var same []kernel.State
	want := m.run(s, w)
	for _, other := range states {
		if m.run(other, w) == want {
			same = append(same, other)
		}
	}
	return same
}

// distinguish returns a shortest string that has different outcomes from a and
// from b.
func (m *model) distinguish(a, b kernel.State) (classes []byte, ok bool) {
	type pair struct{ a, b kernel.State }
	type step struct {
		pair
		classes []byte
	}
	seen := map[pair]bool{{a, b}: true}
	queue := []step{{pair{a, b}, nil}}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for k := range m.octets {
			classes := append(at.classes[:len(at.classes):len(at.classes)], byte(k))
			if m.run(a, classes) != m.run(b, classes) {
				return classes, true
			}
			next := pair{m.next[at.a][k], m.next[at.b][k]}
			if next.a != next.b && !seen[next] {
				seen[next] = true
				queue = append(queue, step{next, classes})
			}
		}
	}
	return nil, false
}

// A probe is a string of the suite and what the grammar says of it.
type probe struct {
	classes []byte
	want    outcome
}

// A suite holds, for each state, the probes that go on from it at once, and for
// each octet those that go on after it.
type suite struct {
	at    map[kernel.State][]probe
	after map[kernel.State][][]probe
	size  int
}

// judgeSuite builds the suite of m, and judges each of its strings on the way.
func judgeSuite(t *testing.T, m *model, j *judge) *suite {
	s := &suite{at: map[kernel.State][]probe{}, after: map[kernel.State][][]probe{}}
	suffixes := m.suffixes(t)
	known := map[string]outcome{}
	probes := func(head string, tails [][]byte) []probe {
		var all []probe
		for _, w := range tails {
			text := head + m.text(w)
			want, ok := known[text]
			if !ok {
				want = j.outcome([]byte(text), len(head))
				known[text] = want
			}
			all = append(all, probe{m.classesOf(text), want})
		}
		return all
	}
	for _, state := range m.states {
		s.at[state] = probes(m.access[state], suffixes)
	}
	identifying := map[kernel.State][][]byte{}
	for _, t := range append(m.states, kernel.Dead) {
		identifying[t] = m.identifying(t, suffixes)
	}
	for _, state := range m.states {
		for k, t := range m.next[state] {
			head := m.access[state] + string(m.octets[k:k+1])
			s.after[state] = append(s.after[state], probes(head, identifying[t]))
		}
	}
	s.size = len(known)
	return s
}

// outcome judges a line, cut at one place, and returns what the grammar says.
func (j *judge) outcome(in []byte, cut int) outcome {
	a := j.begin(in)
	ref, fault := j.answers(in, a)
	j.cutAt(in, a, cut, ref, fault)
	if !a.Member {
		return outcome{offset: a.Prefix, kind: j.kind(a, len(in))}
	}
	return outcome{member: true, offset: len(in), host: hostKinds[j.found.HostRule], authority: j.found.Authority}
}

// TestSuite judges every string of the suites of the four rules, and then kills
// the mutants with them.
func TestSuite(t *testing.T) {
	for i, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			j := judges(t)[i]
			m := newModel(r.rule)
			s := judgeSuite(t, m, j)
			if !s.passes(m) {
				t.Errorf("passes(%s) = false, want true", r.name)
			}
			n, survivors := s.kill(m)
			t.Logf("%d states, %d strings, %d mutants", len(m.states), s.size, n)
			for _, mutant := range survivors {
				j.errorf("the suite does not kill the mutant %s", mutant)
			}
		})
	}
}
