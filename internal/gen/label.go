package main

import (
	"slices"
	"strings"
)

// labelOf works out the label of a set of nfa states from the rules that are
// open on the edges leaving it.
func labelOf(m *nfa, set map[int]bool, final int) label {
	open := map[string]bool{}
	for s := range set {
		for _, e := range m.edges[s] {
			for _, r := range e.rules {
				open[r] = true
			}
		}
	}
	l := label{
		accept: set[final],
		fault:  faultOf(open),
		region: regionOf(open),
		name:   nameOf(open),
	}
	for k := len(hostRules) - 1; k >= 0; k-- {
		for s := range set {
			if m.ends[k][s] {
				l.host = k + 1
			}
		}
	}
	return l
}

// pathRules are the rules of section 3.3 whose bytes are the path's own.
var pathRules = []string{
	"path-abempty", "path-absolute", "path-noscheme", "path-rootless",
}

// faultOf names the rule that is broken when the next byte is refused: the
// first case that applies.
func faultOf(open map[string]bool) string {
	switch {
	case open["pct-encoded"] && !open["unreserved"]: // after "%"
		return "BadPercent"
	case open["IP-literal"] && !open["reg-name"]: // after "["
		if open["IPvFuture"] && !open["IPv6address"] {
			return "BadIPvFuture"
		}
		return "BadIPv6"
	case open["port"]: // after ":", which belongs to authority
		return "BadPort"
	case open["host"]:
		return "BadHost"
	case open["userinfo"]: // what follows the ":" is no port
		return "BadUserinfo"
	case open["authority"]: // after "]"
		return "BadHost"
	case open["fragment"]:
		return "BadFragment"
	case open["query"]:
		return "BadQuery"
	case slices.ContainsFunc(pathRules, func(r string) bool { return open[r] }):
		return "BadPath"
	case open["scheme"]:
		return "BadScheme"
	}
	panic("gen: a state with no rule open")
}

// regionOf names the component that the next byte belongs to, as far as the
// Machine has to know: which of ":" "/" "?" "#" "@" are delimiters here.
func regionOf(open map[string]bool) string {
	switch {
	case open["fragment"]:
		return "InFragment"
	case open["query"]:
		return "InQuery"
	case open["IP-literal"] && !open["reg-name"]:
		return "InLiteral"
	case open["authority"]:
		return "InAuthority"
	case open["scheme"]:
		return "InScheme"
	}
	return "InPath"
}

// nameOf joins the innermost rules that say where in the grammar a state is.
func nameOf(open map[string]bool) string {
	telling := []string{
		"scheme", "userinfo", "IPv6address", "IPvFuture", "IPv4address", "reg-name",
		"port", "path-absolute", "path-noscheme", "path-rootless", "query", "fragment",
	}
	var names []string
	if open["segment"] && !open["segment-nz"] && !open["segment-nz-nc"] && !open["authority"] {
		names = append(names, "Segments")
		telling = nil
	}
	for _, r := range telling {
		if open[r] {
			names = append(names, camel(r))
		}
	}
	switch {
	case open["IP-literal"] && len(names) == 0:
		names = append(names, "ipLiteral")
	case open["authority"] && !open["userinfo"] && !open["host"] && !open["port"]:
		names = append(names, "authority")
	}
	name := strings.Join(names, "Or")
	name = strings.ToLower(name[:1]) + name[1:]
	if faultOf(open) == "BadPercent" {
		name += "Triplet"
	}
	return name
}

// camel turns a rule's name into a part of a Go name: reg-name is RegName.
func camel(rule string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(rule, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
