package tool

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Output runs a program in dir and returns what it wrote, trimmed. The error holds the
// end of what it complained of.
func Output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var out, complaint bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &complaint
	cmd.Env = append(os.Environ(), "GOWORK=off") // no workspace may replace what a module asks for
	if err := cmd.Run(); err != nil {
		const most = 20
		lines := strings.Split(strings.TrimSpace(complaint.String()+out.String()), "\n")
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), args[len(args)-1], err,
			strings.Join(lines[max(0, len(lines)-most):], "\n"))
	}
	return strings.TrimSpace(out.String()), nil
}

// A Binary holds the benchmarks of a package, built.
type Binary struct {
	Dir       string // of the package, where go test would run it
	Path      string
	Functions []string // the benchmark functions, in order
}

// Build builds the tests of the package in dir. Paths are trimmed, so that the same
// sources give the same bytes from any folder.
func Build(ctx context.Context, dir, path string) (*Binary, error) {
	if _, err := Output(ctx, dir, "go", "test", "-c", "-trimpath", "-buildvcs=false", "-o", path, "."); err != nil {
		return nil, err
	}
	listed, err := Output(ctx, dir, path, "-test.list", "^Benchmark")
	b := &Binary{Dir: dir, Path: path}
	for line := range strings.Lines(listed) {
		if name := strings.TrimSpace(line); strings.HasPrefix(name, "Benchmark") {
			b.Functions = append(b.Functions, name)
		}
	}
	return b, err
}

// Run runs those benchmarks of one function that match, and returns what they print.
// Asking for the function by skipping the others leaves the pattern free to match
// several: go test has no "and".
func (b *Binary) Run(ctx context.Context, function, pattern, benchtime string) (string, error) {
	var others []string
	for _, f := range b.Functions {
		if f != function {
			others = append(others, "^"+f+"$")
		}
	}
	return Output(ctx, b.Dir, b.Path, "-test.run=^$", "-test.benchmem", "-test.timeout=30m",
		"-test.benchtime="+benchtime, "-test.skip="+strings.Join(others, "|"), "-test.bench="+pattern)
}
