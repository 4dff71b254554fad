package main

import (
	"bytes"
	"fmt"
	"strings"
)

const preface = `# Cliffs

<!-- Written by go run ./cliffs, in bench/. Not to be edited. -->

What one octet more, one place further, one bad line in a hundred or one dot segment more costs, on every kernel. A step is the
time at a point against that at its left neighbour, or the other way round where it is a step down (a minus before the place); a
peak is the time at a point against the median of the %d around it. Times are of a reference, a line or a Span. Inputs are called
over and over, so that branches are learnt: the charts show the code, not what it costs on the road, which is in RESULTS.md.

%s; the least of %d passes; "go run ./cliffs" in bench/.
`

// markdown returns CLIFFS.md, and what sticks out without a reason.
func (r *record) markdown(all []*panel) (text []byte, unexplained []string) {
	var b bytes.Buffer
	fmt.Fprintf(&b, preface, 2*reach+1, r.Where, r.Passes)
	for _, f := range figures {
		fmt.Fprintf(&b, "\n## %s\n\n![%s](cliffs-%s.svg)\n\n", f.title, f.title, f.name)
		fmt.Fprintf(&b, "| chart | kernel | largest step | at | largest peak | at | points beyond %dx |\n| --- | --- | --- | --- | --- | --- | --- |\n", limit)
		var reasons []string // and whose they are
		whose := map[string][]string{}
		for _, p := range all {
			if p.figure != f.name {
				continue
			}
			for i, level := range r.Levels {
				times := r.Times[p.name()][i]
				b.WriteString(p.row(level, times))
				reason := reasonFor(p.name(), level)
				if reason == "" && outliers(times) > 0 {
					reason = "not explained."
					unexplained = append(unexplained, p.name()+" on "+level)
				}
				if reason == "" || !tells(times) {
					continue
				}
				if whose[reason] == nil {
					reasons = append(reasons, reason)
				}
				whose[reason] = append(whose[reason], p.title+" on "+level)
			}
		}
		for _, reason := range reasons {
			fmt.Fprintf(&b, "\n- %s: %s\n", strings.Join(whose[reason], "; "), reason)
		}
	}
	return b.Bytes(), unexplained
}

// tells tells whether a point sticks out so far that its reason is told.
func tells(times []float64) bool {
	const told = 1.25
	step, _ := largestStep(times)
	return max(step.ratio, largestPeak(times).ratio) > told
}

// row is the panel on one kernel.
func (p *panel) row(level string, times []float64) string {
	step, down := largestStep(times)
	peak := largestPeak(times)
	sign := ""
	if down {
		sign = "−"
	}
	return fmt.Sprintf("| %s | %s | %.2fx | %s%d | %.2fx | %d | %d |\n",
		p.title, level, step.ratio, sign, p.xs[step.at], peak.ratio, p.xs[peak.at], outliers(times))
}
