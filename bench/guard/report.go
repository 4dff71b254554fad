package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"golang.org/x/perf/benchunit"
)

// A report is what the guard has to tell.
type report struct {
	rules    *rules
	level    float64 // of a single comparison
	verdicts []*verdict
	notes    []string
}

// count returns how many benchmarks have the fault.
func (r *report) count(f fault) int {
	n := 0
	for _, v := range r.verdicts {
		if v.fault&f != 0 {
			n++
		}
	}
	return n
}

// print writes the table, then what is remarkable, then the sum.
func (r *report) print(w io.Writer) error {
	var b bytes.Buffer
	r.table(&b)
	for _, note := range r.notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	for _, v := range r.verdicts {
		v.remarks(&b)
	}
	if n := r.noisy(); n > 0 {
		fmt.Fprintf(&b, "note: %d benchmarks vary by more than their limit: of those only larger slowdowns are found\n", n)
	}
	for _, v := range r.verdicts {
		v.faults(&b)
	}
	fmt.Fprintf(&b, "%d benchmarks compared, each at level %.2g: %d slower, %d allocate, %d missing\n",
		r.compared(), r.level, r.count(slower), r.count(allocates), r.count(missing))
	_, err := w.Write(b.Bytes())
	return err
}

func (r *report) compared() int {
	n := 0
	for _, v := range r.verdicts {
		if v.compared() {
			n++
		}
	}
	return n
}

// table writes the times of both sides, as benchstat does.
func (r *report) table(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	pkg := ""
	for _, v := range r.verdicts {
		if !v.compared() {
			continue
		}
		if v.pkg != pkg || pkg == "" {
			pkg = v.pkg
			fmt.Fprintf(t, "pkg: %s\nsec/op\tbase\t\thead\t\tdelta\n", pkg)
		}
		fmt.Fprintf(t, "%s\t%s\t± %s\t%s\t± %s\t%s\n", v.name,
			seconds(v.center[base].Center), v.center[base].PctRangeString(),
			seconds(v.center[head].Center), v.center[head].PctRangeString(), v.change())
	}
	t.Flush()
}

func seconds(v float64) string { return benchunit.Scale(v, benchunit.Decimal) }

// change says by how much the time changed, or "~" if not significantly, with p
// to two digits, since levels are small, and the number of counts.
func (v *verdict) change() string {
	c := v.comparison
	n := fmt.Sprintf("n=%d", c.N1)
	if c.N1 != c.N2 {
		n += fmt.Sprintf("+%d", c.N2)
	}
	return fmt.Sprintf("%s (p=%.2g %s)", c.FormatDelta(v.center[base].Center, v.center[head].Center), c.P, n)
}

// remarks writes what is no fault and yet worth a look.
func (v *verdict) remarks(w io.Writer) {
	for _, o := range v.excuses {
		fmt.Fprintf(w, "allowed: %s %s: %s\n", v.name, o.allowed, o.reason)
	}
	switch {
	case v.counts[base] == 0:
		fmt.Fprintf(w, "new: %s\n", v.name)
	case v.counts[head] == 0:
	case !v.compared():
		fmt.Fprintf(w, "note: %s has no time to compare\n", v.name)
	case len(v.allocs[base]) == 0 || len(v.allocs[head]) == 0:
		fmt.Fprintf(w, "note: of %s no allocations are recorded\n", v.name)
	case slices.Max(v.allocs[base]) > 0 && slices.Min(v.allocs[head]) > slices.Max(v.allocs[base]):
		fmt.Fprintf(w, "note: %s allocates more,%s\n", v.name, v.allocations())
	}
	if v.acquitted {
		fmt.Fprintf(w, "not confirmed: %s: %s%s, then %s%s\n", v.name,
			v.change(), v.allocations(), v.again.change(), v.again.allocations())
	}
}

// allocations are the most of either side, if they were counted.
func (v *verdict) allocations() string {
	if len(v.allocs[base]) == 0 || len(v.allocs[head]) == 0 {
		return ""
	}
	return fmt.Sprintf(" %v to %v allocs/op", slices.Max(v.allocs[base]), slices.Max(v.allocs[head]))
}

// faults writes a line for each fault.
func (v *verdict) faults(w io.Writer) {
	for _, f := range []fault{slower, allocates, missing} {
		if v.fault&f == 0 {
			continue
		}
		fmt.Fprintf(w, "%s: %s%s", f, v.name, v.detail(f))
		if v.again != nil {
			fmt.Fprintf(w, ", again%s", v.again.detail(f))
			if f == slower {
				fmt.Fprintf(w, ", the fastest by %.2f%% (p=%.2g)", v.again.fastest(), v.again.outrun())
			}
		}
		fmt.Fprintln(w)
	}
}

func (v *verdict) detail(f fault) string {
	switch f {
	case slower:
		return fmt.Sprintf(" %s, limit %v%%", v.change(), v.limit)
	case allocates:
		return v.allocations()
	}
	return ""
}

// noisy counts the comparisons of which a range is wider than the limit.
func (r *report) noisy() int {
	n := 0
	for _, v := range r.verdicts {
		if !v.compared() {
			continue
		}
		for _, c := range v.center {
			if (c.Hi/c.Center-1)*100 > v.limit {
				n++
				break
			}
		}
	}
	return n
}

func (f fault) String() string {
	return map[fault]string{slower: "SLOWER", allocates: "ALLOCATES", missing: "MISSING"}[f]
}
