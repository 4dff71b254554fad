package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchmath"
)

// results writes a file of results: for each benchmark the counts of ns/op and
// the allocations, which are left out if negative.
func results(t *testing.T, config string, benchmarks ...bench) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "goos: linux\npkg: p\n%s\n", config)
	for _, m := range benchmarks {
		for _, ns := range m.ns {
			fmt.Fprintf(&b, "Benchmark%s-2 \t 1000 \t %v ns/op", m.name, ns)
			if m.allocs >= 0 {
				fmt.Fprintf(&b, "\t 0 B/op\t %d allocs/op", m.allocs)
			}
			b.WriteString("\n")
		}
	}
	path := filepath.Join(t.TempDir(), "results.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

type bench struct {
	name   string
	allocs int
	ns     []float64
}

// around gives 10 counts, of which the median is close to ns and the range 2 %.
func around(ns float64) []float64 {
	counts := make([]float64, 10)
	for i := range counts {
		counts[i] = ns * (0.99 + 0.002*float64(i))
	}
	return counts
}

// TestJudge judges one benchmark in every way.
func TestJudge(t *testing.T) {
	mixed := append(around(100)[:5:5], around(130)[5:]...)
	for _, test := range []struct {
		name       string
		base, head []bench
		overrides  string
		want       []string // lines of the report that begin so
		status     int
	}{
		{"same", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(100)}}, "", nil, passed},
		{"equal counts", []bench{{"A", 0, make10(100)}}, []bench{{"A", 0, make10(100)}}, "", nil, passed},
		{"faster", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(50)}}, "", nil, passed},
		{"significant and within the limit", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(104)}}, "", nil, passed},
		{"beyond the limit", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(106)}}, "", []string{"SLOWER: A-2 +6.00% (p=1.1e-05 n=10), limit 5%"}, failed},
		{"beyond the limit and not significant", []bench{{"A", 0, mixed}}, []bench{{"A", 0, slices.Concat(mixed[1:], []float64{131})}}, "", nil, passed},
		{"override", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(106)}}, "^A 7% why", nil, passed},
		{"override exceeded", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(108)}}, "^A 7% why", []string{"SLOWER: A-2 +8.00% (p=1.1e-05 n=10), limit 7%"}, failed},
		{"override of another", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(106)}}, "^B 7% why", []string{"SLOWER: A-2"}, failed},
		{"first override counts", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(106)}}, "^A 3% why\n^A 7% why", []string{"SLOWER: A-2"}, failed},
		{"allocation", []bench{{"A", 0, around(100)}}, []bench{{"A", 1, around(100)}}, "", []string{"ALLOCATES: A-2 0 to 1 allocs/op"}, failed},
		{"slower and an allocation", []bench{{"A", 0, around(100)}}, []bench{{"A", 1, around(200)}}, "", []string{"SLOWER: A-2", "ALLOCATES: A-2"}, failed},
		{"allocation allowed", []bench{{"A", 0, around(100)}}, []bench{{"A", 1, around(100)}}, "A allocates why", []string{"allowed: A-2 ALLOCATES: why"}, passed},
		{"no other allocation allowed", []bench{{"A", 0, around(100)}}, []bench{{"A", 1, around(100)}}, "A gone why", []string{"ALLOCATES: A-2"}, failed},
		{"more allocations", []bench{{"A", 1, around(100)}}, []bench{{"A", 2, around(100)}}, "", []string{"note: A-2 allocates more, 1 to 2 allocs/op"}, passed},
		{"fewer allocations", []bench{{"A", 1, around(100)}}, []bench{{"A", 0, around(100)}}, "", nil, passed},
		{"no allocations counted", []bench{{"A", -1, around(100)}}, []bench{{"A", 1, around(100)}}, "", []string{"note: of A-2 no allocations are recorded"}, passed},
		{"missing", []bench{{"A", 0, around(100)}, {"B", 0, around(100)}}, []bench{{"A", 0, around(100)}}, "", []string{"MISSING: B-2"}, failed},
		{"missing allowed", []bench{{"A", 0, around(100)}, {"B", 0, around(100)}}, []bench{{"A", 0, around(100)}}, "B gone why", []string{"allowed: B-2 MISSING: why"}, passed},
		{"new", []bench{{"A", 0, around(100)}}, []bench{{"A", 0, around(100)}, {"B", 5, around(100)}}, "", []string{"new: B-2"}, passed},
	} {
		t.Run(test.name, func(t *testing.T) {
			overrides := filepath.Join(t.TempDir(), "overrides.txt")
			if err := os.WriteFile(overrides, []byte(test.overrides), 0o666); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := guard(t, "-recorded", "-overrides", overrides, results(t, "", test.base...), results(t, "", test.head...))
			if got := remarkable.FindAllString(stdout, -1); status != test.status || !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("run() = %d, %q, want %d, %q; it said\n%s%s", status, got, test.status, test.want, stdout, stderr)
			}
		})
	}
}

// remarkable are the lines of a report that speak of one benchmark.
var remarkable = regexp.MustCompile(`(?m)^(SLOWER|ALLOCATES|MISSING|allowed|new|note: A|note: of A).*$`)

func make10(v float64) []float64 { return slices.Repeat([]float64{v}, 10) }

// TestUnjudged has results of which nothing can be said.
func TestUnjudged(t *testing.T) {
	a := bench{"A", 0, around(100)}
	for _, test := range []struct {
		name, base, head, want string
	}{
		{"no results", results(t, ""), results(t, ""), "no benchmark was run"},
		{"another machine", results(t, "cpu: X", a), results(t, "cpu: Y", a), `A-2: the results differ in cpu: "X" and "Y"`},
		{"too few counts", results(t, "", bench{"A", 0, around(100)[:3]}), results(t, "", bench{"A", 0, around(100)[:3]}), "more counts"},
		{"a line that is cut", results(t, "", a), results(t, "BenchmarkB-2 \t 10 \t", a), "missing measurements"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := guard(t, "-recorded", test.base, test.head)
			if status != unjudged || stdout != "" || !strings.Contains(stderr, test.want) {
				t.Errorf("run() = %d, %q, %q, want %d, nothing, %q", status, stdout, stderr, unjudged, test.want)
			}
		})
	}
	status, _, stderr := guard(t, "-recorded", results(t, "", a), results(t, "corpora: generated", a))
	if status != passed {
		t.Errorf("run() with a line of configuration that is new = %d, %q, want %d", status, stderr, passed)
	}
}

// TestLevel divides the level by the comparisons, not by the benchmarks.
func TestLevel(t *testing.T) {
	both := [2][]float64{{1}, {1}}
	rows := []*row{{seconds: both}, {seconds: both}, {seconds: [2][]float64{{1}, nil}}}
	r := rules{alpha: 0.05}
	if got, want := r.level(rows), 0.025; got != want {
		t.Errorf("level() = %v, want %v", got, want)
	}
}

// TestLeastP holds the formula to the test it speaks of.
func TestLeastP(t *testing.T) {
	for n := 1; n <= 20; n++ {
		for m := 1; m <= 20; m++ {
			var low, high []float64
			for i := range n {
				low = append(low, float64(i))
			}
			for i := range m {
				high = append(high, float64(n+i))
			}
			thresholds := benchmath.DefaultThresholds
			want := benchmath.AssumeNothing.Compare(benchmath.NewSample(low, &thresholds), benchmath.NewSample(high, &thresholds)).P
			if got := leastP(n, m); got < want*(1-1e-9) || got > want*(1+1e-9) {
				t.Errorf("leastP(%d, %d) = %v, want %v", n, m, got, want)
			}
		}
	}
}
