package main

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/perf/benchmath"
)

const preface = `# Results

<!-- Written by go run ./results, in bench/. Not to be edited. -->

Each cell is the median time and its range at 95 % confidence, then how many times as long that is as what uriscan
takes, or as the first column where all is uriscan's; "~" marks a difference that is not significant (p > 0.05). A time
is that of one line. Every answer was compared before the clock was started: "wrong" is
of how many of the lines that are measured an implementation says something else than RFC 3986. Peers that follow the
WHATWG's standard do not take references without a base, and refuse those at once. Ratios hold within one run; the
figures themselves are those of a machine and an hour.

`

// described are the lines of configuration to write, and their names.
var described = [][2]string{
	{"date", "date"}, {"commit", "commit"}, {"cpu", "processor"}, {"cores", "cores"}, {"goos", "system"},
	{"goarch", "architecture"}, {"go", "Go"}, {"crates", "crates"}, {"benchtime", "time of a count"},
	{"load", "load when it began"},
}

// markdown returns the tables in Markdown.
func (r *report) markdown() []byte {
	var b bytes.Buffer
	b.WriteString(preface)
	b.WriteString("| | |\n| --- | --- |\n")
	for _, d := range described {
		if value := r.config[d[0]]; value != "" {
			fmt.Fprintf(&b, "| %s | %s |\n", d[1], value)
		}
	}
	for _, t := range r.tables {
		t.markdown(&b)
	}
	return b.Bytes()
}

func (t *table) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n", t.title)
	fmt.Fprintf(b, "| %s | %s |\n", t.row, strings.Join(t.cols, " | "))
	fmt.Fprintf(b, "| --- |%s\n", strings.Repeat(" --- |", len(t.cols)))
	for _, row := range t.rows {
		fmt.Fprintf(b, "| %s |", row)
		for _, col := range t.cols {
			fmt.Fprintf(b, " %s |", t.cell(row, col))
		}
		b.WriteByte('\n')
	}
}

// cell returns the text for a row and a column.
func (t *table) cell(row, col string) string {
	s := t.at(row, col)
	if s == nil {
		return ""
	}
	lines := []string{duration(s.summary.Center) + " ± " + s.summary.PctRangeString()}
	if base := t.at(row, t.cols[0]); base != nil && base != s {
		lines = append(lines, ratio(base, s))
	}
	if s.wrong > 0 {
		lines = append(lines, fmt.Sprintf("%.0f wrong (%s)", s.wrong, s.wrongShare()))
	}
	return strings.Join(lines, "<br>")
}

// wrongShare returns the share of lines with wrong answers.
func (s *sample) wrongShare() string {
	share := 100 * s.wrong / s.lines
	if share < 1 {
		return fmt.Sprintf("%.1g %%", share)
	}
	return fmt.Sprintf("%.0f %%", share)
}

// ratio returns how many times as long as base it takes.
func ratio(base, s *sample) string {
	text := fmt.Sprintf("%sx", digits(s.summary.Center/base.summary.Center))
	if c := benchmath.AssumeNothing.Compare(base.times, s.times); c.P > c.Alpha {
		text += " ~"
	}
	return text
}

// duration formats seconds in a suitable unit.
func duration(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"ns", 1e-9}, {"µs", 1e-6}, {"ms", 1e-3}} {
		if v := seconds / unit.size; v < 9999.5 {
			return digits(v) + " " + unit.name
		}
	}
	return digits(seconds) + " s"
}

// digits formats a number with three digits, or with all digits before the point.
func digits(v float64) string {
	switch {
	case v < 9.995:
		return fmt.Sprintf("%.2f", v)
	case v < 99.95:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
