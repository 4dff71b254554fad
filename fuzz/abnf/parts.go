package abnf

// A Span is a range of offsets, half-open. [Undefined] is no range.
type Span struct{ Start, End int }

// Undefined is the span of a component that is not there, which is not the
// same as an empty one (RFC 3986, section 5.3).
var Undefined = Span{-1, -1}

// Parts are the components of a reference (RFC 3986, section 3). HostRule is
// the first alternative of host that derives it, IPv6address and IPvFuture
// standing for IP-literal (3.2.2), and PathRule the path rule that Appendix A
// uses; both are "" where there is none.
type Parts struct {
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment Span

	HostRule, PathRule string
}

// Parts returns the components of a member of the rule of that name, !ok if it
// is none. They are those of one derivation: of alternatives the first in the
// order of the text that derives the whole, and of the elements of a
// concatenation each as long as the rest permits.
func (m *Matcher) Parts(rule string, octets []byte) (p Parts, ok bool) {
	p = Parts{
		Scheme: Undefined, Authority: Undefined, Userinfo: Undefined, Host: Undefined,
		Port: Undefined, Path: Undefined, Query: Undefined, Fragment: Undefined,
	}
	r := Reference{m.g.mustRule(rule)}
	if !m.derives(r, octets, Span{0, len(octets)}) {
		return p, false
	}
	m.derive(r, octets, Span{0, len(octets)}, &p)
	return p, true
}

// derive notes in p the components below n, which derives the octets of s.
func (m *Matcher) derive(n Node, octets []byte, s Span, p *Parts) {
	switch n := n.(type) {
	case Reference:
		if p.enter(n.Rule.Name, s) {
			m.derive(n.Rule.Body, octets, s, p)
		}
	case Alternation:
		for k, a := range n {
			if k == len(n)-1 || m.derives(a, octets, s) { // one of them does
				m.derive(a, octets, s, p)
				return
			}
		}
	case Concatenation:
		m.deriveAll(n, octets, s, p)
	case Repetition:
		// One round after the other; an empty round adds nothing.
		if s.Start < s.End {
			again := Repetition{max(n.Min-1, 0), n.Max, n.Body}
			if n.Max != Unbounded {
				again.Max--
			}
			m.deriveAll(Concatenation{n.Body, again}, octets, s, p)
		}
	}
}

// deriveAll cuts s into the parts that the elements of n derive.
func (m *Matcher) deriveAll(n Concatenation, octets []byte, s Span, p *Parts) {
	for k, e := range n {
		if k == len(n)-1 {
			m.derive(e, octets, s, p)
			return
		}
		ends := m.endsIn(e, octets, s)
		for i := len(ends) - 1; i >= 0; i-- {
			rest := Span{ends[i], s.End}
			if i == 0 || m.derives(n[k+1:], octets, rest) { // one of them does
				m.derive(e, octets, Span{s.Start, rest.Start}, p)
				s = rest
				break
			}
		}
		m.drop(ends)
	}
}

func (m *Matcher) derives(n Node, octets []byte, s Span) bool {
	ends := m.endsIn(n, octets, s)
	ok := has(ends, s.End)
	m.drop(ends)
	return ok
}

// endsIn returns the offsets where n may end if it begins where s does.
func (m *Matcher) endsIn(n Node, octets []byte, s Span) []int {
	m.src, m.best = octets[:s.End], s.End+1 // nothing to note beyond it
	starts := append(m.list(), s.Start)
	ends := m.match(n, starts, m.list())
	m.drop(starts)
	return ends
}

// enter notes that the rule of that name derives s, and tells whether there are
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
