package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// identical is the number of times that the guard compares two equal trees.
var identical = flag.Int("identical", 2, "compare two identical trees `n` times")

// repository makes a git repository with the fixture in a folder, as the benchmarks are
// in ours, and changes to that folder.
func repository(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and the guard compares its revisions")
	}
	fixture, err := filepath.Abs("testdata/fixture")
	testkit.Must(t, err)
	dir := filepath.Join(t.TempDir(), "bench")
	testkit.Must(t, os.CopyFS(dir, os.DirFS(fixture)))
	t.Chdir(filepath.Dir(dir))
	gitOK(t, "init", "--quiet")
	t.Chdir(dir)
	commit(t)
}

func commit(t *testing.T) {
	t.Helper()
	gitOK(t, "add", "--all", ".")
	gitOK(t, "-c", "user.name=guard", "-c", "user.email=guard@localhost", "-c", "commit.gpgsign=false",
		"commit", "--quiet", "--message", "fixture")
}

func gitOK(t *testing.T, args ...string) {
	t.Helper()
	_, err := git(t.Context(), args...)
	testkit.Must(t, err)
}

func guard(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

func remove(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		testkit.Must(t, os.Remove(path))
	}
}

// TestPlanted plants each fault alone, and both together.
func TestPlanted(t *testing.T) {
	slowdown, allocation := testkit.Read(t, "testdata/slowdown/hash.go"), testkit.Read(t, "testdata/allocation/fill.go")
	for _, test := range []struct {
		name       string
		hash, fill string
		want       []string
	}{
		{"slowdown", slowdown, "", []string{"\nSLOWER: Hash/in=bytes"}},
		{"allocation", "", allocation, []string{"\nALLOCATES: Fill/in=bytes"}},
		{"both", slowdown, allocation, []string{"\nSLOWER: Hash/in=bytes", "\nALLOCATES: Fill/in=bytes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			repository(t)
			for path, text := range map[string]string{"hash.go": test.hash, "fill.go": test.fill} {
				if text != "" {
					testkit.Write(t, path, text)
				}
			}
			commit(t)
			keep := t.TempDir()
			status, stdout, stderr := guard(t, "-benchtime", "5ms", "-keep", keep, "HEAD~1", "HEAD")
			if status != failed {
				t.Fatalf("run() = %d, want %d; it said\n%s%s", status, failed, stdout, stderr)
			}
			for _, want := range test.want {
				if !strings.Contains(stdout, want) {
					t.Errorf("run() says\n%s, want %q in it", stdout, want)
				}
			}
			for _, name := range []string{"base.txt", "head.txt", "head-again.txt"} {
				if text, err := os.ReadFile(filepath.Join(keep, name)); err != nil || !bytes.Contains(text, []byte("\nBenchmark")) {
					t.Errorf("run() keeps %s = %q, %v, want results", name, text, err)
				}
			}
		})
	}
}

// TestIdentical measures noise: the guard must not raise an alarm.
func TestIdentical(t *testing.T) {
	repository(t)
	for range *identical {
		status, stdout, stderr := guard(t, "-identical", "-benchtime", "5ms", "HEAD", ".")
		if want := "3 benchmarks compared"; status != passed || !strings.Contains(stdout, want) {
			t.Errorf("run() = %d, want %d, saying %q; it said\n%s%s", status, passed, want, stdout, stderr)
		}
	}
}

// failing is a benchmark of the fixture that fails.
const failing = `package fixture

import "testing"

func BenchmarkCount(b *testing.B) { b.Fatal("planted") }
`

// TestRevisions compares trees with few or no common benchmarks. A base that cannot be
// measured is not a fault of the head.
func TestRevisions(t *testing.T) {
	broken := func(t *testing.T) { testkit.Write(t, "broken.go", "package fixture\n\nfunc\n") }
	for _, test := range []struct {
		name       string
		base, head func(t *testing.T) // what makes the revisions of the fixture
		args       []string
		status     int
		want       string
	}{
		{"unknown base", nil, nil, []string{"nowhere", "HEAD"}, unjudged, `"nowhere" is not a revision`},
		{"unknown head", nil, nil, []string{"HEAD", "nowhere"}, unjudged, `"nowhere" is not a revision`},
		{"only a text differs", nil, func(t *testing.T) { testkit.Write(t, "README.md", "changed\n") }, []string{"HEAD", "."}, passed, "the same, not run"},
		{"no benchmark matches", nil, nil, []string{"-identical", "-bench", "None", "HEAD", "."}, unjudged, "no benchmark was run"},
		{"no benchmark is left", nil, func(t *testing.T) { remove(t, "fixture_test.go", "count_test.go") },
			[]string{"HEAD", "."}, unjudged, "head, the working copy"},
		{"gone", nil, func(t *testing.T) { remove(t, "count_test.go") }, []string{"HEAD", "."}, passed, "\ngone: Count/in=bytes"},
		{"new", func(t *testing.T) { remove(t, "count_test.go") }, func(t *testing.T) { testkit.Write(t, "count_test.go", strings.Replace(failing, "Fatal", "Log", 1)) },
			[]string{"HEAD", "."}, passed, "\nnew: Count"},
		{"head does not build", nil, broken, []string{"HEAD", "."}, unjudged, "head, the working copy"},
		{"base does not build", broken, func(t *testing.T) { remove(t, "broken.go") }, []string{"HEAD", "."}, passed, "note: base, HEAD"},
		{"base has no module", func(t *testing.T) { remove(t, "go.mod") }, func(t *testing.T) { testkit.Write(t, "go.mod", "module fixture\n\ngo 1.26\n") },
			[]string{"HEAD", "."}, passed, "note: base, HEAD"},
		{"head fails", nil, func(t *testing.T) { testkit.Write(t, "count_test.go", failing) }, []string{"HEAD", "."}, unjudged, "head, BenchmarkCount"},
		{"base fails", func(t *testing.T) { testkit.Write(t, "count_test.go", failing) },
			func(t *testing.T) { testkit.Write(t, "count_test.go", strings.Replace(failing, "Fatal", "Log", 1)) },
			[]string{"HEAD", "."}, passed, "note: base, BenchmarkCount"},
		{"no time", nil, nil, []string{"-identical", "-timeout", "1ms", "HEAD", "."}, unjudged, "not done after 1ms"},
	} {
		t.Run(test.name, func(t *testing.T) {
			repository(t)
			if test.base != nil {
				test.base(t)
				commit(t)
			}
			if test.head != nil {
				test.head(t)
			}
			// With 100 operations what the runtime allocates is less than one each.
			status, stdout, stderr := guard(t, append([]string{"-benchtime", "100x"}, test.args...)...)
			if status != test.status || !strings.Contains(stdout+stderr, test.want) || status == unjudged && stdout != "" {
				t.Errorf("run(%q) = %d, want %d and %q; it said\n%s%s", test.args, status, test.status, test.want, stdout, stderr)
			}
		})
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want string // of what it complains
	}{
		{"no revision", nil, "0 arguments, want BASE and HEAD"},
		{"one revision", []string{"HEAD"}, "1 arguments"},
		{"unknown flag", []string{"-fast", "a", "b"}, "-fast"},
		{"pattern", []string{"-bench", "(", "a", "b"}, "-bench"},
	} {
		status, stdout, stderr := guard(t, test.args...)
		if status != unjudged || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: run(%q) = %d, %q, %q, want %d, nothing, and %q", test.name, test.args, status, stdout, stderr, unjudged, test.want)
		}
	}
	status, stdout, stderr := guard(t, "-h")
	if want := "Usage: go run ./guard [flags] BASE HEAD"; status != passed || stderr != "" || !strings.HasPrefix(stdout, want) {
		t.Errorf("run(-h) = %d, %q, %q, want %d, %q...", status, stdout, stderr, passed, want)
	}
}

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
		{name: "allocation in some counts", base: benches{a(0, around(100))}, head: benches{a(1, around(100)[:9]), a(0, around(100)[9:])}, says: "~ (p=1 n=10)"},
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
