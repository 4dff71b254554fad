package abnf

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a node in one canonical notation, to compare trees by eye.
func show(n Node) string {
	switch n := n.(type) {
	case Alternation:
		return "(" + showAll(n, " / ") + ")"
	case Concatenation:
		return "(" + showAll(n, " ") + ")"
	case Repetition:
		return fmt.Sprintf("%d*%d %s", n.Min, n.Max, show(n.Body))
	case Octets:
		return fmt.Sprintf("%02X-%02X", n.Lo, n.Hi)
	case Reference:
		return n.Rule.Name
	}
	return fmt.Sprintf("%T", n)
}

func showAll(nodes []Node, sep string) string {
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
		{"3.4 all octets", `a = %x00-FF`, "00-FF"},
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
		if got := show(Parse(tt.in).Rule("a").Body); got != tt.want {
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
			Parse(in)
		}()
	}
}
