package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/bench/internal/tool"
	"golang.org/x/perf/benchfmt"
)

// counts is how often every benchmark runs on each side. With so many counts no p is
// below 1.1e-5, which allows a run to judge some 4,600 benchmarks.
const counts = 10

// unchecked is a variable of the environment in which benchmarks check no answers.
const unchecked = "URISCAN_UNCHECKED"

// A unit is the work of one process for one side in one count: the benchmarks of a
// function that match a pattern. The sides alternate after each unit.
type unit struct{ function, pattern string }

// A recorder runs the benchmarks of both sides.
type recorder struct {
	*options
	trees  [2]*tree
	folder string // of the results
	stderr io.Writer
	noted  map[string]bool // the functions that fail in the base
	notes  []string
}

// compare builds both sides, runs and judges them, and runs failing benchmarks again.
func (o *options) compare(ctx context.Context, stderr io.Writer) (r *report, err error) {
	scratch, err := os.MkdirTemp("", "guard-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	rec := &recorder{options: o, folder: scratch, stderr: stderr, noted: map[string]bool{}}
	for s, rev := range o.revisions {
		t, err := checkOut(ctx, rev, filepath.Join(scratch, sides[s]))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(stderr, "guard: building %s, %s\n", sides[s], t.title)
		rec.trees[s] = t
		if err := t.build(ctx, filepath.Join(scratch, sides[s]+".test")); err != nil {
			err = fmt.Errorf("%s, %s: %w", sides[s], t.title, err)
			if s == base && ctx.Err() == nil { // the head must not pay for it
				return &report{notes: []string{"note: " + err.Error()}}, nil
			}
			return nil, err
		}
	}
	if rec.trees[base].digest == rec.trees[head].digest && !o.identical {
		return &report{notes: []string{"note: the binaries of both sides are the same, not run"}}, nil
	}
	return rec.report(ctx)
}

func (r *recorder) report(ctx context.Context) (*report, error) {
	if r.keep != "" {
		r.folder = r.keep
		if err := os.MkdirAll(r.folder, 0o777); err != nil {
			return nil, err
		}
	}
	var units, again []unit
	functions := slices.Concat(r.trees[base].binary.Functions, r.trees[head].binary.Functions)
	slices.Sort(functions)
	for _, f := range slices.Compact(functions) { // a side that lacks it runs nothing
		units = append(units, unit{f, r.bench})
	}
	rows, err := r.record(ctx, units, counts, "")
	if err == nil && len(rows) == 0 && len(r.notes) == 0 { // a run that compares nothing has not passed
		err = errors.New("no benchmark was run")
	}
	if err != nil {
		return nil, err
	}
	verdicts, level := judge(rows)
	for _, v := range suspects(verdicts) {
		pattern := exactly(v.name, runtime.GOMAXPROCS(0))
		function, _, _ := strings.Cut(pattern, "/")
		again = append(again, unit{strings.Trim(function, "^$"), pattern})
	}
	if len(again) > 0 {
		if rows, err = r.record(ctx, again, 2*counts, "-again"); err != nil {
			return nil, err
		}
		confirm(verdicts, rows)
	}
	return &report{level: level, verdicts: verdicts, notes: r.notes}, nil
}

// record runs the units n times on each side and reads the results. They are in the files
// base and head with the suffix added. The side that goes first changes from unit to unit
// and from count to count. The first count checks the answers, the others need not.
func (r *recorder) record(ctx context.Context, units []unit, n int, suffix string) ([]*row, error) {
	var text [2]strings.Builder
	defer os.Unsetenv(unchecked)
	for count := range n {
		if count == 1 {
			os.Setenv(unchecked, "1")
		}
		fmt.Fprintf(r.stderr, "guard: count %d of %d%s\n", count+1, n, suffix)
		for i, u := range units {
			for turn := range 2 {
				s := (count + i + turn) % 2
				out, err := r.run(ctx, u, s)
				if err != nil {
					return nil, err
				}
				text[s].WriteString(out + "\n")
			}
		}
	}
	var rows table
	for s := range text {
		if err := os.WriteFile(filepath.Join(r.folder, sides[s]+suffix+".txt"), []byte(text[s].String()), 0o666); err != nil {
			return nil, err
		}
		if err := rows.read(s, text[s].String()); err != nil {
			return nil, err
		}
	}
	return rows.all, nil
}

// run runs a unit of a side. A failure of the base leaves nothing to compare with the
// head, and is noted; a failure of the head leaves nothing to judge.
func (r *recorder) run(ctx context.Context, u unit, s int) (string, error) {
	if r.noted[u.function] {
		return "", nil
	}
	out, err := r.trees[s].binary.Run(ctx, u.function, u.pattern, r.benchtime)
	if err == nil {
		return out, nil
	}
	err = fmt.Errorf("%s, %s: %w", sides[s], u.function, err)
	if s != base || ctx.Err() != nil {
		return "", err
	}
	r.noted[u.function] = true
	r.notes = append(r.notes, "note: "+err.Error())
	return "", nil
}

// exactly returns the pattern with which go test -bench runs only the benchmark of that
// name. It has an element for each element of the name. procs is the number of processors
// in the suffix of the name.
func exactly(name string, procs int) string {
	if procs != 1 {
		name = strings.TrimSuffix(name, "-"+strconv.Itoa(procs))
	}
	elements := strings.Split("Benchmark"+name, "/")
	for i, e := range elements {
		elements[i] = "^" + regexp.QuoteMeta(e) + "$"
	}
	return strings.Join(elements, "/")
}

// A row has the results of both sides for one benchmark.
type row struct {
	name    string       // as benchstat has it, without Benchmark
	seconds [2][]float64 // of an operation
	allocs  [2][]float64 // of an operation
}

// compared reports whether both sides ran it.
func (r *row) compared() bool { return len(r.seconds[base]) > 0 && len(r.seconds[head]) > 0 }

// A table gathers results by name, in the order in which they appear.
type table struct {
	all    []*row
	byName map[string]*row
}

// read reads the results of a side, as go test prints them. A line that begins like a
// result but is not one is an error, because a lost benchmark would not be guarded.
func (t *table) read(s int, text string) error {
	if t.byName == nil {
		t.byName = map[string]*row{}
	}
	reader := benchfmt.NewReader(strings.NewReader(text), sides[s])
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return rec
		case *benchfmt.Result:
			name := rec.Name.String()
			r := t.byName[name]
			if r == nil {
				r = &row{name: name}
				t.byName[name] = r
				t.all = append(t.all, r)
			}
			if v, ok := rec.Value("sec/op"); ok {
				r.seconds[s] = append(r.seconds[s], v)
			}
			if v, ok := rec.Value("allocs/op"); ok {
				r.allocs[s] = append(r.allocs[s], v)
			}
		}
	}
	return reader.Err()
}

// The sides, and the names of their results.
const (
	base = iota
	head
)

var sides = [2]string{"base", "head"}

// A tree is one of the two revisions with its benchmarks.
type tree struct {
	title  string
	folder string // of the benchmarks
	binary *tool.Binary
	digest [sha256.Size]byte // of the binary
}

// git runs git in the current folder. It runs no hooks, and without the variables that
// git sets for its own hooks, which name another tree.
func git(ctx context.Context, args ...string) (string, error) {
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"} {
		os.Unsetenv(name)
	}
	return tool.Output(ctx, ".", "git", append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...)...)
}

// checkOut checks out revision rev of the repository of the current folder into the
// folder into, as a clone that the repository does not record. The benchmarks are in the
// folder of the clone that corresponds to the current one.
func checkOut(ctx context.Context, rev, into string) (*tree, error) {
	here, err := os.Getwd()
	if rev == "." || err != nil {
		return &tree{title: "the working copy", folder: here}, err
	}
	commit, err := git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is not a revision", rev)
	}
	prefix, err := git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	root, err := git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	if _, err := git(ctx, "clone", "--quiet", "--shared", "--no-checkout", root, into); err != nil {
		return nil, err
	}
	_, err = git(ctx, "-C", into, "checkout", "--quiet", "--detach", commit)
	return &tree{title: fmt.Sprintf("%s (%.12s)", rev, commit), folder: filepath.Join(into, filepath.FromSlash(prefix))}, err
}

// build builds the benchmarks of t.
func (t *tree) build(ctx context.Context, path string) (err error) {
	if t.binary, err = tool.Build(ctx, t.folder, path); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	t.digest = sha256.Sum256(text)
	return err
}
