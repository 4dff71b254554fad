package fuzz

import (
	"slices"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/scanner"
)

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
