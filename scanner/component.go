package scanner

import "math/bits"

// A Component is a component of a reference, or a set of them (section 3).
type Component uint8

// The components, in the order of section 3. Authority holds Userinfo, Host
// and Port.
const (
	Scheme Component = 1 << iota
	Authority
	Userinfo
	Host
	Port
	Path
	Query
	Fragment
)

var componentNames = [...]string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}

// String returns the name of a component as the RFC spells it, or the names of a
// set joined by "|". It allocates only for a set of two or more.
func (c Component) String() string {
	if c != 0 && c&(c-1) == 0 {
		return componentNames[bits.TrailingZeros8(uint8(c))]
	}
	joined := make([]byte, 0, 64)
	for i, name := range componentNames {
		if c&(1<<i) != 0 {
			joined = append(append(joined, name...), '|')
		}
	}
	return string(joined[:max(len(joined), 1)-1])
}

// A HostKind is the first alternative of host that matches (3.2.2).
type HostKind uint8

// The kinds of hosts. NoHost means that there is no authority. A RegName may be
// empty.
const (
	NoHost HostKind = iota
	IPv6Address
	IPvFuture
	IPv4Address
	RegName
)

var hostKindNames = [...]string{"", "ipv6", "ipvfuture", "ipv4", "reg-name"}

// String returns "ipv6", "ipvfuture", "ipv4" or "reg-name", and "" for NoHost.
func (k HostKind) String() string { return nameIn(hostKindNames[:], int(k)) }

// A PathKind is the alternative of path that applies (3.3). With an authority
// it is always PathAbEmpty, even if the path is empty.
type PathKind uint8

// The kinds of paths.
const (
	PathEmpty PathKind = iota
	PathAbEmpty
	PathAbsolute
	PathNoScheme
	PathRootless
)

var pathKindNames = [...]string{"empty", "abempty", "absolute", "noscheme", "rootless"}

// String returns "empty", "abempty", "absolute", "noscheme" or "rootless".
func (k PathKind) String() string { return nameIn(pathKindNames[:], int(k)) }

// A Rule is a start symbol of Appendix A.
type Rule uint8

// The rules. URIReference, the zero Rule, is URI or relative-ref (4.1).
const (
	URIReference Rule = iota
	URI               // a scheme is required (3)
	AbsoluteURI       // a scheme is required and a fragment refused (4.3)
	RelativeRef       // a scheme is refused (4.2)
)

var ruleNames = [...]string{"URI-reference", "URI", "absolute-URI", "relative-ref"}

// String returns the rule's name in Appendix A.
func (r Rule) String() string { return nameIn(ruleNames[:], int(r)) }

// nameIn returns names[i], or "" for a value without a name.
func nameIn(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return ""
}
