package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/picture"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/scanner"
)

const explainLong = `explain draws references: the components underlined and named, then their kinds
as parse prints them. A dot marks a component that is defined and empty, below
the delimiter before it; an empty path is not drawn. Then come the rungs that
change the reference and its normal form, as normalize --level scheme has them.

An invalid reference is drawn with a caret below the first byte that no valid
reference can have there, the rule that is broken, and what is allowed there, in
the words of the RFC. Bytes that cannot be printed are shown as \xNN. Kinds are
those of check. A hint says what may be meant, where a mistake is usual: a port
with letters, bytes beyond ASCII, a host without a scheme.

Long references are cut to the width of the terminal, or to COLUMNS if that is
set, or to 80 columns. There are colours on a terminal, unless NO_COLOR is set
or TERM is dumb; --color overrides that.`

const explainExample = `  uriscan explain 'http://user@example.com:8080/a/b?q=1#top'  # its components
  uriscan explain 'http://[::1/' '%zz'           # what is wrong with them
  grep mailto links.txt | uriscan explain | less  # each line of standard input`

func newExplain(std stream.Std) *cobra.Command {
	j := &record.Job{Progress: term.Never, Lead: "\n"} // a blank line between two drawings
	var color term.When
	c := &cobra.Command{
		Use:     "explain [flags] [URI...]",
		Short:   "Show the parts of a URL, or what is wrong with it",
		Long:    explainLong,
		Example: explainExample,
		// An argument is not a file.
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, uris []string) error {
			if len(uris) > 0 {
				// Arguments cannot hold a NUL, so they are not changed.
				std.In = strings.NewReader(strings.Join(uris, "\x00") + "\x00")
				j.Delim, j.IsText = 0, true
			}
			var screen any = std.Out
			if j.Output != "" && j.Output != "-" {
				screen = nil
			}
			p := picture.Picture{Width: widthOf(screen), Colors: color.On(screen)}
			j.Reference = func(dst, src []byte, ref scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
				return p.AppendGood(append(dst, j.Lead...), src, ref), diag.Flaw{}
			}
			j.Bad = func(dst, src []byte, f diag.Flaw, _ *column.Cell) []byte {
				return p.AppendBad(append(dst, j.Lead...), src, f)
			}
			return j.Run(c.Context(), std, nil)
		},
	}
	flags := c.Flags()
	addNullFlag(j, flags)
	addOutputFlag(j, flags)
	flags.Var(whenFlag(&color), "color", "mark components and faults: auto (on a terminal), always or never")
	return c
}

// widthOf returns the width of drawings in columns: COLUMNS, or the width of out if
// that is a terminal, or 80.
func widthOf(out any) int {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err == nil && width > 0 {
		return max(width, picture.LeastWidth)
	}
	return max(term.Columns(out), picture.LeastWidth)
}
