package main

import (
	"context"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/scanner"
)

const explainLong = `explain draws references: the components underlined and named, then their kinds
as parse prints them. A dot marks a component that is there and empty, below the
delimiter before it; an empty path is not drawn. Below stand the rungs that
change the reference and its normal form, as normalize --level scheme has them.

What is no URI-reference of RFC 3986 is drawn with a caret below the first byte
that no valid one can have there, the rule that is broken, and what could stand
there instead, in the words of the RFC. Bytes that cannot be printed are shown
as \xNN. Kinds are those of check.

Long references are cut to the width of the terminal, or to COLUMNS if that is
set, or to 80 columns. There are colours on a terminal, but not if NO_COLOR is
set or TERM is dumb; --color says otherwise.`

const explainExample = `  uriscan explain 'http://user@example.com:8080/a/b?q=1#top'  # its components
  uriscan explain 'http://[::1/' '%zz'           # what is wrong with them
  grep mailto links.txt | uriscan explain | less  # each line of standard input`

func newExplain(std streams) *cobra.Command {
	j := &job{progress: whenNever}
	var output string
	var color when
	c := &cobra.Command{
		Use:     "explain [flags] [URI...]",
		Short:   "Show the parts of a URL, or what is wrong with it",
		Long:    explainLong,
		Example: explainExample,
		// An argument is no file.
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, uris []string) error {
			return explain(c.Context(), j, std, uris, output, color)
		},
	}
	flags := c.Flags()
	j.addNullFlag(flags)
	flags.StringVarP(&output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var(color.flag(), "color", "mark components and faults: auto (on a terminal), always or never")
	return c
}

// explain draws uris, or the lines of standard input if there are none.
func explain(ctx context.Context, j *job, std streams, uris []string, output string, color when) error {
	if len(uris) > 0 {
		// Arguments cannot hold a NUL, so that they come through as they are.
		std.in = strings.NewReader(strings.Join(uris, "\x00") + "\x00")
		j.delim, j.isText = 0, true
	}
	var screen any = std.out
	if output != "" && output != "-" {
		screen = nil
	}
	p := picture{width: widthOf(screen), colors: color.on(screen)}
	j.lead = "\n" // a blank line between two drawings
	j.reference = func(dst, src []byte, ref scanner.Ref, _ *cell) ([]byte, flaw) {
		return p.appendGood(append(dst, j.lead...), src, ref), flaw{}
	}
	j.badLine = func(dst, src []byte, f flaw) []byte {
		return p.appendBad(append(dst, j.lead...), src, f)
	}
	return j.run(ctx, std, nil, output)
}

const leastWidth = 32 // every name and kind fits beside its mark

// widthOf returns how many columns are drawn on: COLUMNS, or the width of out if
// that is a terminal, or 80.
func widthOf(out any) int {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err == nil && width > 0 {
		return max(width, leastWidth)
	}
	return max(columnsOf(out), leastWidth)
}
