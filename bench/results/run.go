package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/bench/internal/tool"
)

// A runner has the programs to run and the file of results.
type runner struct {
	*options
	scratch    string
	binary     *tool.Binary // the benchmarks of this module
	results    io.Writer
	crateKinds []corpus.Kind // of what was asked for
	crateFiles []string      // none if the crates are not measured
}

// record runs everything and returns the file with the results.
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

// round runs the functions once, and returns those with a benchmark that matches. The
// first round also finds the corpora on which to measure the crates.
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

// crateFunction is the benchmark function to which the results of the crates belong.
const crateFunction = "BenchmarkParse"

// crateProgram is the program that measures the crates. The repository ignores .cache,
// and later runs use the program again.
const crateProgram = "../.cache/rust/release/uriscan-peers"

// buildCrates builds the program of peers/rust and writes its corpora. It returns the
// versions of the tools, or the reason why the crates are not measured, on which the Go
// peers do not depend.
func (r *runner) buildCrates(ctx context.Context) string {
	switch {
	case !r.options.crates:
		return "not measured, as asked"
	case len(r.crateKinds) == 0:
		return "not measured: nothing of " + crateFunction + " was asked for"
	}
	if _, err := exec.LookPath("cargo"); err != nil {
		return "not measured: cargo is not installed"
	}
	_, err := tool.Output(ctx, ".", "cargo", "build", "--quiet", "--release", "--locked",
		"--manifest-path", "peers/rust/Cargo.toml", "--target-dir", "../.cache/rust")
	var files []string
	for _, kind := range r.crateKinds {
		path := filepath.Join(r.scratch, string(kind)+".txt")
		if err == nil {
			err = writeCorpus(kind, path)
		}
		files = append(files, path)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "results: the crates are not measured: %v\n", err)
		return "not measured: they could not be built"
	}
	r.crateFiles = files
	version, err := tool.Output(ctx, ".", "rustc", "--version")
	if err != nil {
		return "built by an unknown rustc"
	}
	return version
}

// corpusOf returns the corpus in the name of a result.
var corpusOf = regexp.MustCompile(`(?m)^Benchmark\S*?/corpus=([^/\s]+)`)

// kindsIn returns the corpora of the results, each once.
func kindsIn(results string) (kinds []corpus.Kind) {
	for _, match := range corpusOf.FindAllStringSubmatch(results, -1) {
		if kind := corpus.Kind(match[1]); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// writeCorpus writes the lines of a kind with an LF after each.
func writeCorpus(kind corpus.Kind, path string) error {
	if kind == corpus.Cold {
		reel, err := corpus.OpenReel(corpus.ReelSize)
		if err != nil {
			return err
		}
		return os.WriteFile(path, reel.Text(), 0o666)
	}
	c, err := corpus.Open(kind)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(bytes.Join(c.Lines, []byte("\n")), '\n'), 0o666)
}
