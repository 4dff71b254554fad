package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"time"
)

// minCount is the least number of counts a run of the guard may have: with
// fewer, a handful of benchmarks already divides the level below what the test
// can reach.
const minCount = 10

// defaultOverrides is read if it is there; another file has to be.
const defaultOverrides = "guard/overrides.txt"

// options are the command line.
type options struct {
	base, head                        string
	bench, benchtime, overrides, keep string
	count                             int
	threshold, alpha                  float64
	recorded, identical               bool
	timeout                           time.Duration
}

const usage = `Usage: go run ./guard [flags] BASE HEAD

Compares the benchmarks of two git revisions, run in turn, and fails on a
significant slowdown, on an allocation where there was none, and on a benchmark
that is missing. HEAD may be "." (or WORKTREE), the working copy as it is.
With -recorded, BASE and HEAD are files of results.

Exit status: 0 nothing failed, 1 something did, 2 no judgement was possible.

`

// parseOptions reads the command line; help, if it is asked for, goes to w.
func parseOptions(args []string, w io.Writer) (*options, error) {
	o := new(options)
	flags := flag.NewFlagSet("guard", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.bench, "bench", ".", "run the benchmarks that match `regexp`, as go test -bench does")
	flags.StringVar(&o.benchtime, "benchtime", "100ms", "run each count for `d`, as go test -benchtime does")
	flags.StringVar(&o.overrides, "overrides", defaultOverrides, "read exceptions, with their reasons, from `file`")
	flags.StringVar(&o.keep, "keep", "", "keep the results in `dir`, for benchstat")
	flags.IntVar(&o.count, "count", minCount, "run every benchmark `n` times a side, at least 10")
	flags.Float64Var(&o.threshold, "threshold", 5, "fail on a slowdown beyond `percent`")
	flags.Float64Var(&o.alpha, "alpha", 0.05, "take the whole run to be significant at `level`")
	flags.DurationVar(&o.timeout, "timeout", time.Hour, "give up after `d`, without a judgement")
	flags.BoolVar(&o.recorded, "recorded", false, "judge the files of results BASE and HEAD; run nothing")
	flags.BoolVar(&o.identical, "identical", false, "run binaries that are the same, too")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(w, usage)
		flags.SetOutput(w)
		flags.PrintDefaults()
		return nil, err
	}
	if err == nil && flags.NArg() != 2 {
		err = fmt.Errorf("%d arguments, want BASE and HEAD", flags.NArg())
	}
	if err == nil {
		o.base, o.head = flags.Arg(0), flags.Arg(1)
		err = o.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w (go run ./guard -h shows the usage)", err)
	}
	return o, nil
}

// check refuses what could never fail, or never pass.
func (o *options) check() error {
	if _, err := regexp.Compile(o.bench); err != nil {
		return fmt.Errorf("-bench: %w", err)
	}
	switch {
	case o.count < minCount:
		return fmt.Errorf("-count is %d, want at least %d", o.count, minCount)
	case !(o.threshold >= 0): // NaN, too
		return fmt.Errorf("-threshold is %v, want 0 or more", o.threshold)
	case o.timeout <= 0:
		return fmt.Errorf("-timeout is %v, want more than 0", o.timeout)
	case !(o.alpha > 0 && o.alpha < 1):
		return fmt.Errorf("-alpha is %v, want more than 0 and less than 1", o.alpha)
	}
	return nil
}

// rules returns by what the results are judged.
func (o *options) rules() (*rules, error) {
	overrides, err := readOverrides(o.overrides)
	if o.overrides == defaultOverrides && errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return &rules{alpha: o.alpha, threshold: o.threshold, overrides: overrides}, err
}
