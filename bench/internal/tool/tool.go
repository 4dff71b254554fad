package tool

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Main runs the program name with the arguments of the process until it ends or is
// interrupted, and exits with 1 if it fails.
func Main(name string, run func(ctx context.Context, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Parse parses the command line of a program that takes only flags.
func Parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 0 {
		return fmt.Errorf("%q is not a flag, and there is nothing else to say", flags.Arg(0))
	}
	return nil
}

// Where describes the machine of a measurement, as lines of configuration of the
// benchmark format: the processor, its cores, the version of Go, the time and the commit.
func Where(ctx context.Context) (lines []string) {
	lines = []string{
		"cpu: " + processor(), fmt.Sprintf("cores: %d", runtime.NumCPU()), "go: " + runtime.Version(),
		"date: " + time.Now().UTC().Format("2006-01-02 15:04 UTC"),
	}
	if commit, err := Output(ctx, ".", "git", "describe", "--always", "--dirty", "--abbrev=12"); err == nil {
		lines = append(lines, "commit: "+commit)
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		lines = append(lines, "load: "+strings.Fields(string(text))[0])
	}
	return lines
}

// processor returns the name of the processor, or its architecture if the system does not
// give the name.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// Output runs a program in dir and returns its trimmed output. The error has the end of
// its standard error.
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

// A Binary has the built benchmarks of a package.
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

// Run runs the matching benchmarks of one function and returns their output. It selects
// the function by skipping the others, so that the pattern may match several: go test has
// no "and".
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
