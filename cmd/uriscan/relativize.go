package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

func newRelativize(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var uri string
	var columns columnFlags
	c := newJob(std, j, "relativize --base URI [flags] [FILE...]", func(flags *pflag.FlagSet) error {
		if !flags.Changed("base") {
			return errors.New("give --base URI, which the references are to be relative to")
		}
		if err := columns.apply(j, flags, "relative"); err != nil {
			return err
		}
		base, err := parseBase(uri, 0)
		if err != nil {
			return err
		}
		j.Line = func(dst, src []byte) ([]byte, diag.Flaw) {
			out, _, err := base.AppendRelative(dst, src)
			if err != nil {
				return dst, diag.FlawOfError(err)
			}
			return append(out, j.Delim), diag.Flaw{}
		}
		if j.Table != nil && j.Table.Targets {
			j.Reference = absoluteAlone(j.Line, j.Delim)
		}
		return nil
	}, "{result}", "relative")
	c.Flags().StringVar(&uri, "base", "", "print references relative to `URI`")
	columns.addAll(c, j, std)
	return c
}

// absoluteAlone returns a Printer that does what line does with a request-target in
// absolute-form, and leaves the others as they are.
func absoluteAlone(line func(dst, src []byte) ([]byte, diag.Flaw), delim byte) record.Printer {
	return func(dst, src []byte, _ scanner.Ref, c *column.Cell) ([]byte, diag.Flaw) {
		if c.Form == target.AbsoluteForm {
			return line(dst, src)
		}
		return append(append(dst, src...), delim), diag.Flaw{}
	}
}
