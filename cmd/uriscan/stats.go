package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/site"
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

The --top most frequent hosts, sites, ports and so on are listed. Up to %d
different values are counted exactly. With more, their number is an estimate and
counts are upper bounds. stats then prints how much too high they may be (one in
a million exceeds that), and below which count a value may be missing. Values
over %d bytes are counted together. Up to %d different references are
counted exactly; more are estimated, in 997 of 1000 cases within %.1f%%. The
output depends on the input alone, not on -j or the run, and so do the hashes of
the estimates: someone who knows them can make values that are counted too often
or too rarely. Exact counts are safe from that.

--json prints one object on a line, in this order: files, lines, valid, distinct
{count, exact, error}; validity, form, scheme, host_kind, host, site, port,
extension, parameter and rungs, each {of, values: [{value, count, share}]} and,
if not empty, others, long (over %[3]d bytes) and none (without a value), each
{count, share}; where only some values are listed also {distinct, exact, error,
least}: counts are up to error too high, and values below least are not listed;
then lengths: line, scheme, authority, userinfo, host, port, path, query,
fragment and depth, each {count, p50, p90, p95, p99, max, histogram: [{from, to,
count, share}]}. The last range of a histogram may have no to. Shares are parts
of 1.

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
  uriscan stats --json links.txt | jq .host        # for programs
  uriscan stats --compare page.txt links.txt       # where do they differ?`

// statsFlags are the flags of stats.
type statsFlags struct {
	record.Job
	json, bySite  bool
	top           count
	psl, html     string
	other, output string
	color         term.When
	column        columnFlags
}

func newStats(std stream.Std) *cobra.Command {
	s := &statsFlags{top: 10}
	c := &cobra.Command{
		Use:   "stats [flags] [FILE...]",
		Short: "Summarize URLs: top hosts, schemes, errors, lengths",
		Long: fmt.Sprintf(statsLong, tally.MaxExact, tally.MaxValues, tally.MaxValueLen, tally.MaxDistinct,
			100*tally.DistinctError) + columnHelp,
		Example: statsExample,
		RunE: func(c *cobra.Command, files []string) error {
			if err := s.check(c.Flags()); err != nil {
				return err
			}
			return s.run(c.Context(), std, files)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&s.json, "json", false, "print one object of JSON")
	flags.StringVar(&s.html, "html", "", "write a page that needs nothing else to `FILE`, too")
	flags.Var(&s.top, "top", "list the `N` most frequent values")
	flags.BoolVar(&s.bySite, "by-site", false, "count registrable domains, too")
	flags.StringVar(&s.psl, "psl", "", "take the public suffixes from `FILE`")
	flags.StringVar(&s.other, "compare", "", "print shares beside those of the lines of another `FILE`")
	s.column.add(flags)
	addInputFlags(&s.Job, flags)
	flags.StringVarP(&s.output, "output", "o", "", "write to `FILE` instead of standard output")
	flags.Var(whenFlag(&s.color), "color", "colour bars and headings: auto (on a terminal), always or never")
	return c
}

// check rejects flags that make no sense together, and applies the others.
func (s *statsFlags) check(flags *pflag.FlagSet) error {
	if s.psl != "" && !s.bySite {
		return errors.New("--psl needs --by-site")
	}
	for _, name := range []string{"html", "psl", "compare"} {
		if flags.Changed(name) && flags.Lookup(name).Value.String() == "" {
			return fmt.Errorf("--%s needs the name of a file", name)
		}
	}
	if s.html == "-" {
		return errors.New("--html needs the name of a file")
	}
	return s.column.apply(&s.Job, flags)
}

// run counts and prints. The error is nil or the exit status.
func (s *statsFlags) run(ctx context.Context, std stream.Std, files []string) error {
	if s.other != "" {
		if len(files) == 0 {
			files = []string{"-"}
		}
		files = slices.Concat([]string{s.other}, files)
	}
	d := &record.Driver[record.None]{Job: &s.Job, Std: std}
	d.Bar.Note = d.BadLines
	return d.Run(files, s.output, func(files []string) error {
		find, err := s.finder(d)
		if err != nil {
			return err
		}
		page, err := s.openPage(d, files)
		if err != nil {
			return err
		}
		sides := [][]string{files}
		if s.other != "" {
			sides = [][]string{files[:1], files[1:]}
		}
		v, err := s.view(ctx, d, sides, find)
		if err == nil {
			err = s.print(d, page, v)
		}
		if page == nil {
			return err
		}
		err = errors.Join(err, page.Close())
		if err != nil && page.IsFile && page.Written == 0 {
			stream.Remove(s.html) // nobody has use for an empty page
		}
		return err
	})
}

// openPage opens the file for the page, nil if none is asked for.
func (s *statsFlags) openPage(d *record.Driver[record.None], inputs []string) (*stream.Output, error) {
	if s.html == "" {
		return nil, nil
	}
	page, err := stream.Create(s.html, nil, d.Std.In, inputs)
	if err == nil && stream.SameFile(stream.StatOf(page.Writer), stream.StatOf(d.Out.Writer)) {
		page.Close()
		return nil, &stream.OutputError{Name: s.html, Err: errors.New("it is the output already")}
	}
	return page, err
}

// view counts the lines of all inputs, separately for each side.
func (s *statsFlags) view(ctx context.Context, d *record.Driver[record.None], sides [][]string, find site.Finder) (*report.View, error) {
	var reports []*report.Report
	for _, names := range sides {
		t := stats.New(&s.Job, find)
		p := pipeline.New(s.Job.Records(), t.Do)
		if err := d.Lines(ctx, p, names); err != nil {
			return nil, err
		}
		reports = append(reports, t.Report(names, int(s.top)))
	}
	d.Bar.Stop()
	d.Bad.Store(0) // they are what is counted
	return report.New(reports...), nil
}

// finder returns the finder of registrable domains, nil if they are not asked for.
func (s *statsFlags) finder(d *record.Driver[record.None]) (site.Finder, error) {
	if !s.bySite {
		return nil, nil
	}
	if s.psl == "" {
		return site.Builtin, nil
	}
	f, err := stream.Open(s.psl, d.Std.In, new(atomic.Int64), stream.StatOf(d.Out.Writer), stream.StatOf(d.Std.Err))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	find, err := site.Read(f)
	if err != nil {
		return nil, &stream.InputError{Name: s.psl, Err: err}
	}
	return find, nil
}

// print writes the page, if one is asked for, and the other output.
func (s *statsFlags) print(d *record.Driver[record.None], page *stream.Output, v *report.View) error {
	if page != nil {
		var text bytes.Buffer
		if err := v.WriteHTML(&text); err != nil {
			return err
		}
		// A page is never cut: an incomplete one is of no use.
		if err := page.WriteLines(text.Bytes(), false, func([]byte, byte) int { return 0 }); err != nil {
			return err
		}
	}
	if s.json {
		return d.Write(v.AppendJSON(nil))
	}
	return d.Write(v.AppendText(nil, s.screen(d.Std.Out)))
}

// screen returns what can be shown where the output goes, which is out unless a
// file was named. Output to anything but a terminal may be shown anywhere, so it is ASCII.
func (s *statsFlags) screen(out any) report.Screen {
	if s.output != "" && s.output != "-" {
		out = nil
	}
	return report.Screen{
		Width:  widthOf(out),
		Color:  s.color.On(out),
		Blocks: term.IsTerminal(out) && os.Getenv("TERM") != "dumb" && speaksUTF8(),
	}
}

// speaksUTF8 reports whether the locale is a UTF-8 one: as in POSIX, the first of
// these variables that is set decides.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			charset := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
			return strings.Contains(charset, "utf8")
		}
	}
	return false
}
