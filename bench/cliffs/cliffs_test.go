package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/uriscan/uriscan/scanner"
)

func TestSteps(t *testing.T) {
	flat := slices.Repeat([]float64{10}, 30)
	with := func(at int, v float64) []float64 {
		c := slices.Clone(flat)
		c[at] = v
		return c
	}
	rise := slices.Concat(flat, slices.Repeat([]float64{30}, 30))
	for _, row := range []struct {
		name       string
		times      []float64
		step, peak step
		down       bool
		outliers   int
	}{
		{"flat", flat, step{0, 1}, step{0, 1}, false, 0},
		{"a peak", with(7, 25), step{7, 2.5}, step{7, 2.5}, false, 1},
		{"a dent", with(7, 4), step{7, 2.5}, step{0, 1}, true, 2},
		{"the first", with(0, 25), step{1, 2.5}, step{0, 2.5}, true, 1},
		{"the last", with(29, 25), step{29, 2.5}, step{29, 2.5}, false, 1},
		{"a rise", rise, step{30, 3}, step{0, 1}, false, 1},
		{"at the limit", with(9, 20), step{9, 2}, step{9, 2}, false, 0},
	} {
		got, down := largestStep(row.times)
		if got != row.step || down != row.down {
			t.Errorf("%s: largestStep() = %v, %v, want %v, %v", row.name, got, down, row.step, row.down)
		}
		if got := largestPeak(row.times); got != row.peak {
			t.Errorf("%s: largestPeak() = %v, want %v", row.name, got, row.peak)
		}
		if got := outliers(row.times); got != row.outliers {
			t.Errorf("%s: outliers() = %d, want %d", row.name, got, row.outliers)
		}
	}
}

func TestScale(t *testing.T) {
	for _, row := range []struct {
		name     string
		s        scale
		v, pixel float64
		ticks    []float64
	}{
		{"linear", scale{0, 100, 10, 110, false}, 25, 35, []float64{0, 20, 40, 60, 80, 100}},
		{"upwards", scale{0, 10, 200, 100, false}, 4, 160, []float64{0, 2, 4, 6, 8, 10}},
		{"logarithmic", scale{1, 100, 0, 200, true}, 10, 100, []float64{1, 2, 5, 10, 20, 50, 100}},
		{"over decades", scale{1, 1000, 0, 300, true}, 100, 200, []float64{1, 10, 100, 1000}},
	} {
		if got := row.s.at(row.v); math.Abs(got-row.pixel) > 1e-9 {
			t.Errorf("%s: at(%v) = %v, want %v", row.name, row.v, got, row.pixel)
		}
		if got := row.s.ticks(); !slices.Equal(got, row.ticks) {
			t.Errorf("%s: ticks() = %v, want %v", row.name, got, row.ticks)
		}
	}
	if got, want := (scale{low: 1, high: 100, log: true}).powers(), []float64{1, 4, 16, 64}; !slices.Equal(got, want) {
		t.Errorf("powers() = %v, want %v", got, want)
	}
}

// The inputs are what the charts say.
func TestInputs(t *testing.T) {
	for n := 1; n <= longest; n += 13 {
		if _, fault := scanner.Locate(reference(n), scanner.URIReference); fault != (scanner.Fault{}) {
			t.Errorf("reference(%d) has %v", n, fault)
		}
		lines, used := scanner.AppendLines(nil, linesOf(n), '\n')
		if len(lines) != linesIn(n) || used != len(linesOf(n)) || lines[0].Ref.Len() != n {
			t.Errorf("linesOf(%d) has %d lines, want %d", n, len(lines), linesIn(n))
		}
	}
	bad := faulty(300)
	for _, x := range []int{0, 200, 9, 299} {
		if _, fault := scanner.Locate(bad(x), scanner.URIReference); fault.Offset() != x || fault == (scanner.Fault{}) {
			t.Errorf("faulty(300)(%d) has its fault at %d", x, fault.Offset())
		}
	}
	place := at(reference(99))
	for x := range 64 {
		b := place(x)
		if got := uintptr(unsafe.Pointer(unsafe.SliceData(b))) % 64; int(got) != x || !bytes.Equal(b, reference(99)) {
			t.Errorf("at(%d) is at %d, %q", x, got, b)
		}
	}
}

func TestSpoilt(t *testing.T) {
	spoilt, err := spoiltBlocks()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []int{0, 1, 50, 100} {
		lines, _ := scanner.AppendLines(nil, spoilt(x), '\n')
		bad := 0
		for _, l := range lines {
			if l.Fault != (scanner.Fault{}) {
				bad++
			}
		}
		if len(lines) != blockLines || bad != x*blockLines/100 {
			t.Errorf("%d %%: %d of %d lines are bad", x, bad, len(lines))
		}
	}
}

// recorded returns the panels and times that have no steps.
func recorded(t *testing.T) ([]*panel, *record) {
	t.Helper()
	all, err := panels()
	if err != nil {
		t.Fatal(err)
	}
	r := newRecord(all)
	r.Where, r.Passes = "<a machine>", 3
	for _, times := range r.Times {
		for l := range times {
			for i := range times[l] {
				times[l][i] = float64(10 + l)
			}
		}
	}
	return all, r
}

func TestPanels(t *testing.T) {
	all, r := recorded(t)
	if len(r.Times) != len(all) {
		t.Errorf("%d panels have %d names", len(all), len(r.Times))
	}
	for _, p := range all {
		if !slices.ContainsFunc(figures, func(f figure) bool { return f.name == p.figure }) {
			t.Errorf("%s is of no figure", p.name())
		}
		for _, x := range []int{p.xs[0], p.xs[len(p.xs)-1]} {
			before := sink
			if p.prepare(x)(); sink == before && x > 0 {
				t.Errorf("%s at %d does nothing", p.name(), x)
			}
		}
	}
	for _, n := range notes {
		for _, name := range n.panels {
			if r.Times[name] == nil {
				t.Errorf("a note is of %q, which is no panel", name)
			}
		}
	}
}

func TestDraw(t *testing.T) {
	all, r := recorded(t)
	for _, f := range figures {
		svg := r.draw(f, all)
		lines, want := 0, 0
		for _, p := range all {
			if p.figure == f.name {
				want += len(r.Levels)
			}
		}
		for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			if e, ok := token.(xml.StartElement); ok && len(e.Attr) > 1 && strings.HasPrefix(e.Attr[0].Value, "line ") && strings.Contains(e.Attr[1].Value, "L") {
				lines++
			}
		}
		if lines != want {
			t.Errorf("%s has %d lines, want %d", f.name, lines, want)
		}
		if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
			t.Errorf("%s has what is no number", f.name)
		}
	}
}

// A line keeps what sticks out where many points share a pixel.
func TestLineKeepsPeaks(t *testing.T) {
	p := &panel{xs: count(0, 999)}
	values := slices.Repeat([]float64{1}, 1000)
	values[555] = 9
	line := p.line(values, scale{0, 999, 0, 100, false}, scale{0, 10, 100, 0, false})
	if !strings.Contains(line, "V10.0") || strings.Count(line, "V") != 1 {
		t.Errorf("line() = %s, want one V10.0", line)
	}
}

func TestRun(t *testing.T) {
	_, r := recorded(t)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"-from", file("kept.json"), "-passes", "0", "-o", file("a.md"), "-svg", file("a-")}
	for _, row := range []struct {
		name  string
		panel string
		want  string
	}{
		{"no step", "", ""},
		{"a step with a reason", overLocate, ""},
		{"one without", "shares: Columns", "shares: Columns on portable"},
	} {
		if row.panel != "" {
			r.Times[row.panel][0][17] = 50
		}
		if err := r.save(file("kept.json")); err != nil {
			t.Fatal(err)
		}
		err := run(t.Context(), args)
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: run() = %v, want %q", row.name, err, row.want)
		}
	}
	text, err := os.ReadFile(file("a.md"))
	for _, want := range []string{"<a machine>; the least of 3 passes", "| Columns | portable | 5.00x | 17 | 5.00x | 17 | 1 |", "read twice", "not explained"} {
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("CLIFFS.md = %s, %v, want %q in it", text, err, want)
		}
	}
	for _, f := range figures {
		if _, err := os.Stat(file("a-" + f.name + ".svg")); err != nil {
			t.Error(err)
		}
	}
}

func TestMeasure(t *testing.T) {
	small := []*panel{{figure: "lengths", title: "small", xs: count(1, 3), lines: func(int) int { return 2 },
		prepare: func(int) func() { return func() { sink++ } }}}
	r := newRecord(small)
	if err := r.measure(t.Context(), small, 2); err != nil {
		t.Fatal(err)
	}
	if err := r.check(small); err != nil || r.Passes != 2 || r.Where == "" {
		t.Errorf("measure() = %+v, %v", r, err)
	}
	for _, times := range r.Times[small[0].name()] {
		for _, ns := range times {
			if ns <= 0 || math.IsInf(ns, 0) {
				t.Errorf("measure() has a time of %v ns", ns)
			}
		}
	}
}

func TestUsage(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"Levels":["abacus"]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name string
		args []string
		want string
	}{
		{"an argument", []string{"x"}, `"x" is no flag`},
		{"no pass", []string{"-passes", "0"}, "-passes is 0"},
		{"no such file", []string{"-from", "none.json"}, "none.json"},
		{"other kernels", []string{"-from", broken}, "abacus"},
	} {
		if err := run(t.Context(), row.args); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("run(%s) = %v, want %q", row.name, err, row.want)
		}
	}
}
