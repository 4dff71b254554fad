package main

import (
	"fmt"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// The sides, and the names of their results.
const (
	base = iota
	head
)

var sides = [2]string{"base", "head"}

// A row is what both sides say of one benchmark.
type row struct {
	pkg, name string // the name as benchstat has it, without Benchmark
	counts    [2]int
	seconds   [2][]float64 // of an operation; empty if the benchmark hides it
	allocs    [2][]float64 // of an operation; empty if none were counted

	configs map[benchproc.Key]bool
}

// compared reports whether both sides ran it and took the time.
func (r *row) compared() bool { return len(r.seconds[base]) > 0 && len(r.seconds[head]) > 0 }

// A table gathers results by package and name, in the order of the files.
type table struct {
	byName, config *benchproc.Projection
	rows           map[benchproc.Key]*row
	keys           []benchproc.Key
}

func newTable() (*table, error) {
	var parser benchproc.ProjectionParser
	everything, err := benchproc.NewFilter("*")
	if err != nil {
		return nil, err
	}
	t := &table{rows: map[benchproc.Key]*row{}}
	if t.byName, err = parser.Parse("pkg,.fullname", everything); err != nil {
		return nil, err
	}
	if _, err = parser.Parse(".file", everything); err != nil {
		return nil, err
	}
	t.config = parser.Residue()
	return t, nil
}

// readResults reads the results of both sides, as go test prints them. A line
// that begins as a result and is none is an error: a benchmark that is lost
// would be one that is not guarded.
func readResults(paths [2]string) ([]*row, error) {
	t, err := newTable()
	if err != nil {
		return nil, err
	}
	for s, path := range paths {
		files := benchfmt.Files{Paths: []string{sides[s] + "=" + path}, AllowLabels: true}
		for files.Scan() {
			switch rec := files.Result().(type) {
			case *benchfmt.SyntaxError:
				return nil, rec
			case *benchfmt.Result:
				t.add(s, rec)
			}
		}
		if err := files.Err(); err != nil {
			return nil, err
		}
	}
	return t.all()
}

func (t *table) add(s int, result *benchfmt.Result) {
	key := t.byName.Project(result)
	r := t.rows[key]
	if r == nil {
		r = &row{pkg: result.GetConfig("pkg"), name: result.Name.String(), configs: map[benchproc.Key]bool{}}
		t.rows[key] = r
		t.keys = append(t.keys, key)
	}
	r.counts[s]++
	r.configs[t.config.Project(result)] = true
	if v, ok := result.Value("sec/op"); ok {
		r.seconds[s] = append(r.seconds[s], v)
	}
	if v, ok := result.Value("allocs/op"); ok {
		r.allocs[s] = append(r.allocs[s], v)
	}
}

// all returns the rows, sorted as benchstat does, by where they first appear.
func (t *table) all() ([]*row, error) {
	benchproc.SortKeys(t.keys)
	var rows []*row
	for _, key := range t.keys {
		r := t.rows[key]
		if err := r.comparable(); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// comparable refuses results of different machines or inputs: a difference
// would say nothing of the code. What one side does not say at all is no
// difference, or no new line of configuration could ever be added.
func (r *row) comparable() error {
	var keys []benchproc.Key
	for key := range r.configs {
		keys = append(keys, key)
	}
	for _, field := range benchproc.NonSingularFields(keys) {
		said := ""
		for _, key := range keys {
			value := key.Get(field)
			if value != "" && said != "" && value != said {
				return fmt.Errorf("%s: the results differ in %s: %q and %q", r.name, field.Name, min(said, value), max(said, value))
			}
			said = max(said, value)
		}
	}
	return nil
}
