package report

import (
	"github.com/uriscan/uriscan/cmd/uriscan/internal/tally"
)

// A Report is what was counted of some inputs.
type Report struct {
	Names    []string // of the inputs
	Lines    uint64   // all lines
	Valid    uint64   // those that are references
	Distinct Estimate // how many of these are different
	Shares   []Shares
	Lengths  []Lengths
}

// An Estimate is a number and whether it is exact.
type Estimate struct {
	Count uint64
	Exact bool
}

// Shares are how often each of some values occurs.
type Shares struct {
	Key   string // in JSON
	Title string
	Unit  string // what Of counts, such as "lines"
	Of    uint64
	// Values are what occurs, in the order to show, or the most frequent of what
	// Summary has.
	Values []tally.Count
	// None is what to call those without a value, and Without how many they are.
	None    string
	Without uint64
	// Overlap is set if one of the unit may have several values.
	Overlap bool
	// Summary has all values if they were not known before, else it is nil.
	Summary *tally.Summary
}

// Listed returns shares whose values are the n most frequent ones of a summary.
func Listed(key, title, unit string, of uint64, none string, s *tally.Summary, n int) Shares {
	return Shares{
		Key: key, Title: title, Unit: unit, Of: of,
		Values: s.Top(n), None: none, Without: of - s.Total, Summary: s,
	}
}

// count returns how often a value occurs, false if that is not known.
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

// Lengths are how long something is.
type Lengths struct {
	Key   string // in JSON
	Title string // "" if there is no histogram to show
	Unit  string // what was measured, such as "lines"
	*tally.Lengths
}

// The percentiles that are shown.
var percentiles = []int{50, 90, 95, 99}
