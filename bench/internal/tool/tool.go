package tool

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Main runs a program of that name with the arguments of the process, until an
// interrupt ends it, and exits with 1 if that fails.
func Main(name string, run func(ctx context.Context, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Parse parses the command line of a program that takes flags alone.
func Parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 0 {
		return fmt.Errorf("%q is not a flag, and there is nothing else to say", flags.Arg(0))
	}
	return nil
}

// Where says on what something is measured, as lines of configuration of the benchmark
// format: the processor, its cores, the version of Go, the time and the commit.
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

// processor returns the name of the processor, or of its architecture where the
// system does not tell.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
