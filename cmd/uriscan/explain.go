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

func newExplain(std stream.Std) *cobra.Command {
	j := &record.Job{Progress: term.Never, Lead: "\n"} // a blank line between two drawings
	var color term.When
	c := described(&cobra.Command{
		Use: "explain [flags] [URI...]",
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
	})
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
