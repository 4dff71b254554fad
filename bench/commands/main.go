package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/uriscan/uriscan/bench/internal/tool"
)

// options are the command line.
type options struct {
	size, passes int
	only, out    string
}

// parse reads and checks the command line.
func (o *options) parse(args []string) error {
	flags := flag.NewFlagSet("commands", flag.ContinueOnError)
	flags.IntVar(&o.size, "size", 256<<20, "make files of about `n` bytes")
	flags.IntVar(&o.passes, "passes", 5, "run everything `n` times")
	flags.StringVar(&o.only, "only", "", "measure only the tables whose title has `text` in it, and leave the others in the file as they are")
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
	if _, err := tool.Output(ctx, ".", "go", "build", "-trimpath", "-o", filepath.Join(dir, "pagelinks"), "./peers/pagelinks"); err != nil {
		return err
	}
	source, err := makeFiles(ctx, dir, o)
	if err != nil {
		return err
	}
	all, err := o.rows(dir, program)
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
	text := report(all, tool.Where(ctx), source, o)
	if o.only != "" {
		old, err := os.ReadFile(o.out)
		if err != nil {
			return err
		}
		text = merged(old, text)
	}
	return os.WriteFile(o.out, text, 0o666)
}

const preface = `# Commands

<!-- Written by go run ./commands, in bench/. Not to be edited. -->

What uriscan takes for large files in the page cache, beside other programs in the same run: the fastest of %d runs, all
interleaved. MB are those of the text, decompressed; cores are user and system time against the time that passed; the last
column is the time against that of the first row of its table.

%s; URLs: %s, %d MiB; "go run ./commands" in bench/.
`

// merged returns the report old with the tables of another in the places of its own, in the order
// of groups. Each of these says where it was measured.
func merged(old, other []byte) []byte {
	const heading = "\n## "
	before, tables, _ := strings.Cut(string(old), heading)
	preface, measured, _ := strings.Cut(string(other), heading)
	_, where, _ := strings.Cut(preface, "first row of its table.\n\n")
	byTitle := map[string]string{}
	add := func(tables, note string) {
		for table := range strings.SplitSeq(tables, heading) {
			title, rest, _ := strings.Cut(table, "\n")
			byTitle[title] = title + note + "\n" + rest
		}
	}
	add(tables, "")
	add(measured, "\n\nMeasured alone: "+strings.TrimSuffix(where, "\n"))
	for _, g := range groups {
		if table := byTitle[g.title]; table != "" {
			before += heading + strings.TrimRight(table, "\n") + "\n"
		}
	}
	return []byte(before)
}

// report returns COMMANDS.md.
func report(all []*row, where []string, source string, o *options) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, preface, o.passes, strings.Join(where, " · "), source, o.size>>20)
	var first *row
	for _, r := range all {
		if first == nil || r.title != first.title {
			first = r
			fmt.Fprintf(&b, "\n## %s\n\n| command | time | MB/s | cores | against the first |\n| --- | --- | --- | --- | --- |\n", r.title)
		}
		seconds := r.best.wall.Seconds()
		fmt.Fprintf(&b, "| `%s` | %.3f s | %.0f | %.2f | %.2fx |\n",
			strings.ReplaceAll(r.text, "|", `\|`), seconds, float64(r.size)/1e6/seconds,
			r.best.cpu.Seconds()/seconds, seconds/first.best.wall.Seconds())
	}
	return b.Bytes()
}
