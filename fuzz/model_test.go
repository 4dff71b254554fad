package fuzz

import (
	"slices"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// A model is the automaton of one rule, read from the table that the scanner
// runs on, with the classes of the grammar as its octets.
type model struct {
	start  kernel.State
	octets []byte // one of each class
	next   [256][]kernel.State
	labels [256]kernel.Label
	access map[kernel.State][]byte // a shortest string to each state that is reached, by its classes
	states []kernel.State          // those of access, nearest first
}

func newModel(rule scanner.Rule) *model {
	starts := map[scanner.Rule]kernel.State{
		scanner.URIReference: kernel.StartURIReference,
		scanner.URI:          kernel.StartURI,
		scanner.AbsoluteURI:  kernel.StartURI,
		scanner.RelativeRef:  kernel.StartRelativeRef,
	}
	m := &model{start: starts[rule], octets: representatives}
	for s := range 256 {
		m.labels[s] = kernel.LabelOf(kernel.State(s))
		for _, c := range m.octets {
			t := kernel.Next(kernel.State(s), c)
			if c == '#' && rule == scanner.AbsoluteURI {
				t = kernel.Dead
			}
			m.next[s] = append(m.next[s], t)
		}
	}
	m.access = map[kernel.State][]byte{m.start: nil}
	m.states = []kernel.State{m.start}
	for i := 0; i < len(m.states); i++ {
		s := m.states[i]
		for k, t := range m.next[s] {
			if _, known := m.access[t]; !known && t != kernel.Dead {
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

// run returns the outcome of the model for octets given by their classes, from
// state s. An authority that s is already in begins at -2.
func (m *model) run(s kernel.State, classes []byte) outcome {
	host, authority := kernel.NoHost, abnf.Undefined
	if m.inAuthority(s) {
		authority.Start = -2
	}
	for i, k := range classes {
		label, c := m.labels[s], m.octets[k]
		if label.Region() == kernel.InAuthority && (c == '/' || c == '?' || c == '#') {
			host, authority.End = label.Host(), i
		}
		t := m.next[s][k]
		if t == kernel.Dead {
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

func (m *model) inAuthority(s kernel.State) bool {
	region := m.labels[s].Region()
	return region == kernel.InAuthority || region == kernel.InLiteral
}

func (m *model) text(classes []byte) string {
	b := make([]byte, len(classes))
	for i, k := range classes {
		b[i] = m.octets[k]
	}
	return string(b)
}
