package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uriscan/uriscan/cmd/internal/tally"
)

// grouped returns n with a comma between thousands.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// many returns n with a noun in the plural, which ends in "s".
func many(n uint64, things string) string {
	if n == 1 {
		things = strings.TrimSuffix(things, "s")
	}
	return grouped(n) + " " + things
}

// share returns n as a fraction of the whole, rounded to six decimals, or 0 of nothing.
func share(n, of uint64) float64 {
	if of == 0 {
		return 0
	}
	return math.Round(1e6*(float64(n)/float64(of))) / 1e6
}

// percent returns n as a percentage with one decimal. It rounds no positive number to 0
// and nothing below the whole to 100.
func percent(n, of uint64) string {
	p := 0.0
	if of > 0 {
		p = 100 * (float64(n) / float64(of))
	}
	switch {
	case n > 0 && p < 0.05:
		return "<0.1%"
	case n < of && p >= 99.95:
		return ">99.9%"
	}
	return fmt.Sprintf("%.1f%%", p)
}

// points returns the difference of two shares in percentage points, signed unless it is 0.
func points(difference float64) string {
	if difference == 0 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", 100*difference)
}

// printable returns a name, which may hold any bytes, in a form that is safe to show:
// quoted if it has characters that are not printable.
func printable(name string) string {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable) || strings.HasPrefix(name, `"`) {
		return strconv.Quote(name)
	}
	return name
}

// clipped returns s in at most n columns, with dots in place of a part of its middle,
// because hosts also differ at their ends.
func clipped(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	head := (n - 1) / 2
	tail := n - 2 - head
	return string(r[:head]) + ".." + string(r[len(r)-tail:])
}

// letters are the names of reports that are compared.
var letters = [...]string{"A", "B"}

func (v *View) title() string {
	if v.compares() {
		return "A " + v.label(0) + ", B " + v.label(1)
	}
	return v.label(0)
}

// label returns the names of the inputs of report i.
func (v *View) label(i int) string {
	names := v.reports[i].Names
	name := printable(names[0])
	if names[0] == "-" {
		name = "standard input"
	}
	if n := len(names) - 1; n > 0 {
		name += fmt.Sprintf(" and %d more", n)
	}
	return name
}

// distinct returns the number of distinct references of report i as text.
func (v *View) distinct(i int) string {
	d := v.reports[i].Distinct
	if d.Exact {
		return grouped(d.Count)
	}
	return "~" + grouped(d.Count)
}

// distinctNote returns the error of estimated numbers of distinct references, if any are
// shown.
func (v *View) distinctNote() string {
	for _, r := range v.reports {
		if !r.Distinct.Exact {
			return fmt.Sprintf("a number with ~ is right give or take %.1f%%", 100*tally.DistinctError)
		}
	}
	return ""
}
