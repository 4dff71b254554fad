package main

import (
	"slices"

	"golang.org/x/perf/benchmath"
)

// A fault is a set of faults of a benchmark.
type fault uint8

const (
	slower fault = 1 << iota
	allocates
)

const (
	alpha      = 0.05 // the level of significance of the whole run
	limit      = 5    // by how many percent a median may grow
	confidence = 0.95 // of the ranges in the report, benchstat's default
)

// A verdict is the result for a row.
type verdict struct {
	*row
	fault      fault
	center     [2]benchmath.Summary // of the time, if compared
	comparison benchmath.Comparison // likewise
	again      *verdict             // of the rerun, if there was one
}

// judge judges the rows, each at alpha divided by the number of comparisons (Bonferroni),
// so that alpha is the error rate of the run and not of each row.
func judge(rows []*row) (all []*verdict, level float64) {
	n := 0
	for _, r := range rows {
		if r.compared() {
			n++
		}
	}
	level = alpha / float64(max(1, n))
	for _, r := range rows {
		v := &verdict{row: r}
		if r.compared() {
			v.compare(level)
		}
		all = append(all, v)
	}
	return all, level
}

// compare compares the times of the two sides as benchstat does, and finds the faults.
func (v *verdict) compare(level float64) {
	var samples [2]*benchmath.Sample
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = level
	for s := range samples {
		samples[s] = benchmath.NewSample(v.seconds[s], &thresholds)
		v.center[s] = benchmath.AssumeNothing.Summary(samples[s], confidence)
	}
	v.comparison = benchmath.AssumeNothing.Compare(samples[base], samples[head])
	if v.comparison.P <= v.comparison.Alpha && v.delta() > limit {
		v.fault |= slower
	}
	if v.most(base) == 0 && v.least(head) > 0 {
		v.fault |= allocates
	}
}

// delta returns by how many percent the median grew.
func (v *verdict) delta() float64 {
	return (v.center[head].Center/v.center[base].Center - 1) * 100
}

// most returns the largest number of allocations of a side.
func (v *verdict) most(s int) float64 { return slices.Max(append(v.allocs[s], 0)) }

// least returns the smallest, which is 0 if not every count allocates: a pool that the
// garbage collector empties is filled again in some counts, without a fault of the code.
func (v *verdict) least(s int) float64 {
	if len(v.allocs[s]) == 0 {
		return 0
	}
	return slices.Min(v.allocs[s])
}

// suspects returns the verdicts with a fault.
func suspects(all []*verdict) []*verdict {
	return slices.DeleteFunc(slices.Clone(all), func(v *verdict) bool { return v.fault == 0 })
}

// confirm removes the faults of each suspect that a rerun does not find again, at the
// level of a run with only the suspects. A benchmark that the rerun did not run keeps its
// faults.
func confirm(all []*verdict, rerun []*row) {
	again, _ := judge(rerun)
	for _, v := range suspects(all) {
		i := slices.IndexFunc(again, func(a *verdict) bool { return a.name == v.name && a.compared() })
		if i >= 0 {
			v.again = again[i]
			v.fault &= v.again.fault
		}
	}
}
