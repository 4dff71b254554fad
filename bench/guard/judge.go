package main

import (
	"fmt"
	"slices"

	"golang.org/x/perf/benchmath"
)

// A fault is a set of what can be wrong with a benchmark.
type fault uint8

const (
	slower fault = 1 << iota
	allocates
	missing
)

// confidence is that of the ranges in the report, benchstat's default.
const confidence = 0.95

// rules are what results are judged by.
type rules struct {
	alpha, threshold float64 // the level of the whole run; percent
	overrides        []override
}

// A verdict is what the rules say of a row.
type verdict struct {
	*row
	fault      fault
	center     [2]benchmath.Summary // of the time, if compared
	comparison benchmath.Comparison // likewise
	limit      float64              // percent
	excuses    []*override          // what an override allowed
	again      *verdict             // of the rerun, if there was one
	acquitted  bool                 // by that
}

// level divides the level of the run by the number of its comparisons
// (Bonferroni), so that it is the run that errs so often and not each of them.
func (r *rules) level(rows []*row) float64 {
	n := 0
	for _, row := range rows {
		if row.compared() {
			n++
		}
	}
	return r.alpha / float64(max(1, n))
}

// judge judges each row at the level.
func (r *rules) judge(rows []*row, level float64) ([]*verdict, error) {
	var all []*verdict
	for _, row := range rows {
		v := &verdict{row: row, limit: r.threshold}
		if row.compared() {
			v.compare(level)
			if err := v.decidable(); err != nil {
				return nil, err
			}
		}
		v.apply(r.overrides)
		all = append(all, v)
	}
	return all, nil
}

// compare does what benchstat does with the times of the two sides.
func (v *verdict) compare(level float64) {
	var samples [2]*benchmath.Sample
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = level
	for s := range samples {
		samples[s] = benchmath.NewSample(v.seconds[s], &thresholds)
		v.center[s] = benchmath.AssumeNothing.Summary(samples[s], confidence)
	}
	v.comparison = benchmath.AssumeNothing.Compare(samples[base], samples[head])
}

// decidable fails where the counts are so few that not even samples wholly apart
// would differ significantly: that guard could never find anything.
func (v *verdict) decidable() error {
	c := v.comparison
	if p := leastP(c.N1, c.N2); p > c.Alpha {
		return fmt.Errorf("%s: with %d and %d counts p is never below %.2g, and the level is %.2g; more counts or fewer benchmarks are needed",
			v.name, c.N1, c.N2, p, c.Alpha)
	}
	return nil
}

// leastP is the p of two samples of n and m values, all of one below all of the
// other: 2 of the binomial(n+m, n) orders are so far apart.
func leastP(n, m int) float64 {
	p := 2.0
	for i := 1; i <= n; i++ {
		p *= float64(i) / float64(m+i)
	}
	return min(1, p)
}

// apply finds the faults, less what the overrides allow.
func (v *verdict) apply(overrides []override) {
	if o := v.override(overrides, slower); o != nil {
		v.limit = o.percent
	}
	v.find(overrides, missing, v.counts[base] > 0 && v.counts[head] == 0)
	v.find(overrides, allocates, v.allocatesNow())
	if v.significant() && v.delta() > v.limit {
		v.fault |= slower
	}
}

// find notes the fault f if it is found, or the override that allows it.
func (v *verdict) find(overrides []override, f fault, found bool) {
	if !found {
		return
	}
	if o := v.override(overrides, f); o != nil {
		v.excuses = append(v.excuses, o)
		return
	}
	v.fault |= f
}

// override returns the first that allows f of the benchmark, or nil.
func (v *verdict) override(overrides []override, f fault) *override {
	for i, o := range overrides {
		if o.allowed == f && o.pattern.MatchString(v.name) {
			return &overrides[i]
		}
	}
	return nil
}

// allocatesNow reports an allocation in any count of the head where no count of
// the base had one.
func (v *verdict) allocatesNow() bool {
	return len(v.allocs[base]) > 0 && slices.Max(v.allocs[base]) == 0 &&
		len(v.allocs[head]) > 0 && slices.Max(v.allocs[head]) > 0
}

// delta is by how many percent the median grew.
func (v *verdict) delta() float64 {
	return (v.center[head].Center/v.center[base].Center - 1) * 100
}

func (v *verdict) significant() bool { return v.compared() && v.comparison.P <= v.comparison.Alpha }

// fastest is by how many percent the least of the times grew.
func (v *verdict) fastest() float64 {
	return (slices.Min(v.seconds[head])/slices.Min(v.seconds[base]) - 1) * 100
}

// outrun is the probability that, of two samples which do not differ, as many counts
// of the one are below all of the other as counts of the base are below all of the
// head (Rosenbaum 1954, Tables for a nonparametric test of location). What else a
// machine does makes counts slower and never faster: the fastest are those that it
// left alone.
func (v *verdict) outrun() float64 {
	least := slices.Min(v.seconds[head])
	n, all := len(v.seconds[base]), len(v.seconds[base])+len(v.seconds[head])
	p := 1.0
	for _, seconds := range v.seconds[base] {
		if seconds < least {
			p *= float64(n) / float64(all)
			n--
			all--
		}
	}
	return p
}
