package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/uriscan/uriscan/bench/internal/tool"
)

// options are the command line.
type options struct {
	lines, runs int
	dir, file   string
}

func main() { tool.Main("dedupe", run) }

// run is the command.
func run(ctx context.Context, args []string) error {
	var o options
	flags := flag.NewFlagSet("dedupe", flag.ContinueOnError)
	flags.IntVar(&o.lines, "lines", 2_000_000, "make inputs of `n` lines")
	flags.IntVar(&o.runs, "runs", 5, "run each `n` times")
	flags.StringVar(&o.dir, "dir", "", "make the inputs in a folder in `dir`")
	flags.StringVar(&o.file, "neturl", "", "be the peer: print the first lines of `file` by net/url")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return o.run(ctx)
}

func (o *options) run(ctx context.Context) error {
	if o.file != "" {
		return byNetURL(o.file, os.Stdout)
	}
	dir, err := os.MkdirTemp(o.dir, "dedupe")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "uriscan")
	if err := build(ctx, program); err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer w.Flush()
	for _, distinct := range []int{o.lines, o.lines / 50} {
		input := filepath.Join(dir, "input")
		if err := writeInput(input, o.lines, distinct); err != nil {
			return err
		}
		if err := o.compare(ctx, w, contenders(program, input), distinct); err != nil {
			return err
		}
	}
	return nil
}

// build builds uriscan in its own module, of which this one replaces the rest.
func build(ctx context.Context, program string) error {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/uriscan/uriscan").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	c := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/uriscan")
	c.Dir = strings.TrimSpace(string(root))
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", c, err, out)
	}
	return nil
}

// compare runs the contenders on an input of so many distinct lines and writes a
// table.
func (o *options) compare(ctx context.Context, w io.Writer, all []contender, distinct int) error {
	if err := checkSame(ctx, all); err != nil {
		return err
	}
	best := make([]cost, len(all))
	for run := range o.runs {
		for i := range all {
			c, err := all[i].run(ctx, io.Discard)
			if err != nil {
				return err
			}
			if run == 0 {
				best[i] = c
			}
			best[i].wall, best[i].cpu = min(best[i].wall, c.wall), min(best[i].cpu, c.cpu)
			best[i].memory = max(best[i].memory, c.memory)
		}
	}
	fmt.Fprintf(w, "%d lines, %d distinct\ts\tCPU s\tMB\tof sort -u\n", o.lines, distinct)
	for i, c := range best {
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%d\t%.2f\n", all[i].name, c.wall.Seconds(), c.cpu.Seconds(), c.memory>>20,
			c.wall.Seconds()/best[sortAt(all)].wall.Seconds())
	}
	fmt.Fprintln(w)
	return nil
}

// checkSame compares what the contenders print that print the same.
func checkSame(ctx context.Context, all []contender) error {
	var want [sha256.Size]byte
	first := ""
	for i := range all {
		if !all[i].exact {
			continue
		}
		h := sha256.New()
		if _, err := all[i].run(ctx, h); err != nil {
			return err
		}
		got := [sha256.Size]byte(h.Sum(nil))
		if first == "" {
			want, first = got, all[i].name
		} else if got != want {
			return fmt.Errorf("%s and %s print different lines", first, all[i].name)
		}
	}
	return nil
}
