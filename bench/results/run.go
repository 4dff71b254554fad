package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/bench/internal/tool"
)

// A runner has what is to be run, built, and where its results go.
type runner struct {
	*options
	scratch    string
	binary     *tool.Binary // the benchmarks of this module
	results    io.Writer
	crateKinds []corpus.Kind // of what was asked for
	crateFiles []string      // none if the crates are not measured
}

// record runs everything and returns the file that has the results.
func (o *options) record(ctx context.Context, scratch string) (path string, err error) {
	if path = o.keep; path == "" {
		path = filepath.Join(scratch, "results.txt")
	}
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	fmt.Fprintln(os.Stderr, "results: building")
	binary, err := tool.Build(ctx, ".", filepath.Join(scratch, "bench.test"))
	if err != nil {
		return "", err
	}
	r := &runner{options: o, scratch: scratch, binary: binary, results: file}
	if _, err := fmt.Fprintf(file, "%s\nbenchtime: %v\n", strings.Join(tool.Where(ctx), "\n"), o.benchtime); err != nil {
		return "", err
	}
	functions := slices.Clone(binary.Functions)
	for n := range o.count {
		if functions, err = r.round(ctx, n, functions); err != nil {
			return "", err
		}
	}
	return path, file.Close()
}

// round runs the functions once, and returns those that have something which is asked
// for. The first finds out, too, on which corpora the crates are to be measured.
func (r *runner) round(ctx context.Context, n int, functions []string) (matching []string, err error) {
	for _, function := range functions {
		fmt.Fprintf(os.Stderr, "results: count %d of %d: %s\n", n+1, r.count, function)
		out, err := r.binary.Run(ctx, function, r.bench, r.benchtime.String())
		if err != nil {
			return nil, err
		}
		if !strings.Contains("\n"+out, "\nBenchmark") {
			continue
		}
		matching = append(matching, function)
		if _, err := fmt.Fprintf(r.results, "%s\n", out); err != nil {
			return nil, err
		}
		if n == 0 && function == crateFunction {
			r.crateKinds = kindsIn(out)
		}
	}
	if len(matching) == 0 {
		return nil, fmt.Errorf("no benchmark matches %s", r.bench)
	}
	if n == 0 {
		if _, err := fmt.Fprintf(r.results, "crates: %s\n", r.buildCrates(ctx)); err != nil {
			return nil, err
		}
	}
	if len(r.crateFiles) > 0 {
		out, err := tool.Output(ctx, ".", crateProgram, append([]string{strconv.FormatInt(r.benchtime.Milliseconds(), 10)}, r.crateFiles...)...)
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintln(r.results, out); err != nil {
			return nil, err
		}
	}
	return matching, nil
}
