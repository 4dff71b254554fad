package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

const relativizeLong = `relativize is the inverse of resolve --base: for each line it prints the
shortest relative reference that leads to the same URI from the base, or the
line itself if there is no such reference, as with another scheme. Components
are compared byte by byte. The result resolves to the line: n:1 becomes ./n:1.

A bad line is left out, with a diagnostic FILE:LINE:BYTE: kind on standard error
as from check; --on-error says otherwise.` + columnHelp + `
The line of --header passes, with the names of the columns that are added.` + columnOutputHelp

const relativizeExample = `  uriscan relativize --base http://a/b/c links.txt       # links to go into /b/c
  uriscan relativize --base http://a/ --csv --field 2 pages.csv  # shorter
  echo http://a/b/d#e | uriscan relativize --base http://a/b/c   # d#e`

func newRelativize(std stream.Std) *cobra.Command {
	j := &record.Job{}
	var f resolveFlags
	c := &cobra.Command{
		Use:     "relativize --base URI [flags] [FILE...]",
		Short:   "Make URLs relative to a base",
		Long:    fmt.Sprintf(relativizeLong, "relative"),
		Example: relativizeExample,
		RunE: func(c *cobra.Command, files []string) error {
			if !c.Flags().Changed("base") {
				return errors.New("give --base URI, which the references are to be relative to")
			}
			if err := f.column.apply(j, c.Flags(), "relative"); err != nil {
				return err
			}
			base, err := f.prepare()
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
			return j.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.base, "base", "", "print references relative to `URI`")
	f.add(j, flags)
	return c
}
