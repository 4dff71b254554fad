package fuzz

import (
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/cases"
)

// language lists what n generates, leaving out what is longer than limit, by
// nothing but concatenating and uniting sets of strings.
func language(n abnf.Node, limit int) map[string]bool {
	all := map[string]bool{}
	switch n := n.(type) {
	case abnf.ByteRange:
		for c := int(n.Lo); c <= int(n.Hi) && limit > 0; c++ {
			all[string([]byte{byte(c)})] = true
		}
	case abnf.Reference:
		return language(n.Rule.Body, limit)
	case abnf.Alternation:
		for _, a := range n {
			for s := range language(a, limit) {
				all[s] = true
			}
		}
	case abnf.Concatenation:
		all[""] = true
		for _, e := range n {
			all = product(all, language(e, limit), limit)
		}
	case abnf.Repetition:
		body, power := language(n.Body, limit), map[string]bool{"": true}
		rounds := n.Max
		if rounds == abnf.Unbounded {
			rounds = n.Min + limit
		}
		for k := 0; k <= rounds; k++ {
			for s := range power {
				if k >= n.Min {
					all[s] = true
				}
			}
			power = product(power, body, limit)
		}
	}
	return all
}

func product(a, b map[string]bool, limit int) map[string]bool {
	all := map[string]bool{}
	for s := range a {
		for t := range b {
			if len(s)+len(t) <= limit {
				all[s+t] = true
			}
		}
	}
	return all
}

// Small grammars, each against the list of what it generates: every string
// over the alphabet to length 5. The language is listed to length 8, enough to
// contain a member with each prefix asked for.
func TestMatchAgainstLanguage(t *testing.T) {
	tests := []struct{ name, grammar string }{
		{"option before the same byte", `a = ["1"] "1" "2"`},
		{"one alternative begins the other", `a = ("1" / "1" "2") "2"`},
		{"longest match is wrong", `a = *"1" "1"`},
		{"bounded repetition", `a = 2*3("1" / "12") "3"`},
		{"repetition of what may be empty", `a = *(["1"] *"2") "3"`},
		{"least number of what may be empty", `a = 3*4["1"] "2"`},
		{"repetition in a repetition", `a = *("1" 1*"2")`},
		{"zero times", "a = 0\"1\" \"2\" / 0<b>\nb = \"3\""},
		{"rules used twice", "a = b \"1\" b\nb = *\"2\" / \"3\""},
		{"empty before another alternative", "a = \"1\" \"2\" / b \"1\"\nb = *\"2\" / \"3\""},
		{"a rule that repeats what may be empty", "a = \"1\" \"2\" / b \"1\"\nb = 1*[\"2\"]"},
		{"empty", `a = ""`},
	}
	for _, tt := range tests {
		g := abnf.Parse(tt.grammar)
		members := language(abnf.Reference{Rule: g.Rule("a")}, 8)
		prefixes := map[string]bool{"": true}
		for s := range members {
			for i := range len(s) {
				prefixes[s[:i+1]] = true
			}
		}
		m := g.NewMatcher()
		for _, s := range cases.Sequences(5, "1", "2", "3") {
			got := m.Match("a", []byte(s))
			if got.Member != members[s] || got.Prefix != longest(s, prefixes) {
				t.Errorf("%s: Match(%q) = %v %d, want %v %d",
					tt.name, s, got.Member, got.Prefix, members[s], longest(s, prefixes))
			}
			for i := range len(s) + 1 {
				if want := members[s[:i]]; slices.Contains(m.Ends(), i) != want {
					t.Errorf("%s: Match(%q), Ends() = %v, has %d want %v", tt.name, s, m.Ends(), i, want)
				}
			}
			for c := range 256 {
				want := prefixes[s[:got.Prefix]+string([]byte{byte(c)})]
				if got.Next.Has(byte(c)) != want {
					t.Errorf("%s: Match(%q).Next.Has(%q) = %v, want %v", tt.name, s, []byte{byte(c)}, !want, want)
				}
			}
		}
	}
}

func longest(s string, prefixes map[string]bool) int {
	n := len(s)
	for !prefixes[s[:n]] {
		n--
	}
	return n
}

// Prefixes and open rules worked out by hand. Of the open rules the row names
// some that are and some that are not.
func TestMatchPrefix(t *testing.T) {
	tests := []struct {
		name, in       string
		prefix         int
		open, closed   string
		rule, nextSome string
	}{
		{"4.2 colon in the first segment", "1a:b", 2, "path-noscheme segment-nz-nc", "scheme authority query", "", "a@/%"},
		{"3.1 scheme begins with a letter", ":a", 0, "scheme path-noscheme path-absolute", "host query fragment", "", "a@/%"},
		{"3.1 scheme begins with a letter, URI", "1a:b", 0, "scheme ALPHA URI", "path-noscheme DIGIT", "URI", "az"},
		{"3.1 byte not in a scheme", "h_t:x", 3, "path-noscheme", "scheme", "", "_t@/"},
		{"3.2.3 letter in a port may be userinfo", "//h:8x", 6, "userinfo authority", "port host path-abempty", "", "@:x%"},
		{"3.2.3 port after userinfo", "//u@h:8x", 7, "port path-abempty", "host userinfo", "", "8/?#"},
		{"2.1 not a triplet", "http://h/%zz", 10, "pct-encoded HEXDIG segment path-abempty", "unreserved host", "", "0aF"},
		{"2.1 half a triplet", "%4", 2, "pct-encoded HEXDIG", "unreserved", "", "0aF"},
		{"3.2.2 two elisions", "//[1::2::3]", 8, "IPv6address IP-literal host h16", "IPvFuture reg-name port", "", "0aF"},
		{"3.2.2 IPv4 is last", "//[::1.2.3.4:5]", 12, "IPv4address IP-literal", "IPvFuture reg-name h16", "", "0]"},
		{"3.2.2 after the literal", "//[::1]x", 7, "authority path-abempty", "host IP-literal port userinfo", "", ":/?#"},
		{"3.2.2 zone identifier", "//[fe80::1%25eth0]", 10, "IPv6address", "pct-encoded", "", ":]0"},
		{"3.2.2 future without a dot", "//[v1]", 5, "IPvFuture HEXDIG", "IPv6address", "", ".0"},
		{"3.2.2 nothing in the literal", "//[]", 3, "IPv6address IPvFuture", "reg-name", "", "vV:0f"},
		{"3.3 bracket in a path", "/a[0]", 2, "segment-nz pchar path-absolute", "query authority", "", "a/?#%"},
		{"3.4 bracket in a query", "?a[0]", 2, "query pchar", "path-absolute", "", "a/?#%"},
		{"3.5 second number sign", "a#b#c", 3, "fragment pchar", "query path-noscheme", "", "a/?%"},
		{"4.3 fragment of an absolute URI", "a:b#c", 3, "path-rootless absolute-URI", "fragment", "absolute-URI", "b/?"},
		{"4.2 scheme of a relative reference", "a:b", 1, "path-noscheme relative-ref", "scheme", "relative-ref", "a/?#@"},
		{"the end of a member", "a", 1, "scheme path-noscheme", "query", "", "a:/?#+"},
		{"a rule that is at its end", "255", 3, "", "dec-octet", "dec-octet", ""},
		{"beyond the end of a rule", "255.", 3, "", "dec-octet", "dec-octet", ""},
	}
	m := grammar.NewMatcher()
	for _, tt := range tests {
		rule := tt.rule
		if rule == "" {
			rule = "URI-reference"
		}
		got := m.Match(rule, []byte(tt.in))
		if got.Prefix != tt.prefix {
			t.Errorf("%s: Match(%q).Prefix = %d, want %d", tt.name, tt.in, got.Prefix, tt.prefix)
		}
		for _, name := range strings.Fields(tt.open) {
			if !got.IsOpen(name) {
				t.Errorf("%s: Match(%q).Open = %v, want %s in it", tt.name, tt.in, got.Open, name)
			}
		}
		for _, name := range strings.Fields(tt.closed) {
			if got.IsOpen(name) {
				t.Errorf("%s: Match(%q).Open = %v, want %s not in it", tt.name, tt.in, got.Open, name)
			}
		}
		for i := range len(tt.nextSome) {
			if !got.Next.Has(tt.nextSome[i]) {
				t.Errorf("%s: Match(%q).Next.Has(%q) = false, want true", tt.name, tt.in, tt.nextSome[i])
			}
		}
	}
}
