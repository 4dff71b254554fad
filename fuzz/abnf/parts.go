package abnf

import "slices"

// A Span is a range of offsets, half-open. [Undefined] is no range.
type Span struct{ Start, End int }

// Undefined is the span of a component that is not there, which is not the
// same as an empty one (RFC 3986, section 5.3).
var Undefined = Span{-1, -1}

// Parts are the components of a reference (RFC 3986, section 3). HostRule is
// the first alternative of host that derives it, with IPv6address or IPvFuture in
// place of IP-literal (3.2.2). PathRule is the path rule that Appendix A uses.
// Both are "" if undefined.
type Parts struct {
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment Span

	HostRule, PathRule string
}

// Parts returns the components of a member of the rule of that name, or ok = false
// if the bytes are not a member. The components are those of one derivation: the
// first alternative, in the order of the text, that derives the whole, and each
// element of a concatenation as long as the rest permits.
func (m *Matcher) Parts(rule string, bytes []byte) (p Parts, ok bool) {
	p = Parts{
		Scheme: Undefined, Authority: Undefined, Userinfo: Undefined, Host: Undefined,
		Port: Undefined, Path: Undefined, Query: Undefined, Fragment: Undefined,
	}
	r := Reference{m.g.mustRule(rule)}
	if !m.derives(r, bytes, Span{0, len(bytes)}) {
		return p, false
	}
	m.derive(r, bytes, Span{0, len(bytes)}, &p)
	return p, true
}

// derive notes in p the components below n, which derives the bytes of s.
func (m *Matcher) derive(n Node, bytes []byte, s Span, p *Parts) {
	switch n := n.(type) {
	case Reference:
		if p.enter(n.Rule.Name, s) {
			m.derive(n.Rule.Body, bytes, s, p)
		}
	case Alternation:
		for k, a := range n {
			if k == len(n)-1 || m.derives(a, bytes, s) { // one of them does
				m.derive(a, bytes, s, p)
				return
			}
		}
	case Concatenation:
		m.deriveAll(n, bytes, s, p)
	case Repetition:
		// In a rule that has components inside it is an option.
		if s.Start < s.End {
			m.derive(n.Body, bytes, s, p)
		}
	}
}

// deriveAll cuts s into the parts that the elements of n derive.
func (m *Matcher) deriveAll(n Concatenation, bytes []byte, s Span, p *Parts) {
	for k, e := range n {
		if k == len(n)-1 {
			m.derive(e, bytes, s, p)
			return
		}
		ends := m.endsIn(e, bytes, s)
		for i := len(ends) - 1; i >= 0; i-- {
			rest := Span{ends[i], s.End}
			if i == 0 || m.derives(n[k+1:], bytes, rest) { // one of them does
				m.derive(e, bytes, Span{s.Start, rest.Start}, p)
				s = rest
				break
			}
		}
		m.drop(ends)
	}
}

func (m *Matcher) derives(n Node, bytes []byte, s Span) bool {
	ends := m.endsIn(n, bytes, s)
	_, ok := slices.BinarySearch(ends, s.End)
	m.drop(ends)
	return ok
}

// endsIn returns the offsets where n may end if it begins where s does.
func (m *Matcher) endsIn(n Node, bytes []byte, s Span) []int {
	m.src, m.best = bytes[:s.End], s.End+1 // nothing to note beyond it
	starts := append(m.list(), s.Start)
	ends := m.match(n, starts, m.list())
	m.drop(starts)
	return ends
}

// enter notes that the rule of that name derives s, and reports whether there are
// components to look for inside it.
func (p *Parts) enter(name string, s Span) (inside bool) {
	switch name {
	case "URI-reference", "URI", "absolute-URI", "relative-ref", "hier-part",
		"relative-part", "path", "IP-literal":
		return true
	case "authority":
		p.Authority = s
		return true
	case "host":
		p.Host = s
		return true
	case "IPv6address", "IPvFuture", "IPv4address", "reg-name":
		p.HostRule = name
	case "path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty":
		p.Path, p.PathRule = s, name
	case "scheme":
		p.Scheme = s
	case "userinfo":
		p.Userinfo = s
	case "port":
		p.Port = s
	case "query":
		p.Query = s
	case "fragment":
		p.Fragment = s
	}
	return false
}
