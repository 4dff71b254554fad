package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// ours is the implementation with which others are compared.
const ours = "uriscan"

// A sample has all counts of one benchmark. Times are for one line, in seconds.
type sample struct {
	function string
	keys     []string          // of its name, in order
	values   map[string]string // what they are
	perLine  []float64
	lines    float64 // of an operation
	wrong    float64 // lines answered wrongly; below 0 if nobody counted
	summary  benchmath.Summary
	times    *benchmath.Sample
}

// A table has the results of one benchmark function with some keys fixed.
type table struct {
	title    string // the function, and what is fixed
	row, col string // the keys of rows and of columns
	rows     []string
	cols     []string
	cells    map[[2]string]*sample // by row and column
}

// A report has all tables and the configuration in the file of results.
type report struct {
	config map[string]string
	tables []*table
}

// read reads results. A line that begins like a result but is not one is an error.
func read(path string) (*report, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := &report{config: map[string]string{}}
	byName := map[string]*sample{}
	byFunction := map[string][]*sample{}
	var functions []string // in order
	reader := benchfmt.NewReader(file, path)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			s := newSample(rec.Name)
			name := s.title(s.keys)
			if byName[name] == nil {
				byName[name] = s
				if byFunction[s.function] == nil {
					functions = append(functions, s.function)
				}
				byFunction[s.function] = append(byFunction[s.function], s)
			}
			if err := byName[name].add(rec); err != nil {
				return nil, err
			}
			for _, c := range rec.Config {
				r.config[c.Key] = string(c.Value)
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(functions) == 0 {
		return nil, fmt.Errorf("%s has no results", path)
	}
	for _, function := range functions {
		r.tables = append(r.tables, tablesOf(byFunction[function])...)
	}
	return r, nil
}

// newSample parses a name. It ignores the number of processors: every benchmark here uses
// only one, and the crates do not print it.
func newSample(name benchfmt.Name) *sample {
	function, parts := name.Parts()
	s := &sample{function: string(function), values: map[string]string{}, wrong: -1}
	for _, part := range parts {
		if key, value, found := strings.Cut(strings.TrimPrefix(string(part), "/"), "="); found {
			s.keys = append(s.keys, key)
			s.values[key] = value
		}
	}
	return s
}

// title returns the function with the values of keys.
func (s *sample) title(keys []string) string {
	title := s.function
	for _, key := range keys {
		title += ", " + key + "=" + s.values[key]
	}
	return title
}

// add adds a count. The two times give the number of lines of an operation, except for
// their rounding.
func (s *sample) add(rec *benchfmt.Result) error {
	line, ok := rec.Value("sec/URL")
	if !ok {
		return fmt.Errorf("%s has no time of a line", rec.Name)
	}
	s.perLine = append(s.perLine, line)
	if op, ok := rec.Value("sec/op"); ok {
		s.lines = op / line
	}
	if v, ok := rec.Value("wrong"); ok {
		s.wrong = max(s.wrong, v)
	}
	return nil
}

// tablesOf arranges the samples of a function.
func tablesOf(all []*sample) (tables []*table) {
	row, col := rowAndColumn(all)
	byTitle := map[string]*table{}
	for _, s := range all {
		s.times = benchmath.NewSample(slices.Clone(s.perLine), &benchmath.DefaultThresholds)
		s.summary = benchmath.AssumeNothing.Summary(s.times, 0.95)
		title := s.title(slices.DeleteFunc(slices.Clone(s.keys), func(key string) bool { return key == row || key == col }))
		t := byTitle[title]
		if t == nil {
			t = &table{title: title, row: row, col: col, cells: map[[2]string]*sample{}}
			byTitle[title] = t
			tables = append(tables, t)
		}
		t.put(s)
	}
	return tables
}

// rowAndColumn returns the keys of rows and columns: a column is an impl if that varies,
// else the last key that does; a row is the first other key that varies, or else the
// first.
func rowAndColumn(all []*sample) (row, col string) {
	var varying []string
	for _, key := range all[0].keys {
		if slices.ContainsFunc(all, func(s *sample) bool { return s.values[key] != all[0].values[key] }) {
			varying = append(varying, key)
		}
	}
	col = "impl"
	if len(varying) > 0 && !slices.Contains(varying, col) {
		col = varying[len(varying)-1]
	}
	for _, key := range append(varying, all[0].keys...) {
		if key != col {
			return key, col
		}
	}
	return "", col
}

// put stores s in its cell. uriscan is the first column.
func (t *table) put(s *sample) {
	row, col := s.values[t.row], s.values[t.col]
	if !slices.Contains(t.rows, row) {
		t.rows = append(t.rows, row)
	}
	if !slices.Contains(t.cols, col) {
		at := len(t.cols)
		if col == ours {
			at = 0
		}
		t.cols = slices.Insert(t.cols, at, col)
	}
	t.cells[[2]string{row, col}] = s
}

// at returns the sample of a row and a column, or nil.
func (t *table) at(row, col string) *sample { return t.cells[[2]string{row, col}] }
