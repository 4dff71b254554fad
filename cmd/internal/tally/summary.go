package tally

import (
	"cmp"
	"slices"
	"strings"
)

// A Summary is the sum of the counts of the workers of a group.
type Summary struct {
	Total    uint64 // number of counted values
	Long     uint64 // number of values longer than MaxValueLen
	Distinct uint64 // number of distinct values among the others
	Exact    bool   // all counts are exact
	// If Exact is false, Distinct is an estimate (see DistinctError), counts are up to
	// Error too high, except for one in a million, and values with a count below Least
	// are not listed.
	Error, Least uint64

	counts    map[string]uint64
	sketch    *sketch
	different Distinct // values, of an estimate
}

// A Count is a value and how often it occurs.
type Count struct {
	Value string
	Count uint64
}

// Sum adds up the counts of the workers, which must have stopped.
func (g *Group) Sum() *Summary {
	s := &Summary{counts: map[string]uint64{}, Exact: true}
	for _, v := range g.members {
		s.Exact = s.Exact && v.spilled == 0
		s.Total += v.spilled + v.long
		s.Long += v.long
		for value, count := range v.counts {
			s.Total += *count
			s.counts[value] += *count
		}
	}
	s.Distinct = uint64(len(s.counts))
	if !s.Exact || len(s.counts) > g.capacity {
		g.estimate(s)
	}
	return s
}

// estimate replaces the counts of s by those of the sketch.
func (g *Group) estimate(s *Summary) {
	for _, v := range g.members {
		v.flush()
		s.different.Merge(&v.distinct)
	}
	s.Exact, s.sketch = false, g.sketch()
	s.Distinct, _ = s.different.Count()
	s.Error = s.sketch.noise()
	s.Least = 2*(s.Total/uint64(g.capacity)) + 2*s.Error + 1 + g.least
	for value := range s.counts {
		if count, listed := s.Count(value); listed {
			s.counts[value] = count
		} else {
			delete(s.counts, value)
		}
	}
}

// Count returns how often value occurs. known is false if that is below Least.
func (s *Summary) Count(value string) (count uint64, known bool) {
	if s.Exact {
		return s.counts[value], len(value) <= MaxValueLen
	}
	count = s.sketch.count(hashOf(value))
	return count, count >= s.Least
}

// Top returns the n values with the greatest counts, as Sorted has them.
func (s *Summary) Top(n int) []Count {
	all := Sorted(s.counts)
	return all[:min(n, len(all))]
}

// Sorted returns counts in descending order, and values with equal counts in the order of
// their bytes.
func Sorted(counts map[string]uint64) []Count {
	all := make([]Count, 0, len(counts))
	for value, count := range counts {
		all = append(all, Count{value, count})
	}
	slices.SortFunc(all, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
	})
	return all
}
