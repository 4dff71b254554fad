package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// An nfa is Thompson's construction over the grammar's tree: every reference
// is expanded in place, so each edge knows the rules that contain it.
type nfa struct {
	g     *abnf.Grammar
	eps   [][]int // by state
	edges [][]edge
	// ends[k] are the states where an authority whose host is of kind k+1 may
	// end: the output that an acceptor forgets (3.2.2, first match wins).
	ends [len(hostRules)]map[int]bool
}

// An edge consumes one byte from lo to hi. Its rules are those open on it,
// outermost first.
type edge struct {
	lo, hi byte
	to     int
	rules  []string
}

// hostRules are the alternatives of host by the values of automaton's host kinds,
// less one. First match wins, so their order is that of 3.2.2.
var hostRules = [...]string{"IPv6address", "IPvFuture", "IPv4address", "reg-name"}

func newNFA(g *abnf.Grammar) *nfa {
	m := &nfa{g: g}
	for k := range m.ends {
		m.ends[k] = map[int]bool{}
	}
	return m
}

func (m *nfa) state() int {
	m.eps = append(m.eps, nil)
	m.edges = append(m.edges, nil)
	return len(m.eps) - 1
}

func (m *nfa) skip(from, to int) { m.eps[from] = append(m.eps[from], to) }

// build adds n from state from and returns the state it ends in.
func (m *nfa) build(n abnf.Node, from int, rules []string) int {
	switch n := n.(type) {
	case abnf.ByteRange:
		to := m.state()
		m.edges[from] = append(m.edges[from], edge{n.Lo, n.Hi, to, rules})
		return to
	case abnf.Concatenation:
		for _, part := range n {
			from = m.build(part, from, rules)
		}
		return from
	case abnf.Alternation:
		to := m.state()
		for _, alt := range n {
			start := m.state()
			m.skip(from, start)
			m.skip(m.build(alt, start, rules), to)
		}
		return to
	case abnf.Repetition:
		return m.repeat(n, from, rules)
	case abnf.Reference:
		return m.rule(n.Rule, from, rules)
	}
	panic(fmt.Sprintf("gen: unknown node %T", n))
}

func (m *nfa) repeat(n abnf.Repetition, from int, rules []string) int {
	for range n.Min {
		from = m.build(n.Body, from, rules)
	}
	if n.Max == abnf.Unbounded {
		loop := m.state()
		m.skip(from, loop)
		m.skip(m.build(n.Body, loop, rules), loop)
		return loop
	}
	to := m.state()
	m.skip(from, to)
	for range n.Max - n.Min {
		from = m.build(n.Body, from, rules)
		m.skip(from, to)
	}
	return to
}

func (m *nfa) rule(r *abnf.Rule, from int, rules []string) int {
	inner := append(append([]string(nil), rules...), r.Name)
	if r.Name == "authority" {
		return m.authority(r, from, inner)
	}
	return m.build(r.Body, from, inner)
}

// authority builds the rule once for each alternative of host and remembers
// where each may end.
func (m *nfa) authority(r *abnf.Rule, from int, rules []string) int {
	to := m.state()
	for k, keep := range hostRules {
		start := m.state()
		m.skip(from, start)
		end := m.build(m.onlyHost(r.Body, keep), start, rules)
		m.ends[k][end] = true
		m.skip(end, to)
	}
	return to
}

// onlyHost returns n with host, and IP-literal in it, reduced to the
// alternative keep. The names of the rules stay on the edges.
func (m *nfa) onlyHost(n abnf.Node, keep string) abnf.Node {
	switch n := n.(type) {
	case abnf.Concatenation:
		out := make(abnf.Concatenation, len(n))
		for i, part := range n {
			out[i] = m.onlyHost(part, keep)
		}
		return out
	case abnf.Alternation:
		var out abnf.Alternation
		for _, alt := range n {
			if m.holds(alt, keep) {
				out = append(out, m.onlyHost(alt, keep))
			}
		}
		if len(out) == 1 {
			return out[0]
		}
		panic("gen: host alternatives are not what RFC 3986 3.2.2 has")
	case abnf.Reference:
		if name := n.Rule.Name; name == "host" || name == "IP-literal" {
			return abnf.Reference{Rule: &abnf.Rule{Name: name, Body: m.onlyHost(n.Rule.Body, keep)}}
		}
	}
	return n
}

// holds reports whether n is, or has in its IP-literal, the rule name.
func (m *nfa) holds(n abnf.Node, name string) bool {
	ref, ok := n.(abnf.Reference)
	if !ok {
		return false
	}
	if ref.Rule.Name == name {
		return true
	}
	inLiteral := name == "IPv6address" || name == "IPvFuture"
	return ref.Rule.Name == "IP-literal" && inLiteral
}

// closure adds to the set all states reachable without consuming a byte.
func (m *nfa) closure(set map[int]bool) map[int]bool {
	todo := slices.Collect(maps.Keys(set))
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range m.eps[s] {
			if !set[t] {
				set[t] = true
				todo = append(todo, t)
			}
		}
	}
	return set
}
