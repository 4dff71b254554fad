package main

import (
	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/scanner"
)

const checkLong = `check prints a diagnostic on standard error for each line that is no
URI-reference of RFC 3986, and nothing on standard output:

    FILE:LINE:BYTE: kind

LINE and BYTE count from 1; standard input is "-". BYTE is the first byte that
no valid reference can have there, or one past the line if it ended too early.
Kinds: bad-userinfo, bad-host, bad-ipv6, bad-ipvfuture, bad-port, bad-path,
bad-query, bad-fragment, bad-percent, unexpected-end, too-long.` + columnHelp + `
The line of --header is not checked.`

const checkExample = `  uriscan check links.txt                           # every bad line
  uriscan check --quiet links.txt || echo not clean  # the exit status alone
  uriscan check --csv --header --field 2 links.csv  # one column of a table
  uriscan check --log access.log                    # requests for no reference
  find . -print0 | uriscan check -0                 # names, NUL-separated`

func newCheck(std streams) *cobra.Command {
	j := &job{reference: printNothing, stretch: nothing, diagnosesOnly: true}
	var column columnFlags
	c := &cobra.Command{
		Use:     "check [flags] [FILE...]",
		Short:   "Report invalid URLs: where and why",
		Long:    checkLong,
		Example: checkExample,
		RunE: func(c *cobra.Command, files []string) error {
			if j.onError == keep {
				j.onError = skip // nothing is printed that could be kept
			}
			if err := column.apply(j, c.Flags()); err != nil {
				return err
			}
			return j.run(c.Context(), std, files, "")
		},
	}
	flags := c.Flags()
	column.add(flags)
	j.addInputFlags(flags)
	flags.Var(j.onError.flag(), "on-error", "fail stops at the first bad line; skip and keep go on")
	flags.BoolVar(&j.quiet, "quiet", false, "print no diagnostics; the exit status tells")
	return c
}

// printNothing is all that check has to say of a reference.
func printNothing(dst, _ []byte, _ scanner.Ref, _ *cell) ([]byte, flaw) { return dst, flaw{} }
