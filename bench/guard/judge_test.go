package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

type bench struct {
	name   string
	allocs int
	ns     []float64
}

// text returns benchmark results as go test prints them.
func text(benchmarks ...bench) string {
	var b strings.Builder
	for _, m := range benchmarks {
		for _, ns := range m.ns {
			fmt.Fprintf(&b, "Benchmark%s-2 \t 1000 \t %v ns/op\t 0 B/op\t %d allocs/op\n", m.name, ns, m.allocs)
		}
	}
	return b.String()
}

// rowsOf reads the results of both sides.
func rowsOf(t *testing.T, base, head string) []*row {
	t.Helper()
	var all table
	for s, text := range [2]string{base, head} {
		testkit.Must(t, all.read(s, text))
	}
	return all.all
}

// around returns 10 counts with a median close to ns and a range of 2 %.
func around(ns float64) []float64 {
	counts := make([]float64, 10)
	for i := range counts {
		counts[i] = ns * (0.99 + 0.002*float64(i))
	}
	return counts
}

// TestJudge judges one benchmark in every way, and those with a fault again.
func TestJudge(t *testing.T) {
	mixed := append(around(100)[:5:5], around(130)[5:]...)
	same := slices.Repeat([]float64{100}, 10)
	a := func(allocs int, ns []float64) bench { return bench{"A", allocs, ns} }
	type benches []bench
	for _, test := range []struct {
		name             string
		base, head       benches
		reBase, reHead   benches // of the rerun
		says             string  // in the report
		slower, allocate int
	}{
		{name: "same", base: benches{a(0, around(100))}, head: benches{a(0, around(100))}, says: "~ (p=1 n=10)"},
		{name: "equal counts", base: benches{a(0, same)}, head: benches{a(0, same)}, says: "~ (p=1 n=10)"},
		{name: "faster", base: benches{a(0, around(100))}, head: benches{a(0, around(50))}, says: "-50.00%"},
		{name: "significant and within the limit", base: benches{a(0, around(100))}, head: benches{a(0, around(104))}, says: "+4.00%"},
		{name: "beyond the limit and not significant", base: benches{a(0, mixed)}, head: benches{a(0, slices.Concat(mixed[1:], []float64{131}))}, says: "~ ("},
		{name: "rerun that ran nothing", base: benches{a(0, around(100))}, head: benches{a(0, around(106))},
			says: "\nSLOWER: A-2 +6.00% (p=1.1e-05 n=10)\n", slower: 1},
		{name: "slower, and again", base: benches{a(0, around(100))}, head: benches{a(0, around(110))},
			reBase: benches{a(0, around(100))}, reHead: benches{a(0, around(107))},
			says: "\nSLOWER: A-2 +10.00% (p=1.1e-05 n=10), again +7.00% (p=1.1e-05 n=10)\n", slower: 1},
		{name: "slower, and not again", base: benches{a(0, around(100))}, head: benches{a(0, around(110))},
			reBase: benches{a(0, around(100))}, reHead: benches{a(0, around(100))},
			says: "\nnot confirmed: A-2 +10.00% (p=1.1e-05 n=10) 0 to 0 allocs/op, then ~ (p=1 n=10) 0 to 0 allocs/op\n"},
		{name: "allocation", base: benches{a(0, around(100))}, head: benches{a(1, around(100))},
			reBase: benches{a(0, around(100))}, reHead: benches{a(1, around(100))},
			says: "\nALLOCATES: A-2 0 to 1 allocs/op, again 0 to 1 allocs/op\n", allocate: 1},
		{name: "one fault of two again", base: benches{a(0, around(100))}, head: benches{a(1, around(200))},
			reBase: benches{a(0, around(100))}, reHead: benches{a(1, around(100))}, says: "\nALLOCATES: A-2", allocate: 1},
		{name: "both faults", base: benches{a(0, around(100))}, head: benches{a(1, around(200))}, says: "\nSLOWER: A-2", slower: 1, allocate: 1},
		{name: "another fault in the rerun", base: benches{a(0, around(100))}, head: benches{a(0, around(200))},
			reBase: benches{a(0, around(100))}, reHead: benches{a(1, around(100))}, says: "\nnot confirmed: A-2"},
		{name: "more allocations", base: benches{a(1, around(100))}, head: benches{a(2, around(100))}, says: "\nnote: A-2 allocates more, 1 to 2 allocs/op\n"},
		{name: "fewer allocations", base: benches{a(1, around(100))}, head: benches{a(0, around(100))}, says: "~ (p=1 n=10)"},
		{name: "gone", base: benches{a(0, around(100)), {"B", 0, around(100)}}, head: benches{a(0, around(100))}, says: "\ngone: B-2\n1 benchmarks compared"},
		{name: "new", base: benches{a(0, around(100))}, head: benches{a(0, around(100)), {"B", 5, around(100)}}, says: "\nnew: B-2\n1 benchmarks compared"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := new(report)
			r.verdicts, r.level = judge(rowsOf(t, text(test.base...), text(test.head...)))
			confirm(r.verdicts, rowsOf(t, text(test.reBase...), text(test.reHead...)))
			var b strings.Builder
			testkit.Must(t, r.print(&b))
			if r.count(slower) != test.slower || r.count(allocates) != test.allocate || !strings.Contains(b.String(), test.says) {
				t.Errorf("judge() finds %d slower, %d allocate, and says\n%s, want %d, %d and %q", r.count(slower), r.count(allocates), b.String(),
					test.slower, test.allocate, test.says)
			}
		})
	}
}

// TestLevel divides the level by the comparisons, not by the benchmarks.
func TestLevel(t *testing.T) {
	both := [2][]float64{{1}, {1}}
	if _, got := judge([]*row{{seconds: both}, {seconds: both}, {seconds: [2][]float64{{1}, nil}}}); got != alpha/2 {
		t.Errorf("level of two comparisons = %v, want %v", got, alpha/2)
	}
}

func TestReadRefuses(t *testing.T) {
	if err := new(table).read(base, "BenchmarkB-2 \t 10 \t\n"); err == nil || !strings.Contains(err.Error(), "missing measurements") {
		t.Errorf("read() of a line that is cut = %v, want an error", err)
	}
}

func TestExactly(t *testing.T) {
	for _, test := range []struct {
		name, benchmark string
		procs           int
		want            string
	}{
		{"function", "A-2", 2, "^BenchmarkA$"},
		{"one processor has no suffix", "A/n-1", 1, "^BenchmarkA$/^n-1$"},
		{"only the suffix goes", "A/n-2-2", 2, "^BenchmarkA$/^n-2$"},
		{"what regexps know", "A/a|b.c-2", 2, `^BenchmarkA$/^a\|b\.c$`},
	} {
		if got := exactly(test.benchmark, test.procs); got != test.want {
			t.Errorf("%s: exactly(%q, %d) = %q, want %q", test.name, test.benchmark, test.procs, got, test.want)
		}
	}
}
