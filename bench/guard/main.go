package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit statuses.
const (
	passed = iota
	failed
	unjudged
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is the command: the report goes to stdout, what is being done to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stdout)
	if errors.Is(err, flag.ErrHelp) {
		return passed
	}
	var r *report
	if err == nil {
		r, err = o.judged(ctx, stderr)
	}
	if err == nil {
		err = r.print(stdout)
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "guard: %v\n", err)
		return unjudged
	case r.count(slower)+r.count(allocates)+r.count(missing) > 0:
		return failed
	}
	return passed
}

// judged measures, unless results are given, and judges, in the time there is.
func (o *options) judged(ctx context.Context, stderr io.Writer) (*report, error) {
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	r, err := o.verdicts(ctx, stderr)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, fmt.Errorf("not done after %v; fewer benchmarks, a shorter -benchtime or a longer -timeout are needed", o.timeout)
	}
	return r, err
}

func (o *options) verdicts(ctx context.Context, stderr io.Writer) (*report, error) {
	rules, err := o.rules()
	if err != nil {
		return nil, err
	}
	if !o.recorded {
		return o.measured(ctx, rules, stderr)
	}
	rows, err := readResults([2]string{o.base, o.head})
	if err != nil {
		return nil, err
	}
	r := &report{rules: rules}
	return r, r.judge(rows)
}

// measured builds both sides, runs them, and runs once more what fails.
func (o *options) measured(ctx context.Context, rules *rules, stderr io.Writer) (r *report, err error) {
	scratch, err := os.MkdirTemp("", "guard-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	rec := &recorder{options: o, scratch: scratch, stderr: stderr}
	defer func() { err = errors.Join(err, rec.close()) }()
	if err := rec.prepare(ctx); err != nil {
		return nil, err
	}
	r = &report{rules: rules, level: rules.alpha}
	if err := r.measure(ctx, rec); err != nil {
		return nil, err
	}
	r.notes = rec.notes
	return r, nil
}

// measure runs and judges what there is to run: nothing, if all binaries are
// the same, or if there are none of the base.
func (r *report) measure(ctx context.Context, rec *recorder) error {
	if len(rec.units) == 0 && (rec.same > 0 || rec.alone) {
		return nil
	}
	rows, err := rec.record(ctx, rec.units, 0, rec.count, "")
	if err != nil {
		return err
	}
	if err := r.judge(rows); err != nil {
		return err
	}
	return r.confirm(ctx, rec)
}

// judge fills the report. A run that compares nothing has not passed.
func (r *report) judge(rows []*row) (err error) {
	if len(rows) == 0 {
		return errors.New("no benchmark was run")
	}
	r.level = r.rules.level(rows)
	r.verdicts, err = r.rules.judge(rows, r.level)
	return err
}
