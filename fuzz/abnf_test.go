package fuzz

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
)

// The text is the only source of the grammar, so a change to it, blanks and
// comments included, must be meant.
func TestTextDigest(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"RFC 3986 Appendix A", abnf.Text3986, "9d3dbf31f2f5f82f80b52cff7860489587877c7ac39ed2624b7cec4d7948632a"},
		{"RFC 9112, section 3.2", abnf.Text9112, "22cb06bc66134823c166b6274a75f8936d4b9e5b2c6f4f845d60250cec41cb4b"},
		{"RFC 5234 Appendix B.1", abnf.TextCore, "291cff6a4137519419e5536936068af0d658836f99cbde8638df112de1ebf56b"},
	} {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(tt.text))); got != tt.want {
			t.Errorf("%s: Sum256(text) = %s, want %s", tt.name, got, tt.want)
		}
	}
}

// The classes worked out by hand: the digits by the borders of dec-octet, A to
// F by HEXDIG, v by IPvFuture, "+" and "-" by scheme, "." by IPv4address.
func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		rule    string
		invalid int
		want    []string
	}{
		{"URI-reference", 256 - 85, []string{
			"!$&'()*,;=_~", "#", "%", "+-", ".", "/", "0", "1", "2", "34", "5", "6789", ":",
			"?", "@", "ABCDEFabcdef", "GHIJKLMNOPQRSTUWXYZghijklmnopqrstuwxyz", "Vv", "[", "]",
		}},
		{"dec-octet", 246, []string{"0", "1", "2", "34", "5", "6789"}},
		{"scheme", 256 - 65, []string{"+-.0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}},
		{"h16", 256 - 22, []string{"0123456789ABCDEFabcdef"}},
	} {
		classes := grammar.Classes(tt.rule)
		var got []string
		for _, class := range classes[1:] {
			got = append(got, string(class))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", tt.want) {
			t.Errorf("Classes(%s)[1:] = %q, want %q", tt.rule, got, tt.want)
		}
		if got := len(classes[0]); got != tt.invalid {
			t.Errorf("len(Classes(%s)[0]) = %d, want %d", tt.rule, got, tt.invalid)
		}
	}
}

// show writes a node in one canonical notation, to compare trees by eye.
func show(n abnf.Node) string {
	switch n := n.(type) {
	case abnf.Alternation:
		return "(" + showAll(n, " / ") + ")"
	case abnf.Concatenation:
		return "(" + showAll(n, " ") + ")"
	case abnf.Repetition:
		return fmt.Sprintf("%d*%d %s", n.Min, n.Max, show(n.Body))
	case abnf.ByteRange:
		return fmt.Sprintf("%02X-%02X", n.Lo, n.Hi)
	case abnf.Reference:
		return n.Rule.Name
	}
	return fmt.Sprintf("%T", n)
}

func showAll(nodes []abnf.Node, sep string) string {
	var all []string
	for _, n := range nodes {
		all = append(all, show(n))
	}
	return strings.Join(all, sep)
}

// Sections are those of RFC 5234.
func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"2.3 hex value", `a = %x41`, "41-41"},
		{"2.3 string in any case", `a = "v1"`, "((56-56 / 76-76) 31-31)"},
		{"2.3 one character", `a = ":"`, "3A-3A"},
		{"2.3 empty string", `a = ""`, "()"},
		{"3.1 concatenation", `a = "1" "2" "3"`, "(31-31 32-32 33-33)"},
		{"3.2 alternatives", `a = "1" / "2"`, "(31-31 / 32-32)"},
		{"3.4 range", `a = %x30-39`, "30-39"},
		{"3.4 all bytes", `a = %x00-FF`, "00-FF"},
		{"3.5 group", `a = "1" ("2" / "3")`, "(31-31 (32-32 / 33-33))"},
		{"3.10 concatenation binds closer", `a = "1" / "2" "3"`, "(31-31 / (32-32 33-33))"},
		{"3.6 any number", `a = *"1"`, "0*-1 31-31"},
		{"3.6 at least", `a = 2*"1"`, "2*-1 31-31"},
		{"3.6 at most", `a = *3"1"`, "0*3 31-31"},
		{"3.6 from to", `a = 2*3"1"`, "2*3 31-31"},
		{"3.7 exactly", `a = 2"1"`, "2*2 31-31"},
		{"3.8 option", `a = [ "1" "2" ]`, "0*1 (31-31 32-32)"},
		{"3.8 option in a concatenation", `a = ["1"]"2"`, "(0*1 31-31 32-32)"},
		{"3.9 comment", `a = "1" ; / "2"`, "31-31"},
		{"3.9 semicolon in a string", `a = ";" ; / "2"`, "3B-3B"},
		{"4 continuation", "a = \"1\"\n  / \"2\"\n\t/ \"3\"", "(31-31 / 32-32 / 33-33)"},
		{"4 comment between continuations", "a = \"1\"\n; no\n  / \"2\"", "(31-31 / 32-32)"},
		{"4 CRLF", "a = \"1\"\r\n  / \"2\"\r\n", "(31-31 / 32-32)"},
		{"4 blank lines", "\n\n\na = \"1\"\n\n\n", "31-31"},
		{"2.1 rule used before it is defined", "a = b\nb = \"1\"", "b"},
		{"2.1 name in another case", "a = B-1\nb-1 = \"1\"", "b-1"},
		{"2.3.4 prose names a rule", "a = 0<b>\nb = \"1\"", "0*0 b"},
	} {
		if got := show(abnf.Parse(tt.in).Rule("a").Body); got != tt.want {
			t.Errorf("%s: Parse(%q) = %s, want %s", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestParsePanics(t *testing.T) {
	for _, in := range []string{
		`= "1"`, `1a = "1"`, `a "1"`, `a =`, `a = "1" /`, `a = ()`, `a = ("1"`, `a = ["1"`, `a = ["1")`, `a = "1")`, `a = "1`, `a = <b`,
		`a = %d17`, `a = %x`, `a = %x100`, `a = 3*`, `a = "1" $`, `a = b`, "a = \"1\"\nA = \"2\"",
	} {
		if testkit.Recovered(func() { abnf.Parse(in) }) == nil {
			t.Errorf("Parse(%q) does not panic", in)
		}
	}
}

// Each rule of a single byte, byte by byte, as the text of sections 2.2, 2.3 and
// 1.3 lists it.
func TestByteRules(t *testing.T) {
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	tests := []struct{ rule, members string }{
		{"ALPHA", lower + upper},
		{"DIGIT", digits},
		{"HEXDIG", digits + "ABCDEFabcdef"}, // RFC 5234 2.3: strings match in any case
		{"gen-delims", ":/?#[]@"},
		{"sub-delims", "!$&'()*+,;="},
		{"reserved", ":/?#[]@!$&'()*+,;="},
		{"unreserved", lower + upper + digits + "-._~"},
		{"pchar", lower + upper + digits + "-._~!$&'()*+,;=:@"},
		{"port", digits},
		{"scheme", lower + upper},
	}
	m := grammar.NewMatcher()
	for _, tt := range tests {
		for c := range 256 {
			want := strings.IndexByte(tt.members, byte(c)) >= 0
			if got := m.Match(tt.rule, []byte{byte(c)}).Member; got != want {
				t.Errorf("Match(%s, %q).Member = %v, want %v", tt.rule, []byte{byte(c)}, got, want)
			}
		}
	}
}

// Members and others of the rules that section 3 describes in words.
func TestRuleFacts(t *testing.T) {
	tests := []struct{ name, rule, good, bad string }{
		{"2.1 pct-encoded", "pct-encoded", "%00 %fF %Ff %99", "% %4 %4g %g4 %444 %%41 41"},
		{"3.1 scheme", "scheme", "a A a+ a- a. a1 z9+-.", "1 + - . 1a a_ a% a:"},
		{"3.2.2 dec-octet", "dec-octet", "0 9 10 99 100 199 200 249 250 255", "256 260 300 999 00 01 010 1000 a"},
		{"3.2.2 IPv4address", "IPv4address", "0.0.0.0 255.255.255.255 1.20.100.249", "1.2.3 1.2.3.4.5 256.0.0.0 0.0.0.256 01.2.3.4 1..2.3 .1.2.3 1.2.3."},
		{"3.2.2 IPvFuture", "IPvFuture", "v1.a V1.a vF0.: v0.a:b~! v1.v1.", "v.a v1. v1 vg.a 1.a v1.% v1.@ v1.[ w1.a"},
		{"3.2.2 IP-literal", "IP-literal", "[::] [v1.a] [::1.2.3.4]", "[] [1] [1.2.3.4] [::]] [::[ :: [[::]]"},
		{"3.2.2 h16", "h16", "0 00 0000 f ffff FFFF", "00000 g"},
		{"3.2.2 ls32", "ls32", "0:0 ffff:ffff 1.2.3.4", "0 0: :0 0:0:0 0:1.2.3.4"},
		{"3.2.3 port", "port", "0 80 65536 00000000000000000000000001", "-1 +1 8x 8: 8_0"},
		{"3.3 path-noscheme", "path-noscheme", "a a/b:c @ %3A ./a:b", "a:b /a :"},
		{"3.3 path-absolute", "path-absolute", "/ /a /a/ /a//b", "// //a a"},
		{"3.3 path-rootless", "path-rootless", "a a:b : a//", "/a //"},
		{"3.3 path-abempty", "path-abempty", "/ // /a/b", "a a/b"},
		{"3.3 path", "path", "/ // a a:b", "? # [ a?b"},
		{"4.3 absolute-URI", "absolute-URI", "a: a:b?c a://h", "b //h a:# a:b#c"},
	}
	m := grammar.NewMatcher()
	for _, tt := range tests {
		for want, inputs := range map[bool]string{true: tt.good, false: tt.bad} {
			for _, in := range strings.Fields(inputs) {
				if m.Match(tt.rule, []byte(in)).Member != want {
					t.Errorf("%s: Match(%q).Member = %t, want %t", tt.name, in, !want, want)
				}
			}
		}
	}
}

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
			maps.Copy(all, language(a, limit))
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
	for _, tt := range []struct{ name, grammar string }{
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
	} {
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
		rule, in := cmp.Or(tt.rule, "URI-reference"), []byte(tt.in)
		got := m.Match(rule, in)
		if n := testing.AllocsPerRun(9, func() { m.Match(rule, in) }); n > 1 { // the name in lower case
			t.Errorf("%s: Match(%q) again allocates %v times, want 1 at most", tt.name, tt.in, n)
		}
		if got.Prefix != tt.prefix {
			t.Errorf("%s: Match(%q).Prefix = %d, want %d", tt.name, tt.in, got.Prefix, tt.prefix)
		}
		for want, names := range map[bool]string{true: tt.open, false: tt.closed} {
			for _, name := range strings.Fields(names) {
				if got.IsOpen(name) != want {
					t.Errorf("%s: Match(%q).Open = %v, has %s: %t, want %t", tt.name, tt.in, got.Open, name, !want, want)
				}
			}
		}
		for i := range len(tt.nextSome) {
			if !got.Next.Has(tt.nextSome[i]) {
				t.Errorf("%s: Match(%q).Next.Has(%q) = false, want true", tt.name, tt.in, tt.nextSome[i])
			}
		}
	}
}
