package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/bench/internal/tool"
)

// options are the command line.
type options struct {
	size, passes int
	out          string
}

// parse reads the command line and refuses what could not be run.
func (o *options) parse(args []string) error {
	flags := flag.NewFlagSet("commands", flag.ContinueOnError)
	flags.IntVar(&o.size, "size", 256<<20, "make files of about `n` bytes")
	flags.IntVar(&o.passes, "passes", 5, "run everything `n` times")
	flags.StringVar(&o.out, "o", "COMMANDS.md", "write the table to `file`")
	if err := tool.Parse(flags, args); err != nil {
		return err
	}
	switch {
	case o.passes < 1:
		return fmt.Errorf("-passes is %d, want at least 1", o.passes)
	case o.size < 1 || o.size > 1<<31:
		return fmt.Errorf("-size is %d, want 1 to %d", o.size, 1<<31)
	}
	return nil
}

func main() { tool.Main("commands", run) }

// run is the command.
func run(ctx context.Context, args []string) (err error) {
	o := new(options)
	if err := o.parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "commands-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program := filepath.Join(dir, "uriscan")
	if _, err := tool.Output(ctx, "..", "go", "build", "-trimpath", "-o", program, "./cmd/uriscan"); err != nil { // another module
		return err
	}
	source, err := makeFiles(ctx, dir, o.size)
	if err != nil {
		return err
	}
	all, err := rows(dir, program)
	if err != nil {
		return err
	}
	for pass := range o.passes {
		fmt.Fprintf(os.Stderr, "commands: pass %d of %d\n", pass+1, o.passes)
		for _, r := range all {
			if err := r.run(ctx, dir); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(o.out, report(all, tool.Where(ctx), source, o), 0o666)
}
