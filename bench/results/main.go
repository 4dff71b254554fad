package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/uriscan/uriscan/bench/internal/tool"
)

// options are the command line.
type options struct {
	bench           string
	benchtime       time.Duration
	count           int
	crates          bool
	from, keep, out string
}

// parse reads and checks the command line.
func (o *options) parse(args []string) error {
	flags := flag.NewFlagSet("results", flag.ContinueOnError)
	flags.StringVar(&o.bench, "bench", ".", "run the benchmarks that match `regexp`, as go test -bench does")
	flags.DurationVar(&o.benchtime, "benchtime", 200*time.Millisecond, "run each count for `d`")
	flags.IntVar(&o.count, "count", 10, "run every benchmark `n` times")
	flags.BoolVar(&o.crates, "crates", true, "measure the crates, too, if cargo is there")
	flags.StringVar(&o.from, "from", "", "run nothing: read the results that `file` keeps")
	flags.StringVar(&o.keep, "keep", "", "keep the results in `file`, for benchstat")
	flags.StringVar(&o.out, "o", ".", "write RESULTS.md and results.svg in `dir`")
	if err := tool.Parse(flags, args); err != nil {
		return err
	}
	switch {
	case o.count < 1:
		return fmt.Errorf("-count is %d, want at least 1", o.count)
	case o.benchtime < time.Millisecond:
		return fmt.Errorf("-benchtime is %v, want at least 1ms", o.benchtime)
	}
	return nil
}

func main() { tool.Main("results", run) }

// run is the command.
func run(ctx context.Context, args []string) (err error) {
	o := new(options)
	if err := o.parse(args); err != nil {
		return err
	}
	path := o.from
	if path == "" {
		scratch, err := os.MkdirTemp("", "results-")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
		if path, err = o.record(ctx, scratch); err != nil {
			return err
		}
	}
	r, err := read(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(o.out, "RESULTS.md"), r.markdown(), 0o666); err != nil {
		return err
	}
	chart := r.chart()
	if chart == nil {
		fmt.Fprintf(os.Stderr, "results: nothing of %s was measured: no chart is written\n", charted)
		return nil
	}
	return os.WriteFile(filepath.Join(o.out, "results.svg"), chart, 0o666)
}
