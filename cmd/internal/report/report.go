package report

import "github.com/uriscan/uriscan/cmd/internal/tally"

// A Report has the statistics of some inputs.
type Report struct {
	Names    []string // of the inputs
	Lines    uint64   // all lines
	Valid    uint64   // those that are references
	Distinct Estimate // how many of them are different
	Shares   []Shares
	Lengths  []Lengths
	Brief    bool // do not show the four above, except in JSON
}

// An Estimate is a number and whether it is exact.
type Estimate struct {
	Count uint64
	Exact bool
}

// Shares count how often each of some values occurs.
type Shares struct {
	Key   string // in JSON
	Title string
	Unit  string // what Of counts, such as "lines"
	Of    uint64
	// Values are the values to show, in order: all of them, or the most frequent ones of
	// Summary.
	Values []tally.Count
	// None is the name for references without a value, and Without their number.
	None    string
	Without uint64
	// Overlap is set if one of the unit may have several values.
	Overlap bool
	// Summary has all values if they were not known in advance; else it is nil.
	Summary *tally.Summary
}

// With returns the shares s with the n most frequent values of a summary.
func (s Shares) With(summary *tally.Summary, n int) Shares {
	s.Values, s.Without, s.Summary = summary.Top(n), s.Of-summary.Total, summary
	return s
}

// count returns how often a value occurs, and false if that is not known.
func (s *Shares) count(value string) (uint64, bool) {
	if s.Summary != nil {
		return s.Summary.Count(value)
	}
	for _, v := range s.Values {
		if v.Value == value {
			return v.Count, true
		}
	}
	return 0, true
}

// Lengths are the lengths of something.
type Lengths struct {
	Key   string // in JSON
	Title string // "" if there is no histogram to show
	Unit  string // what was measured, such as "lines"
	*tally.Lengths
}

// The percentiles that are shown.
var percentiles = []int{50, 90, 95, 99}
