package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stats"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
)

type mergeFlags struct {
	output string
	memory int64
	color  term.When
	stats  stats.Options
}

func newMerge(std stream.Std) *cobra.Command {
	f := &mergeFlags{memory: 1 << 30, stats: stats.Options{Top: 10}}
	c := described(&cobra.Command{
		Use: "merge [flags] FILE...",
		RunE: func(c *cobra.Command, files []string) error {
			switch {
			case len(files) == 0:
				return errors.New("give the FILEs of dedupe --seen or of stats --state to merge")
			case slices.Contains(files, "-"):
				return errors.New("merge does not read standard input: give the names of FILEs")
			case f.output == "-":
				return errors.New("--output needs the name of a file")
			}
			for name := range strings.FieldsSeq("json top only color") {
				if err := exclusive(c.Flags(), "output "+name); err != nil {
					return err
				}
			}
			d := &record.Driver[record.None]{Job: &record.Job{Progress: term.Never}, Std: std}
			return d.Run(files, func(files []string) error {
				switch set, err := isSet(files[0]); {
				case err != nil:
					return &stream.InputError{Name: files[0], Err: err}
				case !set:
					return f.mergeStates(d, files)
				case f.output == "":
					return diag.Usage("give --output FILE for the merged set")
				}
				return seen.Merge(c.Context(), f.output, files, f.memory)
			})
		},
	})
	flags := c.Flags()
	flags.VarP(&textFlag[string]{&f.output, "FILE", fileName}, "output", "o", "write the merged set or state to `FILE`, which may be one of those that are read")
	flags.VarPF(&textFlag[int64]{&f.memory, "SIZE", parseTableSize}, "memory", "",
		"limit of the table of keys: bytes, or a number with K, M or G").DefValue = "1GiB"
	flags.BoolVar(&f.stats.JSON, "json", false, "print statistics as one object of JSON")
	addTableFlags(flags, &f.stats, &f.color)
	return c
}

// mergeStates prints the statistics of states, or writes their sum.
func (f *mergeFlags) mergeStates(d *record.Driver[record.None], files []string) error {
	f.stats.State = f.output
	v, err := f.stats.Merge(files)
	switch {
	case v == nil || err != nil:
		return err
	case f.stats.JSON:
		return d.Write(v.AppendJSON(nil))
	}
	return d.Write(v.AppendText(nil, screenOf(d.Std.Out, f.color)))
}

// isSet reports whether a file is a set, and not the state of stats.
func isSet(name string) (bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	head := make([]byte, len(stats.Magic))
	n, err := io.ReadFull(file, head)
	switch {
	case bytes.HasPrefix(head[:n], []byte("uriscan seen ")):
		return true, nil
	case bytes.HasPrefix(head[:n], []byte("uriscan stats ")):
		return false, nil
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return false, err
	}
	return false, errors.New("it was written neither by dedupe --seen nor by stats --state")
}
