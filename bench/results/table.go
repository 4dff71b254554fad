package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// ours is the implementation that others are compared with.
const ours = "uriscan"

// A sample is all counts of one benchmark.
type sample struct {
	function string
	keys     []string          // of its name, in order
	values   map[string]string // what they are
	perLine  []float64         // seconds
	perOp    []float64         // seconds
	wrong    float64           // lines answered wrongly; below 0 if nobody counted
	summary  benchmath.Summary // of the time
	times    *benchmath.Sample
}

// A table is what one benchmark function says with some keys fixed.
type table struct {
	function string
	fixed    []string // key=value, of the keys that are neither row nor column
	row, col string   // the keys of rows and of columns
	rows     []string
	cols     []string
	cells    map[[2]string]*sample // by row and column
}

// A report is all tables, and what was written down beside the results.
type report struct {
	config map[string]string
	tables []*table
}

// read reads results. A line that begins as a result and is none is an error.
func read(path string) (*report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := &report{config: map[string]string{}}
	byName := map[string]*sample{}
	var all []*sample
	reader := benchfmt.NewReader(file, path)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			s := newSample(rec.Name)
			name := s.name()
			if byName[name] == nil {
				byName[name] = s
				all = append(all, s)
			}
			byName[name].add(rec)
			for _, c := range rec.Config {
				r.config[c.Key] = string(c.Value)
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no results", path)
	}
	return r, r.arrange(all)
}

// newSample takes a name apart. The number of processors is not part of it:
// every benchmark here has only one to itself, and the crates do not say it.
func newSample(name benchfmt.Name) *sample {
	function, parts := name.Parts()
	s := &sample{function: string(function), values: map[string]string{}, wrong: -1}
	for _, part := range parts {
		key, value, found := strings.Cut(strings.TrimPrefix(string(part), "/"), "=")
		if !found {
			continue
		}
		s.keys = append(s.keys, key)
		s.values[key] = value
	}
	return s
}

func (s *sample) name() string {
	name := s.function
	for _, key := range s.keys {
		name += "/" + key + "=" + s.values[key]
	}
	return name
}

func (s *sample) add(rec *benchfmt.Result) {
	if v, ok := rec.Value("sec/op"); ok {
		s.perOp = append(s.perOp, v)
	}
	if v, ok := rec.Value("sec/URL"); ok {
		s.perLine = append(s.perLine, v)
	}
	if v, ok := rec.Value("wrong"); ok {
		s.wrong = max(s.wrong, v)
	}
}

// lines returns how many lines an operation has, which the two times tell but
// for their rounding.
func (s *sample) lines() float64 {
	if len(s.perLine) == 0 || len(s.perOp) == 0 || s.perLine[0] == 0 {
		return 1
	}
	return s.perOp[0] / s.perLine[0]
}

// arrange makes the tables, in the order in which functions appear.
func (r *report) arrange(all []*sample) error {
	byFunction := map[string][]*sample{}
	var functions []string
	for _, s := range all {
		if err := s.summarize(); err != nil {
			return err
		}
		if byFunction[s.function] == nil {
			functions = append(functions, s.function)
		}
		byFunction[s.function] = append(byFunction[s.function], s)
	}
	for _, function := range functions {
		r.tables = append(r.tables, tablesOf(byFunction[function])...)
	}
	return nil
}

// summarize computes the median and its range, as benchstat does.
func (s *sample) summarize() error {
	if len(s.perLine) == 0 {
		return fmt.Errorf("%s has no time", s.name())
	}
	s.times = benchmath.NewSample(slices.Clone(s.perLine), &benchmath.DefaultThresholds)
	s.summary = benchmath.AssumeNothing.Summary(s.times, 0.95)
	return nil
}

// tablesOf arranges the samples of a function.
func tablesOf(all []*sample) []*table {
	col := columnKey(all)
	row := rowKey(all, col)
	var tables []*table
	byTitle := map[string]*table{}
	for _, s := range all {
		fixed := s.fixed(row, col)
		title := strings.Join(fixed, " ")
		t := byTitle[title]
		if t == nil {
			t = &table{function: s.function, fixed: fixed, row: row, col: col, cells: map[[2]string]*sample{}}
			byTitle[title] = t
			tables = append(tables, t)
		}
		t.put(s)
	}
	for _, t := range tables {
		if i := slices.Index(t.cols, ours); i > 0 {
			t.cols = slices.Insert(slices.Delete(t.cols, i, i+1), 0, ours)
		}
	}
	return tables
}

// columnKey is impl if that varies, else the last key that does.
func columnKey(all []*sample) string {
	keys := varying(all)
	if len(keys) == 0 || slices.Contains(keys, "impl") {
		return "impl"
	}
	return keys[len(keys)-1]
}

// rowKey is the first key that varies and is not that of columns, or else the
// first that is not.
func rowKey(all []*sample, col string) string {
	for _, key := range append(varying(all), all[0].keys...) {
		if key != col {
			return key
		}
	}
	return ""
}

// varying returns the keys that have more than one value, in order.
func varying(all []*sample) (keys []string) {
	for _, key := range all[0].keys {
		if slices.ContainsFunc(all, func(s *sample) bool { return s.values[key] != all[0].values[key] }) {
			keys = append(keys, key)
		}
	}
	return keys
}

// fixed returns the keys that are neither row nor column, with their values.
func (s *sample) fixed(row, col string) (fixed []string) {
	for _, key := range s.keys {
		if key != row && key != col {
			fixed = append(fixed, key+"="+s.values[key])
		}
	}
	return fixed
}

func (t *table) put(s *sample) {
	row, col := s.values[t.row], s.values[t.col]
	if !slices.Contains(t.rows, row) {
		t.rows = append(t.rows, row)
	}
	if !slices.Contains(t.cols, col) {
		t.cols = append(t.cols, col)
	}
	t.cells[[2]string{row, col}] = s
}

// at returns the sample of a row and a column, nil if there is none.
func (t *table) at(row, col string) *sample { return t.cells[[2]string{row, col}] }

// title is the table's name: the function and what is fixed.
func (t *table) title() string { return strings.Join(append([]string{t.function}, t.fixed...), ", ") }
