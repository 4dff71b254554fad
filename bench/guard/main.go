package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"time"
)

// The exit statuses.
const (
	passed = iota
	failed
	unjudged
)

// options are the command line.
type options struct {
	revisions              [2]string
	bench, benchtime, keep string
	timeout                time.Duration
	identical              bool // run binaries that are the same, too: tests of the guard do
}

const usage = `Usage: go run ./guard [flags] BASE HEAD

Compares the benchmarks of two git revisions, run in turn, and fails on a
significant slowdown and on an allocation where there was none. HEAD may be ".",
the working copy as it is.

Exit status: 0 nothing failed, 1 something did, 2 no judgement was possible,
which "go run" makes 1.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// parse reads the command line. If help is requested, it writes help to w.
func (o *options) parse(args []string, w io.Writer) error {
	flags := flag.NewFlagSet("guard", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.bench, "bench", ".", "run the benchmarks that match `regexp`, as go test -bench does")
	flags.StringVar(&o.benchtime, "benchtime", "100ms", "run each count for `d`, as go test -benchtime does")
	flags.StringVar(&o.keep, "keep", "", "keep the results in `dir`, for benchstat")
	flags.DurationVar(&o.timeout, "timeout", time.Hour, "give up after `d`, without a judgement")
	flags.BoolVar(&o.identical, "identical", false, "run binaries that are the same, too")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(w, usage)
		flags.SetOutput(w)
		flags.PrintDefaults()
	}
	if err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return fmt.Errorf("%d arguments, want BASE and HEAD", flags.NArg())
	}
	o.revisions = [2]string(flags.Args())
	if _, err := regexp.Compile(o.bench); err != nil {
		return fmt.Errorf("-bench: %w", err)
	}
	return nil
}

// run is the command. The report goes to stdout and the progress to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o := new(options)
	err := o.parse(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return passed
	}
	var r *report
	if err == nil {
		within, cancel := context.WithTimeout(ctx, o.timeout)
		defer cancel()
		if r, err = o.compare(within, stderr); err != nil && errors.Is(within.Err(), context.DeadlineExceeded) {
			err = fmt.Errorf("not done after %v; fewer benchmarks, a shorter -benchtime or a longer -timeout are needed", o.timeout)
		}
	}
	if err == nil {
		err = r.print(stdout)
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "guard: %v\n", err)
		return unjudged
	case r.count(slower)+r.count(allocates) > 0:
		return failed
	}
	return passed
}
