package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/uriscan/uriscan/bench/internal/tool"
)

// options are the command line.
type options struct {
	passes                int
	from, keep, out, svgs string
}

// parse reads the command line and refuses what could not be run.
func (o *options) parse(args []string) error {
	flags := flag.NewFlagSet("cliffs", flag.ContinueOnError)
	flags.IntVar(&o.passes, "passes", 12, "measure every point `n` times, 0 only with -from")
	flags.StringVar(&o.from, "from", "", "begin with the times that `file` keeps")
	flags.StringVar(&o.keep, "keep", "", "keep the times in `file`")
	flags.StringVar(&o.out, "o", "CLIFFS.md", "write the tables to `file`")
	flags.StringVar(&o.svgs, "svg", "cliffs-", "write the charts to files that begin with `prefix`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() != 0:
		return fmt.Errorf("%q is no flag, and there is nothing else to say", flags.Arg(0))
	case o.passes < 0 || o.passes == 0 && o.from == "":
		return fmt.Errorf("-passes is %d, want at least 1", o.passes)
	}
	return nil
}

func main() { tool.Main("cliffs", run) }

// run is the command.
func run(ctx context.Context, args []string) error {
	o := new(options)
	if err := o.parse(args); err != nil {
		return err
	}
	all, err := panels()
	if err != nil {
		return err
	}
	r, err := o.record(ctx, all)
	if err != nil {
		return err
	}
	return o.write(r, all)
}

// record reads what was measured and measures what is asked for.
func (o *options) record(ctx context.Context, all []*panel) (r *record, err error) {
	r = newRecord(all)
	if o.from != "" {
		if r, err = load(o.from); err != nil {
			return nil, err
		}
		if err := r.check(all); err != nil {
			return nil, fmt.Errorf("%s: %w", o.from, err)
		}
	}
	if o.passes > 0 {
		if err := r.measure(ctx, all, o.passes); err != nil {
			return nil, err
		}
	}
	if o.keep != "" {
		return r, r.save(o.keep)
	}
	return r, nil
}

// write writes the tables and the charts, and fails after that if something is
// not explained.
func (o *options) write(r *record, all []*panel) error {
	text, unexplained := r.markdown(all)
	if err := os.WriteFile(o.out, text, 0o666); err != nil {
		return err
	}
	for _, f := range figures {
		if err := os.WriteFile(o.svgs+f.name+".svg", r.draw(f, all), 0o666); err != nil {
			return err
		}
	}
	if len(unexplained) > 0 {
		return fmt.Errorf("sticks out without a reason in notes.go: %s", strings.Join(unexplained, "; "))
	}
	return nil
}
