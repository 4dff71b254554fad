package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A binary is what go test -c makes of a package with benchmarks.
type binary struct {
	pkg        string
	dir        string // of the package, where go test would run it
	path       string
	digest     [sha256.Size]byte
	benchmarks []string // the functions, in order
}

// goEnv is the environment of every go command: no workspace may put another
// module in place of what the revision asks for.
func goEnv() []string { return append(os.Environ(), "GOWORK=off") }

// build makes the binaries of a module's packages in the folder into. Paths are
// trimmed, so that the same sources give the same bytes from any folder.
func build(ctx context.Context, module, into string) (map[string]*binary, error) {
	if err := os.MkdirAll(into, 0o777); err != nil {
		return nil, err
	}
	listed, err := output(ctx, module, goEnv(), "go", "list", "-f", listFormat, "./...")
	if err != nil {
		return nil, err
	}
	built := map[string]*binary{}
	for line := range strings.Lines(listed) {
		words := strings.Split(strings.TrimSpace(line), "\t")
		if has, err := hasBenchmarks(words[1], words[2:]); err != nil {
			return nil, err
		} else if !has {
			continue
		}
		b := &binary{pkg: words[0], dir: words[1], path: filepath.Join(into, fmt.Sprintf("%d.test", len(built)))}
		if err := b.make(ctx); err != nil {
			return nil, err
		}
		built[b.pkg] = b
	}
	return built, nil
}

// listFormat gives, for every package, path, folder and the files of its tests.
const listFormat = `{{.ImportPath}}{{"\t"}}{{.Dir}}{{range .TestGoFiles}}{{"\t"}}{{.}}{{end}}{{range .XTestGoFiles}}{{"\t"}}{{.}}{{end}}`

var benchmarkFunc = regexp.MustCompile(`(?m)^func Benchmark`)

// hasBenchmarks reports whether one of the files declares a benchmark: building
// the tests of every other package would take longer than running these.
func hasBenchmarks(dir string, files []string) (bool, error) {
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || benchmarkFunc.Match(text) {
			return err == nil, err
		}
	}
	return false, nil
}

// make builds the binary and asks it for its benchmarks.
func (b *binary) make(ctx context.Context) error {
	if _, err := output(ctx, b.dir, goEnv(), "go", "test", "-c", "-trimpath", "-buildvcs=false", "-o", b.path, "."); err != nil {
		return err
	}
	text, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	b.digest = sha256.Sum256(text)
	listed, err := output(ctx, b.dir, os.Environ(), b.path, "-test.list", "^Benchmark")
	for line := range strings.Lines(listed) {
		if name := strings.TrimSpace(line); strings.HasPrefix(name, "Benchmark") {
			b.benchmarks = append(b.benchmarks, name)
		}
	}
	return err
}
