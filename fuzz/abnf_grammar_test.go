package fuzz

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// The text is the only source of the grammar, so a change to it, blanks and
// comments included, must be meant.
func TestTextDigest(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"RFC 3986 Appendix A", abnf.Text3986, "9d3dbf31f2f5f82f80b52cff7860489587877c7ac39ed2624b7cec4d7948632a"},
		{"RFC 5234 Appendix B.1", abnf.TextCore, "291cff6a4137519419e5536936068af0d658836f99cbde8638df112de1ebf56b"},
	}
	for _, tt := range tests {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(tt.text))); got != tt.want {
			t.Errorf("%s: Sum256(text) = %s, want %s", tt.name, got, tt.want)
		}
	}
}

// The classes worked out by hand: the digits by the borders of dec-octet, A to
// F by HEXDIG, v by IPvFuture, "+" and "-" by scheme, "." by IPv4address.
func TestClasses(t *testing.T) {
	tests := []struct {
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
	}
	for _, tt := range tests {
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
	tests := []struct{ name, in, want string }{
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
	}
	for _, tt := range tests {
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
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Parse(%q) does not panic", in)
				}
			}()
			abnf.Parse(in)
		}()
	}
}
