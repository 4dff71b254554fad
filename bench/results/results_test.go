package main

import (
	"bytes"
	"encoding/xml"
	"html"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"golang.org/x/perf/benchfmt"
)

func recorded(t *testing.T) *report {
	t.Helper()
	r, err := read("testdata/recorded.txt")
	testkit.Must(t, err)
	return r
}

// TestMarkdown checks every cell of the recorded results: uriscan is first although it
// was measured later, the others are compared with it, crates are in the same row, and
// the numbers of wrong lines are there.
func TestMarkdown(t *testing.T) {
	text := string(recorded(t).markdown())
	for _, row := range []struct{ name, want string }{
		{"what the machine is", "\n| processor | <Abacus & Co> |\n"},
		{"why there are no crates", "\n| crates | not measured |\n"},
		{"heading", "\n## Parse, in=string\n\n| corpus | uriscan | net-url | slow | same | crate |\n| --- | --- | --- | --- | --- | --- |\n"},
		{"ours and a peer", "| web | 100 ns ± 2% | 800 ns ± 0%<br>8.00x |"},
		{"microseconds, wrong, one count", "| 20.0 µs ± ∞<br>200x ~<br>3 wrong (3 %) |"},
		{"no significant difference", "| 98.0 ns ± ∞<br>0.98x ~ |"},
		{"a row with holes", "\n| links | 100 ns ± ∞ | 800 ns ± ∞<br>8.00x ~<br>60 wrong (60 %) |  |  |  |\n"},
		{"a table without ours", "\n## Parse, in=bytes\n\n| corpus | net-url |\n| --- | --- |\n| web | 700 ns ± ∞ |\n"},
		{"columns by what varies", "\n## Machine, impl=uriscan\n\n| corpus | none | 7 |\n| --- | --- | --- |\n" +
			"| web | 4000 µs ± ∞ | 8000 µs ± ∞<br>2.00x ~ |\n"},
	} {
		if !strings.Contains(text, row.want) {
			t.Errorf("markdown() = %s, want in it, for %s, %s", text, row.name, row.want)
		}
	}
}

// TestChart checks the bars of the chart and their order.
func TestChart(t *testing.T) {
	chart := recorded(t).chart()
	if err := xml.Unmarshal(chart, new(struct{})); err != nil {
		t.Fatalf("chart() is not XML: %v", err)
	}
	var texts []string
	for _, text := range regexp.MustCompile(`(?m)>([^<>]+)</text>$`).FindAllSubmatch(chart, -1) {
		texts = append(texts, html.UnescapeString(string(text[1])))
	}
	want := []string{"corpus web", "same", "98.0 ns, 0.98x ~", "uriscan", "100 ns", "crate", "200 ns, 2.00x ~, 1 % wrong", "net-url", "800 ns, 8.00x",
		"slow", "20.0 µs, 200x ~, 3 % wrong", "corpus links", "uriscan", "100 ns", "wrong of more than half, not drawn: net-url",
		"<Abacus & Co> · go1.0 · 2000-01-01 00:00 UTC"}
	if len(texts) < len(want) {
		t.Fatalf("chart() says %q, want %q at its end", texts, want)
	}
	for i, got := range texts[len(texts)-len(want):] {
		if got != want[i] {
			t.Errorf("chart() says %q, want %q", got, want[i])
		}
	}
	if bars := bytes.Count(chart, []byte(`<rect class="bar`)); bars != 6 {
		t.Errorf("chart() has %d bars, want 6", bars)
	}
	if !bytes.Contains(chart, []byte("prefers-color-scheme: dark")) {
		t.Error("chart() has no colours for a dark page")
	}
}

func TestChartOfNothing(t *testing.T) {
	r := recorded(t)
	r.tables = r.tables[1:]
	if chart := r.chart(); chart != nil {
		t.Errorf("chart() = %s, want none", chart)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"nothing", "", "has no results"},
		{"a broken line", "BenchmarkX 1 many ns/op\n", "parsing"},
		{"no time", "BenchmarkX 1 5 B/op\n", "X has no time"},
	} {
		t.Run(row.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "results.txt")
			testkit.Write(t, path, row.text)
			if _, err := read(path); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("read(%q) = %v, want %q", row.text, err, row.want)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	for _, row := range []struct {
		name     string
		names    []string
		row, col string
	}{
		{"several implementations", []string{"X/corpus=a/impl=p/in=s", "X/corpus=b/impl=q/in=t"}, "corpus", "impl"},
		{"one corpus", []string{"X/corpus=a/impl=p/in=s", "X/corpus=a/impl=q/in=t"}, "in", "impl"},
		{"one implementation", []string{"X/corpus=a/impl=p/piece=1", "X/corpus=b/impl=p/piece=2"}, "corpus", "piece"},
		{"nothing varies", []string{"X/corpus=a/piece=1"}, "corpus", "impl"},
		{"no keys", []string{"X"}, "", "impl"},
	} {
		var all []*sample
		for _, name := range row.names {
			all = append(all, newSample(benchfmt.Name(name)))
		}
		if r, col := rowAndColumn(all); r != row.row || col != row.col {
			t.Errorf("rowAndColumn(%s) = %s, %s, want %s, %s", row.name, r, col, row.row, row.col)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, row := range []struct {
		seconds float64
		want    string
	}{
		{1.234e-9, "1.23 ns"}, {9.996e-9, "10.0 ns"}, {51.23e-9, "51.2 ns"}, {99.96e-9, "100 ns"}, {6795e-9, "6795 ns"},
		{16.16e-6, "16.2 µs"}, {0.02, "20.0 ms"}, {12, "12.0 s"},
	} {
		if got := duration(row.seconds); got != row.want {
			t.Errorf("duration(%v) = %s, want %s", row.seconds, got, row.want)
		}
	}
}

func TestKindsIn(t *testing.T) {
	got := kindsIn("goos: linux\nBenchmarkParse/corpus=web/impl=a-2 1\nBenchmarkParse/corpus=web/impl=b-2 1\nBenchmarkParse/corpus=cold 1\n")
	if len(got) != 2 || got[0] != "web" || got[1] != "cold" {
		t.Errorf("kindsIn() = %q, want web and cold", got)
	}
}

func TestUsage(t *testing.T) {
	for _, row := range []struct {
		name string
		args []string
		want string
	}{
		{"an argument", []string{"x"}, `"x" is not a flag`},
		{"no count", []string{"-count", "0"}, "-count is 0"},
		{"no time", []string{"-benchtime", "1us"}, "-benchtime is 1µs"},
		{"no benchmark", []string{"-bench", "Nothing", "-crates=false"}, "no benchmark matches"},
		{"no such file", []string{"-from", "testdata/none.txt"}, "none.txt"},
	} {
		if err := run(t.Context(), row.args); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("run(%s) = %v, want %q", row.name, err, row.want)
		}
	}
}

// TestRun runs a few benchmarks of this module and reads the kept results.
func TestRun(t *testing.T) {
	t.Chdir("..")
	a, b := t.TempDir(), t.TempDir()
	kept := filepath.Join(a, "kept.txt")
	first := []string{"-bench", "Parse/corpus=(web|links)/impl=(net-url|uriscan)|Machine/corpus=refused", "-count", "2", "-benchtime", "1ms",
		"-crates=false", "-keep", kept, "-o", a}
	testkit.Must(t, run(t.Context(), first))
	testkit.Must(t, run(t.Context(), []string{"-from", kept, "-o", b}))
	for _, name := range []string{"RESULTS.md", "results.svg"} {
		if got, want := testkit.Read(t, filepath.Join(b, name)), testkit.Read(t, filepath.Join(a, name)); got != want || want == "" {
			t.Errorf("-from writes %s, want %s", got, want)
		}
	}
	text := testkit.Read(t, filepath.Join(a, "RESULTS.md"))
	for _, want := range []string{"## Parse, in=bytes\n", "## Parse, in=string\n", "## Machine, ", "| crates | not measured, as asked |"} {
		if !strings.Contains(text, want) {
			t.Errorf("RESULTS.md = %s, want %q in it", text, want)
		}
	}
}
