package picture

import (
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// machineAt returns a machine that has read what comes before a fault.
func machineAt(src []byte, offset int) (m scanner.Machine) {
	m.Feed(src[:offset])
	return m
}

// brokenRules names the rule that each kind is about, and its section, in words.
var brokenRules = map[scanner.Kind][]string{
	scanner.BadUserinfo:  {"userinfo (3.2.1) ", "or port (3.2.3)"},
	scanner.BadHost:      {"host (3.2.2)"},
	scanner.BadIPv6:      {"IPv6address (3.2.2)"},
	scanner.BadIPvFuture: {"IPvFuture (3.2.2)"},
	scanner.BadPort:      {"port (3.2.3)"},
	scanner.BadPath:      {"path (3.3)"},
	scanner.BadQuery:     {"query (3.4)"},
	scanner.BadFragment:  {"fragment (3.5)"},
	scanner.BadPercent:   {"pct-encoded (2.1)"},
}

// ruleAt returns the rule that a byte breaks if it is valid nowhere. For an input that
// ended too early it is the rule that was not completed.
func ruleAt(m scanner.Machine) []string {
	m.Feed([]byte{0})
	_, fault := m.End()
	return brokenRules[fault.Kind()]
}

// byteSets are the sets of bytes that the RFC has a name for, as what they can begin
// with, each before those that it holds.
var byteSets = []struct {
	name string
	set  lut.Set
}{
	{"pchar", lut.SetOf(lut.PChar | lut.PctEncoded)},
	{"unreserved", lut.SetOf(lut.Unreserved)},
	{"sub-delims", lut.SetOf(lut.SubDelim)},
	{"ALPHA", lut.SetOf(lut.Alpha)},
	{"HEXDIG", lut.SetOf(lut.HexDigit)},
	{"DIGIT", lut.SetOf(lut.Digit)},
	{"pct-encoded", lut.SetOf(lut.PctEncoded)},
}

// expected returns what could come next, as a list: every byte is tried on a copy of m.
func expected(m scanner.Machine) []string {
	var left [256]bool // what can come and is not named yet
	for c := range left {
		next := m
		next.Feed([]byte{byte(c)})
		left[c] = next.State() != scanner.Dead
	}
	items := appendRest(namedSets(&left), &left)
	if m.State() == scanner.Complete {
		items = append(items, "the end")
	}
	return listed(items, " or ")
}

// namedSets returns the names of the sets whose bytes can all come, if some of them are
// left, and takes them out of what is left.
func namedSets(left *[256]bool) (items []string) {
	can := *left
	for _, s := range byteSets {
		all, some := true, false
		for c := range left {
			has := s.set.Has(byte(c))
			all = all && (can[c] || !has)
			some = some || left[c] && has
		}
		if !all || !some {
			continue
		}
		items = append(items, s.name)
		for c := range left {
			left[c] = left[c] && !s.set.Has(byte(c))
		}
	}
	return items
}

// appendRest names the bytes that are left one by one, runs of three and more by their
// ends. A letter that can come in both cases is named once, as strings in ABNF have no
// case (RFC 5234, 2.3).
func appendRest(items []string, left *[256]bool) []string {
	for c := 0; c < len(left); c++ {
		if !left[c] || 'a' <= c && c <= 'z' && left[c-'a'+'A'] {
			continue
		}
		last := c
		for last+1 < len(left) && left[last+1] {
			last++
		}
		if last-c >= 2 {
			items = append(items, quoted(byte(c))+" to "+quoted(byte(last)))
			c = last
		} else if 'A' <= c && c <= 'Z' && left[c-'A'+'a'] {
			items = append(items, quoted(byte(c-'A'+'a')))
		} else {
			items = append(items, quoted(byte(c)))
		}
	}
	return items
}

// quoted is c between quotes, as ABNF writes it, or its code if it has no quotes
// or cannot be printed.
func quoted(c byte) string {
	switch {
	case c == '"':
		return "DQUOTE"
	case c == ' ':
		return "a blank"
	case c < ' ' || c > '~':
		return cellOf(c)
	}
	return `"` + string(rune(c)) + `"`
}

// listed puts commas between items, and before the last one what is given.
func listed(items []string, last string) []string {
	for i := range len(items) - 1 {
		if i == len(items)-2 {
			items[i] += last
		} else {
			items[i] += ", "
		}
	}
	return items
}
