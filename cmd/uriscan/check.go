package main

import (
	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
)

const checkLong = `check prints a diagnostic on standard error for each line that is not
a URI-reference of RFC 3986, and nothing on standard output:

    FILE:LINE:BYTE: kind

LINE and BYTE count from 1; standard input is "-". BYTE is the first byte that
no valid reference can have there, or one past the line if it ended too early.
Kinds: bad-userinfo, bad-host, bad-ipv6, bad-ipvfuture, bad-port, bad-path,
bad-query, bad-fragment, bad-percent, unexpected-end, too-long.` + columnHelp + `
The line of --header is not checked.`

const checkExample = `  uriscan check links.txt                           # every bad line
  uriscan check --quiet links.txt || echo not clean  # the exit status alone
  uriscan check --csv --header --field 2 links.csv  # one column of a table
  uriscan check --log access.log                    # invalid request targets
  find . -print0 | uriscan check -0                 # names, NUL-separated`

// checking is the job of check, with the defaults of its flags.
var checking = record.Job{Reference: printNothing, References: record.Nothing, DiagnosesOnly: true}

func newCheck(std stream.Std) *cobra.Command {
	j := checking
	var column columnFlags
	c := &cobra.Command{
		Use:     "check [flags] [FILE...]",
		Short:   "Report invalid URLs: where and why",
		Long:    checkLong,
		Example: checkExample,
		RunE: func(c *cobra.Command, files []string) error {
			if j.OnError == record.Keep {
				j.OnError = record.Skip // nothing is printed that could be kept
			}
			if err := column.apply(&j, c.Flags()); err != nil {
				return err
			}
			return j.Run(c.Context(), std, files, "")
		},
	}
	flags := c.Flags()
	column.add(flags)
	addInputFlags(&j, flags)
	flags.Var(policyFlag(&j.OnError), "on-error", "fail stops at the first bad line; skip and keep go on")
	flags.BoolVar(&j.Quiet, "quiet", false, "print no diagnostics; the exit status tells")
	return c
}

// printNothing is the job's reference for check: it prints no result.
func printNothing(dst, _ []byte, _ scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
	return dst, diag.Flaw{}
}
