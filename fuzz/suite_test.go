package fuzz

import (
	"fmt"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/scanner"
)

// The suite is the W-method (Chow, 1978) with the sets of Fujiwara et al. (1991):
// a string to each state of the automaton, and then each of a set of suffixes that
// contains one to distinguish any two states; a string to each state, each byte from
// there, and then suffixes that distinguish the state it leads to from any other.
// An implementation that passes it and has no more states than the automaton is
// equivalent to it.

// suffixes returns strings such that any two states have different outcomes for one
// of them: the empty one, one that no state accepts, and as many as needed.
func (m *model) suffixes(t testing.TB) [][]byte {
	all := [][]byte{{}, {0}}
	for {
		a, b, found := m.confused(all)
		if !found {
			return all
		}
		w, ok := m.distinguish(a, b)
		if !ok {
			t.Fatalf("distinguish(%q, %q) finds nothing: the automaton is not minimal", m.text(m.access[a]), m.text(m.access[b]))
		}
		all = append(all, w)
	}
}

// confused returns two states that have the same outcomes for all suffixes.
func (m *model) confused(suffixes [][]byte) (a, b automaton.State, found bool) {
	bySignature := map[string]automaton.State{}
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

// identifying returns suffixes that together distinguish state s from every other, each
// time the one that distinguishes it from most of those that are left. For Dead that is
// the empty one: the bytes that lead there have already been refused.
func (m *model) identifying(s automaton.State, suffixes [][]byte) [][]byte {
	if s == automaton.Dead {
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

// sameOutcome returns those of the states that w does not distinguish from s.
func (m *model) sameOutcome(s automaton.State, states []automaton.State, w []byte) []automaton.State {
	want := m.run(s, w)
	return slices.DeleteFunc(slices.Clone(states), func(other automaton.State) bool { return m.run(other, w) != want })
}

// distinguish returns a shortest string that has different outcomes from a and
// from b.
func (m *model) distinguish(a, b automaton.State) (classes []byte, ok bool) {
	type pair struct{ a, b automaton.State }
	type step struct {
		pair
		classes []byte
	}
	seen := map[pair]bool{{a, b}: true}
	queue := []step{{pair{a, b}, nil}}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for k := range m.bytes {
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

// judgeAll judges each string of the suite of m, the model of a rule, except those of
// states and transitions in another rule's suite, and returns their number.
func (s *suite) judgeAll(m *model, rule int) int {
	suffixes := m.suffixes(s.t)
	before := len(s.judged)
	probe := func(head []byte, tails [][]byte) {
		for _, w := range tails {
			classes := slices.Concat(head, w)
			text := m.text(classes)
			if s.judged[text] {
				continue
			}
			s.judged[text] = true
			if got, want := m.run(m.start, classes), s.outcome([]byte(text), len(head), rule); got != want {
				s.errorf("the automaton of %s says %+v of %q, want %+v", rules[rule].name, got, text, want)
			}
		}
	}
	identifying := map[automaton.State][][]byte{}
	for _, state := range m.states {
		if !s.states[state] {
			s.states[state] = true
			probe(m.access[state], suffixes)
		}
		for k, t := range m.next[state] {
			if taken := (transition{state, t, k}); !s.transitions[taken] {
				s.transitions[taken] = true
				if identifying[t] == nil {
					identifying[t] = m.identifying(t, suffixes)
				}
				probe(append(slices.Clone(m.access[state]), byte(k)), identifying[t])
			}
		}
	}
	return len(s.judged) - before
}

type transition struct {
	from, to automaton.State
	class    int
}

// A suite is what the suites of several rules share: all their strings are judged for all
// rules.
type suite struct {
	*judge
	judged      map[string]bool
	states      map[automaton.State]bool
	transitions map[transition]bool
}

// outcome judges a line, cut at one place, and returns the grammar's answer for a rule.
func (s *suite) outcome(in []byte, cut, rule int) outcome {
	a := s.begin(in)
	s.judge.judge(in, a, []int{cut}, new(hearing))
	if !a[rule].Member {
		return outcome{offset: a[rule].Prefix, kind: s.kind(a, rule, len(in))}
	}
	return outcome{member: true, offset: len(in), host: hostKinds[s.found.HostRule], authority: s.found.Authority}
}

func TestSuite(t *testing.T) {
	s := &suite{newJudge(t), map[string]bool{}, map[automaton.State]bool{}, map[transition]bool{}}
	for i, r := range rules {
		m := newModel(r.rule)
		t.Logf("%s: %d states, %d more strings", r.name, len(m.states), s.judgeAll(m, i))
	}
}

// A model is the automaton of one rule, read from the table that the scanner
// runs on, with the classes of the grammar as its bytes.
type model struct {
	start  automaton.State
	bytes  []byte // one of each class
	next   [256][]automaton.State
	labels [256]automaton.Label
	access map[automaton.State][]byte // a shortest string to each state that is reached, by its classes
	states []automaton.State          // those of access, nearest first
}

func newModel(rule scanner.Rule) *model {
	starts := map[scanner.Rule]automaton.State{
		scanner.URIReference: automaton.StartURIReference,
		scanner.URI:          automaton.StartURI,
		scanner.AbsoluteURI:  automaton.StartURI,
		scanner.RelativeRef:  automaton.StartRelativeRef,
	}
	m := &model{start: starts[rule], bytes: representatives}
	for s := range 256 {
		m.labels[s] = automaton.LabelOf(automaton.State(s))
		for _, c := range m.bytes {
			t := automaton.Next(automaton.State(s), c)
			if c == '#' && rule == scanner.AbsoluteURI {
				t = automaton.Dead
			}
			m.next[s] = append(m.next[s], t)
		}
	}
	m.access = map[automaton.State][]byte{m.start: nil}
	m.states = []automaton.State{m.start}
	for i := 0; i < len(m.states); i++ {
		s := m.states[i]
		for k, t := range m.next[s] {
			if _, known := m.access[t]; !known && t != automaton.Dead {
				m.access[t] = append(slices.Clone(m.access[s]), byte(k))
				m.states = append(m.states, t)
			}
		}
	}
	return m
}

// An outcome is what can be seen of a run: the fault, or the host's kind and
// where the authority is.
type outcome struct {
	member    bool
	offset    int
	kind      scanner.Kind
	host      scanner.HostKind
	authority abnf.Span
}

// run returns the outcome of the model for bytes given by their classes, from
// state s. An authority that s is already in begins at -2.
func (m *model) run(s automaton.State, classes []byte) outcome {
	host, authority := automaton.NoHost, abnf.Undefined
	if m.inAuthority(s) {
		authority.Start = -2
	}
	for i, k := range classes {
		label, c := m.labels[s], m.bytes[k]
		if label.Region() == automaton.InAuthority && (c == '/' || c == '?' || c == '#') {
			host, authority.End = label.Host(), i
		}
		t := m.next[s][k]
		if t == automaton.Dead {
			return outcome{offset: i, kind: scanner.Kind(label.Fault())}
		}
		if !m.inAuthority(s) && m.inAuthority(t) {
			authority.Start = i + 1
		}
		s = t
	}
	label := m.labels[s]
	if !label.Accepts() {
		return outcome{offset: len(classes), kind: scanner.UnexpectedEnd}
	}
	if m.inAuthority(s) {
		host, authority.End = label.Host(), len(classes)
	}
	return outcome{member: true, offset: len(classes), host: scanner.HostKind(host), authority: authority}
}

func (m *model) inAuthority(s automaton.State) bool {
	region := m.labels[s].Region()
	return region == automaton.InAuthority || region == automaton.InLiteral
}

func (m *model) text(classes []byte) string {
	b := make([]byte, len(classes))
	for i, k := range classes {
		b[i] = m.bytes[k]
	}
	return string(b)
}
