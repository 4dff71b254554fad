package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/stats"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/cmd/internal/term"
)

func newStats(std stream.Std) *cobra.Command {
	o := &stats.Options{Top: 10}
	var color term.When
	var column columnFlags
	var rules rulesFlag
	c := described(&cobra.Command{
		Use: "stats [flags] [FILE...]",
		RunE: func(c *cobra.Command, files []string) error {
			switch {
			case o.Suffixes != "" && !o.Sites():
				return errors.New("--psl needs --by site")
			case rules.rules != nil && !o.Templates():
				return errors.New("--rules needs --by template")
			case o.State == "-":
				return errors.New("--state needs the name of a file")
			case o.HTML == "-":
				return errors.New("--html needs the name of a file")
			}
			if err := exclusive(c.Flags(), "state compare"); err != nil {
				return err
			}
			if err := column.apply(&o.Job, c.Flags()); err != nil {
				return err
			}
			o.Rules, o.RulesSum = rules.get(), rules.sum()
			o.Screen = func() report.Screen {
				if o.Output != "" && o.Output != "-" {
					return screenOf(nil, color)
				}
				return screenOf(std.Out, color)
			}
			return o.Run(c.Context(), std, files)
		},
	},
		"{max exact}", strconv.Itoa(tally.MaxExact), "{max values}", strconv.Itoa(tally.MaxValues),
		"{max length}", strconv.Itoa(tally.MaxValueLen), "{max distinct}", strconv.Itoa(tally.MaxDistinct),
		"{error}", fmt.Sprintf("%.1f%%", 100*tally.DistinctError))
	flags := c.Flags()
	flags.BoolVar(&o.JSON, "json", false, "print one object of JSON")
	flags.Var(&textFlag[string]{&o.HTML, "FILE", fileName}, "html", "also write a self-contained HTML report to `FILE`")
	flags.Var(&textFlag[string]{&o.State, "FILE", fileName}, "state", "also write all that was counted to `FILE`, for merge")
	addTableFlags(flags, o, &color)
	flags.Var(&listFlag[uint16]{&o.By, "TABLES", "table of --by", stats.ByNames}, "by", "count registrable domains, too (site), or templates of paths (template)")
	rules.add(flags)
	addSuffixes(flags, &o.Suffixes)
	flags.Var(&textFlag[string]{&o.Compare, "FILE", fileName}, "compare", "print shares beside those of the lines of another `FILE`")
	column.add(flags)
	addInputFlags(&o.Job, flags)
	addOutputFlag(&o.Job, flags)
	return c
}

// addTableFlags adds the flags on what is printed of statistics, and how.
func addTableFlags(flags *pflag.FlagSet, o *stats.Options, color *term.When) {
	flags.VarPF(&textFlag[int]{&o.Top, "N", parseCount}, "top", "", "list the `N` most frequent values").DefValue = "10"
	flags.Var(&listFlag[uint16]{&o.Only, "TABLES", "table", stats.TableNames}, "only", "print only these `TABLES`, joined by \",\", such as hosts,rungs")
	flags.Var(whenFlag(color), "color", "colour bars and headings: auto (on a terminal), always or never")
}

// screenOf returns what can be shown on out, which is nil for a file that was named. Output to
// anything but a terminal may be shown anywhere, so it is ASCII.
func screenOf(out any, color term.When) report.Screen {
	return report.Screen{
		Width:  widthOf(out),
		Color:  color.On(out),
		Blocks: term.IsTerminal(out) && os.Getenv("TERM") != "dumb" && term.SpeaksUTF8(),
	}
}
