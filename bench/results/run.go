package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/uriscan/uriscan/bench/corpus"
)

// A runner has what is to be run, built, and where its results go.
type runner struct {
	*options
	scratch   string
	binary    string   // the benchmarks of this module
	functions []string // of which there are these
	results   io.Writer

	crates     *crates       // nil if they are not measured
	crateKinds []corpus.Kind // of what was asked for
}

// record runs everything and returns the file that has the results.
func (o *options) record(ctx context.Context, scratch string) (path string, err error) {
	path = o.keep
	if path == "" {
		path = filepath.Join(scratch, "results.txt")
	}
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	r := &runner{options: o, scratch: scratch, binary: filepath.Join(scratch, "bench.test"), results: file}
	if err := r.prepare(ctx); err != nil {
		return "", err
	}
	for n := range o.count {
		if err := r.round(ctx, n); err != nil {
			return "", err
		}
	}
	return path, file.Close()
}

// prepare builds, asks what there is, and writes down where it will run.
func (r *runner) prepare(ctx context.Context) error {
	fmt.Fprintln(os.Stderr, "results: building")
	if _, err := output(ctx, "go", "test", "-c", "-o", r.binary, "."); err != nil {
		return err
	}
	listed, err := output(ctx, r.binary, "-test.list", "^Benchmark")
	if err != nil {
		return err
	}
	for line := range strings.Lines(listed) {
		if name := strings.TrimSpace(line); strings.HasPrefix(name, "Benchmark") {
			r.functions = append(r.functions, name)
		}
	}
	_, err = fmt.Fprint(r.results, r.surroundings(ctx))
	return err
}

// surroundings are the lines of configuration that say where figures come from.
func (r *runner) surroundings(ctx context.Context) string {
	var b strings.Builder
	fmt.Fprintf(&b, "date: %s\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"))
	if commit, err := output(ctx, "git", "describe", "--always", "--dirty", "--abbrev=12"); err == nil {
		fmt.Fprintf(&b, "commit: %s\n", commit)
	}
	fmt.Fprintf(&b, "go: %s\ncores: %d\nbenchtime: %v\n", runtime.Version(), runtime.NumCPU(), r.benchtime)
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		fmt.Fprintf(&b, "load: %s\n", strings.Fields(string(text))[0])
	}
	return b.String()
}

// round runs everything once. The first finds out which functions have nothing
// that is asked for, and on which corpora the crates are to be measured.
func (r *runner) round(ctx context.Context, n int) error {
	var matching []string
	for _, function := range r.functions {
		fmt.Fprintf(os.Stderr, "results: count %d of %d: %s\n", n+1, r.count, function)
		out, err := output(ctx, r.binary, "-test.run=^$", "-test.timeout=30m", "-test.benchtime="+r.benchtime.String(),
			"-test.bench="+r.bench, "-test.skip="+r.except(function))
		if err != nil {
			return err
		}
		if !strings.Contains("\n"+out, "\nBenchmark") {
			continue
		}
		matching = append(matching, function)
		if _, err := fmt.Fprintf(r.results, "%s\n", out); err != nil {
			return err
		}
		if n == 0 && function == crateFunction {
			r.crateKinds = kindsIn(out)
		}
	}
	if len(matching) == 0 {
		return fmt.Errorf("no benchmark matches %s", r.bench)
	}
	r.functions = matching
	if n == 0 {
		if _, err := fmt.Fprintf(r.results, "crates: %s\n", r.buildCrates(ctx)); err != nil {
			return err
		}
	}
	return r.crates.run(ctx, r)
}

// except is the pattern of all functions but one: what is asked for is free to
// match several, and go test has no "and".
func (r *runner) except(function string) string {
	var others []string
	for _, f := range r.functions {
		if f != function {
			others = append(others, "^"+f+"$")
		}
	}
	return strings.Join(others, "|")
}

// output runs a program and returns what it wrote, trimmed. The error holds
// what it complained of.
func output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(complaint.String()+out.String()))
	}
	return strings.TrimSpace(out.String()), nil
}
