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

	"github.com/uriscan/uriscan/bench/corpus"
	"github.com/uriscan/uriscan/bench/internal/tool"
)

// crateFunction is the benchmark function that the crates' results are of.
const crateFunction = "BenchmarkParse"

// crateProgram measures them. The repository ignores .cache, and what is built there
// serves again.
const crateProgram = "../.cache/rust/release/uriscan-peers"

// buildCrates builds the program of peers/rust and writes its corpora, and says with
// what, or why the crates are not measured: the Go peers do not depend on it.
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
