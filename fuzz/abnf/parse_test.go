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
		{"2.3 decimal value", `a = %d13`, "0D-0D"},
		{"2.3 binary value", `a = %b1101`, "0D-0D"},
		{"2.3 upper-case base", `a = %X4a`, "4A-4A"},
		{"2.3 concatenated values", `a = %d13.10`, "(0D-0D 0A-0A)"},
		{"2.3 string in any case", `a = "v1"`, "((56-56 / 76-76) 31-31)"},
		{"2.3 one character", `a = ":"`, "3A-3A"},
		{"2.3 empty string", `a = ""`, "()"},
		{"3.1 concatenation", `a = "1" "2" "3"`, "(31-31 32-32 33-33)"},
		{"3.2 alternatives", `a = "1" / "2"`, "(31-31 / 32-32)"},
		{"3.3 incremental alternatives", "a = \"1\"\na =/ \"2\"", "(31-31 / 32-32)"},
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
		g, err := Parse(tt.in)
		if err != nil {
			t.Errorf("%s: Parse(%q) = %v, want nil", tt.name, tt.in, err)
			continue
		}
		if got := show(g.Rule("a").Body); got != tt.want {
			t.Errorf("%s: Parse(%q) = %s, want %s", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"no name", `= "1"`, `line 1: want a rule name at "= \"1\" "`},
		{"name begins with a digit", `1a = "1"`, `line 1: want a rule name at "1a = \"1\" "`},
		{"no equals sign", `a "1"`, `line 1: want = after "a"`},
		{"no body", `a =`, `line 1: want an element at ""`},
		{"the line of the error", "a = \"1\"\n\nb = ", `line 3: want an element at ""`},
		{"empty alternative", `a = "1" / `, `line 1: want an element at ""`},
		{"empty group", `a = ()`, `line 1: want an element at ") "`},
		{"group not closed", `a = ("1"`, `line 1: want ')' at ""`},
		{"option not closed", `a = ["1"`, `line 1: want ']' at ""`},
		{"option closed as a group", `a = ["1")`, `line 1: want ']' at ") "`},
		{"closed too often", `a = "1")`, `line 1: unexpected ") " in rule "a"`},
		{"string not closed", `a = "1`, `line 1: unterminated string "\"1 "`},
		{"prose not closed", `a = <b`, `line 1: unterminated prose "<b "`},
		{"unknown base", `a = %o17`, `line 1: unknown base at "%o17 "`},
		{"base at the end", `a = %`, `line 1: unknown base at "% "`},
		{"no digits", `a = %x`, `line 1: strconv.ParseUint: parsing "": invalid syntax`},
		{"no digits after a dot", `a = %x41.`, `line 1: strconv.ParseUint: parsing "": invalid syntax`},
		{"no digits after a dash", `a = %x41-`, `line 1: strconv.ParseUint: parsing "": invalid syntax`},
		{"digit of another base", `a = %b12`, `line 1: strconv.ParseUint: parsing "12": invalid syntax`},
		{"more than an octet", `a = %x100`, `line 1: strconv.ParseUint: parsing "100": value out of range`},
		{"range is empty", `a = %x42-41`, `line 1: range 0x42-41 is empty`},
		{"repetition is empty", `a = 3*2"1"`, `line 1: repetition 3*2 is empty`},
		{"repetition of nothing", `a = 3*`, `line 1: want an element at ""`},
		{"least number too large", `a = 99999999999999999999"1"`, `line 1: strconv.Atoi: parsing "99999999999999999999": value out of range`},
		{"most number too large", `a = *99999999999999999999"1"`, `line 1: strconv.Atoi: parsing "99999999999999999999": value out of range`},
		{"not an element", `a = "1" $`, `line 1: want an element at "$ "`},
		{"NUL in the text", "a = \"1\" \x00", `line 1: unexpected "\x00 " in rule "a"`},
		{"not defined", `a = b`, `rule "b" is used but not defined`},
		{"prose that names no rule", `a = <any octet>`, `rule "any octet" is used but not defined`},
		{"defined twice", "a = \"1\"\nA = \"2\"", `line 2: rule "A" is defined twice`},
		{"extended before it is defined", `a =/ "1"`, `line 1: rule "a" is extended before it is defined`},
		{"defined by itself", `a = "1" a / "2"`, `rule "a" is defined by itself`},
		{"defined by itself through others", "a = \"1\" / [b]\nb = *c\nc = (\"2\" / a)", `rule "a" is defined by itself`},
	}
	for _, tt := range tests {
		got := "nil"
		if _, err := Parse(tt.in); err != nil {
			got = err.Error()
		}
		// The blanks that joining lines leaves at the end do not matter.
		if squeeze(got) != squeeze(tt.want) {
			t.Errorf("%s: Parse(%q) = %s, want %s", tt.name, tt.in, got, tt.want)
		}
	}
}

func squeeze(s string) string { return strings.ReplaceAll(s, " ", "") }

// A rule that two others use is no recursion.
func TestParseSharedRule(t *testing.T) {
	if _, err := Parse("a = b c\nb = d\nc = d\nd = \"1\""); err != nil {
		t.Errorf("Parse(diamond) = %v, want nil", err)
	}
}
