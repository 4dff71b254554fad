package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/bench/internal/tool"
)

// crateFunction is the benchmark function that the crates' results are of.
const crateFunction = "BenchmarkParse"

// crates is the program that measures crates, and the files it reads.
type crates struct {
	program string
	files   []string
}

// buildCrates builds the program of peers/rust, and says with what, or why it
// is not measured: the Go peers do not depend on it.
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
	// The repository ignores .cache, and what is built there serves again.
	if _, err := tool.Output(ctx, ".", "cargo", "build", "--quiet", "--release", "--locked",
		"--manifest-path", "peers/rust/Cargo.toml", "--target-dir", "../.cache/rust"); err != nil {
		fmt.Fprintf(os.Stderr, "results: the crates are not measured: %v\n", err)
		return "not measured: they could not be built"
	}
	files, err := r.writeCorpora()
	if err != nil {
		fmt.Fprintf(os.Stderr, "results: the crates are not measured: %v\n", err)
		return "not measured: their corpora could not be written"
	}
	r.crates = &crates{"../.cache/rust/release/uriscan-peers", files}
	version, err := tool.Output(ctx, ".", "rustc", "--version")
	if err != nil {
		return "built by an unknown rustc"
	}
	return version
}

// corpusOf finds the corpus in the name of a result.
var corpusOf = regexp.MustCompile(`(?m)^Benchmark\S*?/corpus=([^/\s]+)`)

// kindsIn returns the corpora that results are of, each once.
func kindsIn(results string) (kinds []corpus.Kind) {
	for _, match := range corpusOf.FindAllStringSubmatch(results, -1) {
		if kind := corpus.Kind(match[1]); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// writeCorpora writes the corpora, a file for each kind.
func (r *runner) writeCorpora() (files []string, err error) {
	for _, kind := range r.crateKinds {
		text, err := textOf(kind)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(r.scratch, string(kind)+".txt")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return nil, err
		}
		files = append(files, path)
	}
	return files, nil
}

// textOf returns the lines of a kind with an LF after each.
func textOf(kind corpus.Kind) ([]byte, error) {
	if kind == corpus.Cold {
		reel, err := corpus.OpenReel(corpus.ReelSize)
		if err != nil {
			return nil, err
		}
		return reel.Text(), nil
	}
	c, err := corpus.Open(kind)
	if err != nil {
		return nil, err
	}
	return append(bytes.Join(c.Lines, []byte("\n")), '\n'), nil
}

// run measures the crates once.
func (c *crates) run(ctx context.Context, r *runner) error {
	if c == nil {
		return nil
	}
	args := append([]string{strconv.FormatInt(r.benchtime.Milliseconds(), 10)}, c.files...)
	out, err := tool.Output(ctx, ".", c.program, args...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(r.results, out)
	return err
}
