package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
)

const checkLong = `check prints a diagnostic for each line that is not a URI-reference of RFC 3986:

    FILE:LINE:BYTE: kind

LINE and BYTE count from 1; standard input is "-". BYTE is the first byte that
no valid reference can have there, or one past the line if it ended too early.
Kinds: bad-userinfo, bad-host, bad-ipv6, bad-ipvfuture, bad-port, bad-path,
bad-query, bad-fragment, bad-percent, unexpected-end, too-long.

If the first line of an input is bad and looks like an access log, JSON, UTF-16
or xz data, a hint on standard error says so in the end.

--print bad prints the bad lines instead, as they are, and --print good the
others.` + columnHelp + `
The line of --header is not checked, and printed by --print.`

const checkExample = `  uriscan check links.txt                           # every bad line
  uriscan check --print good links.txt              # the other lines
  uriscan check --quiet links.txt || echo not clean  # the exit status alone
  uriscan check --csv --header --field 2 links.csv  # one column of a table
  uriscan check --log access.log                    # invalid request targets
  find . -print0 | uriscan check -0                 # names, NUL-separated`

// checking is the job of check, with the defaults of its flags.
var checking = record.Job{Reference: printNothing, References: record.Nothing, Findings: true}

func newCheck(std stream.Std) *cobra.Command {
	j := checking
	var column columnFlags
	var prints checked
	c := &cobra.Command{
		Use:     "check [flags] [FILE...]",
		Short:   "Report invalid URLs: where and why",
		Long:    checkLong,
		Example: checkExample,
		RunE: func(c *cobra.Command, files []string) error {
			if err := cmp.Or(column.apply(&j, c.Flags()), prints.apply(&j)); err != nil {
				return err
			}
			return j.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	column.add(flags)
	addInputFlags(&j, flags)
	flags.Var(oneOf(&prints, "LINES", "findings", "good", "bad"), "print", "print findings, or the good or the bad lines")
	addResultFlags(&j, flags, "fail stops at the first bad line; skip and keep go on")
	return c
}

// checked is what check prints.
type checked uint8

const (
	findings checked = iota
	goodLines
	badLines
)

func (p checked) apply(j *record.Job) error {
	if j.OnError == record.Keep {
		j.OnError = record.Skip // bad lines are printed as --print says
	}
	if p == findings {
		return nil
	}
	j.Findings, j.Quiet = false, true
	if j.Table != nil {
		j.Table.Passes = true
	}
	switch {
	case p == goodLines:
		j.PassesGood, j.References = true, nil
	case j.OnError == record.Fail:
		return errors.New("--print bad and --on-error fail cannot be used together")
	default:
		j.OnError = record.Keep
	}
	return nil
}

// printNothing is the job's reference for check: it prints no result.
func printNothing(dst, _ []byte, _ scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
	return dst, diag.Flaw{}
}
