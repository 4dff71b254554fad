package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// An override allows the benchmarks that pattern matches what fails elsewhere.
type override struct {
	pattern *regexp.Regexp
	allowed fault   // slower, allocates or missing
	percent float64 // the threshold, if allowed is slower
	reason  string
}

// readOverrides reads a file of overrides, one a line; # begins a comment.
func readOverrides(path string) ([]override, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []override
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		o, err := parseOverride(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		all = append(all, o)
	}
	return all, nil
}

// parseOverride reads a line: pattern, what is allowed, reason.
func parseOverride(line string) (o override, err error) {
	words := strings.Fields(line)
	if len(words) < 3 {
		return o, fmt.Errorf("want a pattern, what is allowed, and a reason")
	}
	o.reason = strings.Join(words[2:], " ")
	if o.pattern, err = regexp.Compile(words[0]); err != nil {
		return o, err
	}
	switch words[1] {
	case "gone":
		o.allowed = missing
		return o, nil
	case "allocates":
		o.allowed = allocates
		return o, nil
	}
	o.allowed = slower
	digits, isPercent := strings.CutSuffix(words[1], "%")
	o.percent, err = strconv.ParseFloat(digits, 64)
	if !isPercent || err != nil || !(o.percent >= 0) {
		return o, fmt.Errorf("%q is allowed, want a percentage such as 12%%, allocates, or gone", words[1])
	}
	return o, nil
}
