package stats

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/report"
	"github.com/uriscan/uriscan/cmd/internal/site"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/normalize/template"
)

// Options say what is counted, and how it is printed.
type Options struct {
	record.Job                      // how lines are read
	By         uint16               // what else is counted, of ByNames
	Suffixes   string               // the file of public suffixes; "": those that are built in
	Rules      *template.Rules      // of templates
	RulesSum   uint32               // a checksum of what Rules are made of
	Compare    string               // the file of the other side, if there is one
	Top        int                  // how many values are listed
	Only       uint16               // which of TableNames are printed; 0: all
	JSON       bool                 // print JSON instead of tables
	Screen     func() report.Screen // what tables are shown on
	HTML       string               // the file for a page, if there is to be one
	State      string               // the file for all that was counted; "": none
}

// A run counts the lines of all inputs.
type run struct {
	*Options
	*record.Driver[record.None]
	find    site.Finder
	listSum uint32         // a checksum of the list of find
	page    *stream.Output // nil without --html
}

// Run counts and prints. The error is nil or the exit status.
func (o *Options) Run(ctx context.Context, std stream.Std, files []string) error {
	if o.Compare != "" {
		if len(files) == 0 {
			files = []string{"-"}
		}
		files = slices.Concat([]string{o.Compare}, files)
	}
	r := &run{Options: o, Driver: &record.Driver[record.None]{Job: &o.Job, Std: std}}
	r.Bar.Note = r.BadLines
	return r.Driver.Run(files, func(files []string) (err error) {
		if r.find, r.listSum, err = r.finder(); err != nil {
			return err
		}
		if r.HTML != "" {
			if r.page, err = r.Create(r.HTML, files); err != nil {
				return err
			}
		}
		if err = r.checkState(files); err == nil {
			err = r.print(ctx, files)
		}
		if r.page == nil {
			return err
		}
		err = errors.Join(err, r.page.Close())
		if r.page.IsEmpty() {
			stream.Remove(o.HTML) // nobody has use for an empty page
		}
		return err
	})
}

// checkState returns an error if the file of --state cannot be replaced, or is read or written
// in the same run.
func (r *run) checkState(files []string) error {
	if r.State == "" {
		return nil
	}
	file, err := disk.Target(r.State)
	info, _ := os.Stat(file) // nil if it is not there
	switch {
	case err != nil:
	case stream.IndexOfInput(info, r.Std.In, r.Kept(files)) >= 0:
		err = stream.ErrOverlap
	case stream.SameFile(info, stream.StatOf(r.Out.Writer)) || r.page != nil && stream.SameFile(info, stream.StatOf(r.page.Writer)):
		err = errors.New("it is the output already")
	default:
		err = disk.TryReplace(file)
	}
	if err != nil {
		return &stream.OutputError{Name: r.State, Err: err}
	}
	return nil
}

// finder returns the finder of registrable domains, nil if they are not asked for, and a
// checksum of its list.
func (r *run) finder() (find site.Finder, sum uint32, err error) {
	if !r.Sites() {
		return nil, 0, nil
	}
	return site.Open(r.Suffixes, r.Std.In, stream.StatOf(r.Out.Writer), stream.StatOf(r.Std.Err))
}

// view counts the lines of all inputs, separately for each side. It is nil if no input could
// be read.
func (r *run) view(ctx context.Context, files []string) (*report.View, error) {
	sides := [][]string{files}
	if r.Compare != "" {
		sides = [][]string{files[:1], files[1:]}
	}
	var reports []*report.Report
	lines := uint64(0)
	for _, names := range sides {
		c := newCounts(&r.Options.Job, r.find)
		c.paths = r.paths()
		if r.Templates() {
			c.rules = r.Rules
		}
		if err := r.Lines(ctx, pipeline.New(r.Records(), c.do), names); err != nil {
			return nil, err
		}
		sum := c.sum()
		if r.State != "" && !r.Failed {
			if err := sum.state(names, r.counted()).write(r.State); err != nil {
				r.LoseOutput(err)
			}
		}
		side := c.report(sum, names, r.Options)
		lines += side.Lines
		reports = append(reports, side)
	}
	if r.Failed && lines == 0 {
		return nil, nil
	}
	r.Bar.Stop()
	r.Bad.Store(0) // they are what is counted
	return report.New(reports...), nil
}

// print counts the lines of files and writes the page, if there is to be one, and the other
// output. What took hours to count is printed even if the page or the state cannot be written.
func (r *run) print(ctx context.Context, files []string) error {
	v, err := r.view(ctx, files)
	if v == nil || err != nil {
		return err
	}
	if r.page != nil {
		var text bytes.Buffer
		if err := v.WriteHTML(&text); err != nil {
			return err
		}
		// A page is never cut: an incomplete one is of no use.
		if err := r.page.WriteLines(text.Bytes(), false, func([]byte, byte) int { return 0 }); err != nil {
			r.LoseOutput(err)
		}
	}
	if r.JSON {
		return r.Write(v.AppendJSON(nil))
	}
	return r.Write(v.AppendText(nil, r.Screen()))
}
