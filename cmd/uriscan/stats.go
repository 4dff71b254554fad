package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/stats"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/tally"
	"github.com/uriscan/uriscan/cmd/internal/term"
)

const statsLong = `stats counts what is in the lines of all FILEs, and prints tables with bars. Bad
lines are data, too: they are counted by the kinds of check, and the exit status
is never 1. Of valid references stats counts

    form, scheme    as parse has them; the scheme in lower case
    host            as normalize writes it: in lower case; and its kind
    site            with --by-site: the registrable domain of a host name,
                    such as example.co.uk for www.example.co.uk. --psl
                    FILE replaces the built-in public suffix list, which
                    includes its private section
    path            with --log, or if --only names it: as it is written
    port            as it is written
    depth           how many segments of the path are not empty
    extension       what follows the last "." of the last segment, in lower
                    case, if there is something on both sides of it; mailto
                    and other rootless paths have no extension
    parameter       the names in the query: between "&", what precedes the
                    first "=", or everything without "="
    different ones  how many normal forms there are, at level scheme
    rungs           which rungs of normalize --level scheme would change
                    something
    lengths         of components, where they are defined, and of lines,
                    bad ones included. p90 is the smallest length that 90
                    in 100 do not exceed. From %d on lengths are rounded
                    down by less than 1 in 128; max never is

--only takes the names of tables: summary, validity, forms, schemes, host-kinds,
hosts, sites, paths, ports, extensions, parameters, rungs and lengths. JSON
always has the summary.

The --top most frequent hosts, sites, ports and so on are listed. Up to %d
different values are counted exactly. With more, their number is an estimate and
counts are upper bounds. stats then prints how much too high they may be (one in
a million exceeds that), and below which count a value may be missing. Values
over %d bytes are counted together. Up to %d different references are
counted exactly; more are estimated, in 997 of 1000 cases within %.1f%%. The
output depends on the input alone, not on -j or the run, and so do the hashes of
the estimates: with them one can make values that are counted too often or too
rarely. Exact counts are safe from that.

--json prints one object on a line, in this order: files, lines, valid, distinct
{count, exact, error}; validity, form, scheme, host_kind, host, site, path,
port, extension, parameter and rungs, each {of, values: [{value, count, share}]}
and, if not empty, others, long (over %[3]d bytes) and none (without a value),
each {count, share}; where only some values are listed also {distinct, exact,
error, least}: counts are up to error too high, and values below least are not
listed; then lengths: line, scheme, authority, userinfo, host, port, path,
query, fragment and depth, each {count, p50, p90, p95, p99, max, histogram:
[{from, to, count, share}]}. The last range of a histogram may have no to.
Shares are parts of 1.

--compare FILE counts the lines of that file in the same way. Tables then have
its shares, A, beside those of all other FILEs, B, and the difference in
percentage points. In JSON every number is an array of both, null if it is not
known, and each share is followed by the difference.

Tables are as wide as the terminal, or as COLUMNS says, or 80 columns. They have
colours on a terminal, unless NO_COLOR is set or TERM is dumb; --color overrides
that.`

const statsExample = `  uriscan stats links.txt                          # what is in there?
  uriscan stats --html links.html links.txt        # a page to mail around
  uriscan stats --by-site --log-field referer access.log  # who links here?
  uriscan stats --log --only paths access.log      # the most frequent paths
  uriscan stats --json links.txt | jq .host        # for programs
  uriscan stats --compare page.txt links.txt       # where do they differ?`

func newStats(std stream.Std) *cobra.Command {
	o := &stats.Options{Top: 10}
	var color term.When
	var column columnFlags
	c := &cobra.Command{
		Use:   "stats [flags] [FILE...]",
		Short: "Summarize URLs: top hosts, schemes, errors, lengths",
		Long: fmt.Sprintf(statsLong, tally.MaxExact, tally.MaxValues, tally.MaxValueLen, tally.MaxDistinct,
			100*tally.DistinctError) + columnHelp,
		Example: statsExample,
		RunE: func(c *cobra.Command, files []string) error {
			switch {
			case o.Suffixes != "" && !o.Sites():
				return errors.New("--psl needs --by-site")
			case o.HTML == "-":
				return errors.New("--html needs the name of a file")
			}
			if err := column.apply(&o.Job, c.Flags()); err != nil {
				return err
			}
			o.Screen = func() report.Screen {
				if o.Output != "" && o.Output != "-" {
					return screenOf(nil, color)
				}
				return screenOf(std.Out, color)
			}
			return o.Run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&o.JSON, "json", false, "print one object of JSON")
	flags.Var(&textFlag[string]{&o.HTML, "FILE", fileName}, "html", "also write a self-contained HTML report to `FILE`")
	flags.VarPF(&textFlag[int]{&o.Top, "N", parseCount}, "top", "", "list the `N` most frequent values").DefValue = "10"
	flags.Var(&listFlag[uint16]{&o.Only, "TABLES", "table", stats.TableNames}, "only", "print only these `TABLES`, joined by \",\", such as hosts,rungs")
	flags.BoolVar(&o.BySite, "by-site", false, "count registrable domains, too")
	flags.Var(&textFlag[string]{&o.Suffixes, "FILE", fileName}, "psl", "take the public suffixes from `FILE`")
	flags.Var(&textFlag[string]{&o.Compare, "FILE", fileName}, "compare", "print shares beside those of the lines of another `FILE`")
	column.add(flags)
	addInputFlags(&o.Job, flags)
	addOutputFlag(&o.Job, flags)
	flags.Var(whenFlag(&color), "color", "colour bars and headings: auto (on a terminal), always or never")
	return c
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
