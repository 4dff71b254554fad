package main

import (
	"bytes"
	"fmt"
	"io"
	"text/tabwriter"

	"golang.org/x/perf/benchunit"
)

// A report has the results of the guard.
type report struct {
	level    float64 // of a single comparison
	verdicts []*verdict
	notes    []string
}

// count returns the number of benchmarks that have the fault.
func (r *report) count(f fault) (n int) {
	for _, v := range r.verdicts {
		if v.fault&f != 0 {
			n++
		}
	}
	return n
}

// print writes the times of both sides as benchstat does, then remarks, then the totals.
func (r *report) print(w io.Writer) error {
	var b, remarks bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	compared := 0
	for _, v := range r.verdicts {
		v.remark(&remarks)
		if !v.compared() {
			continue
		}
		if compared++; compared == 1 {
			fmt.Fprint(t, "sec/op\tbase\t\thead\t\tdelta\n")
		}
		fmt.Fprintf(t, "%s\t%s\t± %s\t%s\t± %s\t%s\n", v.name,
			seconds(v.center[base].Center), v.center[base].PctRangeString(),
			seconds(v.center[head].Center), v.center[head].PctRangeString(), v.change())
	}
	t.Flush()
	for _, note := range r.notes {
		fmt.Fprintln(&b, note)
	}
	b.Write(remarks.Bytes())
	fmt.Fprintf(&b, "%d benchmarks compared, each at level %.2g: %d slower, %d allocate\n",
		compared, r.level, r.count(slower), r.count(allocates))
	_, err := w.Write(b.Bytes())
	return err
}

func seconds(v float64) string { return benchunit.Scale(v, benchunit.Decimal) }

// change returns the change of the time, or "~" if it is not significant, with p in two
// digits, since levels are small, and the number of counts.
func (v *verdict) change() string {
	c := v.comparison
	n := fmt.Sprintf("n=%d", c.N1)
	if c.N1 != c.N2 {
		n += fmt.Sprintf("+%d", c.N2)
	}
	return fmt.Sprintf("%s (p=%.2g %s)", c.FormatDelta(v.center[base].Center, v.center[head].Center), c.P, n)
}

func (v *verdict) allocations() string {
	return fmt.Sprintf("%v to %v allocs/op", v.most(base), v.most(head))
}

// remark writes the faults of v and other noteworthy changes.
func (v *verdict) remark(w io.Writer) {
	switch {
	case len(v.seconds[base]) == 0:
		fmt.Fprintf(w, "new: %s\n", v.name)
	case len(v.seconds[head]) == 0:
		fmt.Fprintf(w, "gone: %s\n", v.name)
	case v.fault == 0 && v.again != nil:
		fmt.Fprintf(w, "not confirmed: %s %s %s, then %s %s\n", v.name,
			v.change(), v.allocations(), v.again.change(), v.again.allocations())
	case v.most(base) > 0 && v.most(head) > v.most(base):
		fmt.Fprintf(w, "note: %s allocates more, %s\n", v.name, v.allocations())
	}
	for _, f := range []struct {
		fault
		name   string
		detail func(v *verdict) string
	}{{slower, "SLOWER", (*verdict).change}, {allocates, "ALLOCATES", (*verdict).allocations}} {
		if v.fault&f.fault == 0 {
			continue
		}
		fmt.Fprintf(w, "%s: %s %s", f.name, v.name, f.detail(v))
		if v.again != nil {
			fmt.Fprintf(w, ", again %s", f.detail(v.again))
		}
		fmt.Fprintln(w)
	}
}
