package main

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"
)

const (
	// reruns is how many times the counts of the first run a rerun has at most. On
	// a machine of two speeds, 1.7x apart, with one of its two cores taken, 10 counts
	// found a slowdown of 20 % three times in ten, and 40 twice in three.
	reruns = 4

	// mostSeeming bounds the time that chance takes: on that machine one benchmark of
	// five seems to be slower than itself.
	mostSeeming = 8

	// stricter is by how much the level is lower for what the first run did not find,
	// so that not one run in 500 cries for having asked again.
	stricter = 25
)

// confirm measures once more what is slower or allocates, and acquits what does
// not fail again; and what seems to be slower, which fails if the rerun alone finds
// it. Each benchmark has processes of its own, so that the sides change every tenth of
// a second, and both meet the seconds in which a machine is at half its speed.
// Whenever there are as many counts again as in the first run, what seems to be
// slower no longer is left alone; what failed, only after twice as many: a machine
// that is busy just then must not acquit what is slow. What is missing is missing.
func (r *report) confirm(ctx context.Context, rec *recorder) error {
	suspects := r.suspects()
	for n, left := 0, suspects; n < reruns && len(left) > 0; n++ {
		rows, err := rec.record(ctx, rec.unitsOf(left), n*rec.count, (n+1)*rec.count, "-again")
		if err != nil {
			return err
		}
		r.rejudge(suspects, rows)
		left = slices.DeleteFunc(slices.Clone(left), func(v *verdict) bool { return v.settled(n + 1) })
	}
	for _, v := range suspects {
		v.confirmed()
	}
	return nil
}

// suspects are all that failed, and the worst of those that seem to be slower: the
// fastest count is the least disturbed.
func (r *report) suspects() []*verdict {
	var failed, seeming []*verdict
	for _, v := range r.verdicts {
		switch {
		case v.fault&(slower|allocates) != 0:
			failed = append(failed, v)
		case v.compared() && v.fastest() > v.limit:
			seeming = append(seeming, v)
		}
	}
	slices.SortStableFunc(seeming, func(a, b *verdict) int { return cmp.Compare(b.fastest()-b.limit, a.fastest()-a.limit) })
	return append(failed, seeming[:min(len(seeming), mostSeeming)]...)
}

// rejudge judges the suspects by the rows of the rerun so far. What failed has
// to fail at the level of a run that has these benchmarks alone, and what the first
// run did not find at a stricter one, since nothing else speaks for it.
func (r *report) rejudge(suspects []*verdict, rows []*row) {
	failed := 0
	for _, v := range suspects {
		if v.failed() {
			failed++
		}
	}
	for _, row := range rows {
		i := slices.IndexFunc(suspects, func(v *verdict) bool { return v.pkg == row.pkg && v.name == row.name })
		if i < 0 || !row.compared() {
			continue
		}
		level := r.rules.alpha / float64(failed)
		if !suspects[i].failed() {
			level = r.rules.alpha / stricter / float64(len(suspects)-failed)
		}
		suspects[i].again = r.rules.judgeAgain(row, level)
	}
}

// judgeAgain judges a row of the rerun by two tests, each at half the level: that of
// benchstat, and one of the fastest counts, which finds more where the machine is
// busy.
func (r *rules) judgeAgain(row *row, level float64) *verdict {
	v := &verdict{row: row, limit: r.threshold}
	v.compare(level / 2)
	v.apply(r.overrides)
	if v.outrun() <= level/2 && v.fastest() > v.limit {
		v.fault |= slower
	}
	return v
}

// settled tells whether v needs no more reruns than the n it had.
func (v *verdict) settled(n int) bool {
	switch a := v.again; {
	case a == nil: // as it runs no more
		return true
	case v.failed() && n < 2, a.fault&allocates != 0:
		return false
	default:
		return a.fastest() <= a.limit && a.delta() <= a.limit
	}
}

// failed tells whether v failed in the first run.
func (v *verdict) failed() bool { return v.fault&(slower|allocates) != 0 }

// confirmed keeps the faults that the rerun found, too, or all if that ran nothing.
// Where there were none, it is slower if the rerun says so.
func (v *verdict) confirmed() {
	switch {
	case v.again == nil:
	case v.failed():
		v.fault &= missing | v.again.fault
		v.acquitted = !v.failed()
	default:
		v.fault |= v.again.fault & slower
	}
}

// unitsOf returns units of which each runs the benchmark of one verdict.
func (r *recorder) unitsOf(verdicts []*verdict) []*unit {
	var units []*unit
	for _, v := range verdicts {
		pattern := exactly(v.name, runtime.GOMAXPROCS(0))
		function, _, _ := strings.Cut(pattern, "/")
		for _, u := range r.units {
			if u.pkg == v.pkg && "^"+u.function+"$" == function {
				units = append(units, &unit{pkg: u.pkg, function: u.function, pattern: pattern, binaries: u.binaries})
			}
		}
	}
	return units
}
