package record

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/progress"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/scanner"
)

// errStopped ends a command at a bad line, by policy fail.
var errStopped = errors.New("stopped at a bad line")

// A Driver writes what a pipeline makes of the inputs, block after block.
type Driver[O any] struct {
	Job *Job
	Std stream.Std
	Out *stream.Output
	Bar progress.Bar

	rejects *stream.Output // the file for bad lines, or nil
	diag    []byte
	headed  bool          // the header was written
	names   []byte        // of columns, as they were printed, without the line's end
	opened  bool          // an input was begun
	begun   bool          // something was printed for a line
	Part    pipeline.Part // that the current results are of
	line    int64         // of the input that the next results begin in
	inLine  bool          // in the middle of a long line that is passed on
	Bad     atomic.Int64  // how many lines were bad
	Failed  bool          // some inputs failed
	mute    bool          // standard error has no reader any more
	hint    string        // on inputs, each once, for the end
	hinted  bool          // there was one on the current input
	atOnce  int           // how many bytes standard error takes as a whole, 0 if that is not limited
	Hooks[O]
}

// Hooks replace what a Driver does for commands that do not print by their job. Each may
// be nil.
type Hooks[O any] struct {
	// Open replaces stream.Create.
	Open func(path string, out io.Writer, in io.Reader, files []string) (*stream.Output, error)
	// Emit prints the lines of a block instead of what the job has printed, which is
	// nothing then.
	Emit func(b *pipeline.Block[Work[O]]) error
	// EndLine ends the unfinished line of an input that has failed. ended is false if
	// the output is to end it.
	EndLine func() (ended bool, err error)
}

// A Work is what becomes of a block, and what a command keeps there of its own.
type Work[O any] struct {
	Res    Results
	Diag   []byte // is written to standard error as it is
	Failed bool   // an input of it failed
	Own    O
}

// None is for commands that keep nothing.
type None = struct{}

// DoBlock does what is left of a block of lines. It reuses the memory of found.
func DoBlock[O any](j *Job, b *pipeline.Block[Work[O]], found *[]scanner.Line) (more bool) {
	r := &b.Work.Res
	r.Limit, r.First, r.Line, r.Field = b.Limit, b.First && !b.Begun, b.Line, b.Field
	b.Begun = true
	b.Src = j.Do(r, found, b.Src, b.Part)
	b.Line += int64(r.Lines)
	return len(b.Src) > 0 && !r.Stop
}

// Run does job j on the inputs, standard input if inputs is empty. The error is nil or
// the exit status.
func (j *Job) Run(ctx context.Context, std stream.Std, files []string) error {
	if j.Rows {
		j.printRows()
	}
	d := &Driver[None]{Job: j, Std: std}
	d.Bar.Note = d.BadLines
	return d.Run(files, func(files []string) error {
		err := d.Lines(ctx, d.Pipeline(), files)
		if err == nil && !d.Failed {
			err = d.head()
		}
		return err
	})
}

// Run opens the outputs and does the work. The error is nil, the exit status, or one of usage.
func (d *Driver[O]) Run(files []string, work func(files []string) error) error {
	if len(files) == 0 {
		if !d.Job.Quiet {
			InviteTyping(d.Std)
		}
		files = []string{"-"}
	}
	if r := d.Job.Rejects; r != "" && d.Job.Output != "" && filepath.Clean(r) == filepath.Clean(d.Job.Output) {
		return errors.New("--output and --rejects cannot be the same file")
	}
	d.atOnce = stream.AtOnce(d.Std.Err)
	if err := stream.Refuse(d.Std.Err, d.Std.In, files); err != nil {
		return diag.Ended(d.Status(err))
	}
	var err error
	open := stream.Create
	if d.Open != nil {
		open = d.Open
	}
	if d.Out, err = open(d.Job.Output, d.Std.Out, d.Std.In, d.Kept(files)); err == nil {
		if d.Job.Rejects != "" {
			d.rejects, err = d.Create(d.Job.Rejects, files)
		}
		if err == nil {
			d.startBar(files)
			err = work(files)
			d.Bar.Stop()
		}
		if err == nil && !d.Failed {
			err = d.renew()
		}
		for _, o := range d.outputs() {
			err = cmp.Or(err, o.Close())
		}
	}
	err = cmp.Or(err, d.Tell([]byte(d.hint)))
	if status := d.Status(err); status != diag.ExitGood {
		return diag.Ended(status)
	}
	return nil
}

// Kept returns the files that are read: no output may be one of them.
func (d *Driver[O]) Kept(inputs []string) []string {
	if d.Job.Settings == nil {
		return inputs
	}
	return slices.Concat(inputs, d.Job.Settings())
}

// Create creates a file for more results. It fails if that is the output, by another name.
func (d *Driver[O]) Create(path string, inputs []string) (*stream.Output, error) {
	o, err := stream.Create(path, nil, d.Std.In, d.Kept(inputs))
	if err == nil && stream.SameFile(stream.StatOf(o.Writer), stream.StatOf(d.Out.Writer)) {
		o.Close()
		return nil, &stream.OutputError{Name: path, Err: errors.New("it is the output already")}
	}
	// A file that is kept, but was not there before, may be the one that was made.
	if err == nil && stream.IndexOfInput(stream.StatOf(o.Writer), nil, d.Kept(nil)) >= 0 {
		o.Close()
		stream.Remove(path)
		return nil, &stream.OutputError{Name: path, Err: stream.ErrOverlap}
	}
	return o, err
}

func (d *Driver[O]) outputs() []*stream.Output {
	if d.rejects == nil {
		return []*stream.Output{d.Out}
	}
	return []*stream.Output{d.Out, d.rejects}
}

func (d *Driver[O]) renew() error {
	for _, o := range d.outputs() {
		if err := o.Renew(); err != nil {
			return err
		}
	}
	return nil
}

// startBar starts the bar, if there is to be one. Results on a terminal then go
// above it.
func (d *Driver[O]) startBar(files []string) {
	d.Bar.Start(d.Job.Progress, d.Std, d.Out.Writer, !d.Job.Findings, files)
	if term.IsTerminal(d.Out.Writer) {
		d.Out.Writer = d.Bar.Over(d.Out.Writer)
	}
}

// Status reports the error that ended the command, if it is one to report, and
// returns the exit status.
func (d *Driver[O]) Status(err error) int {
	switch {
	case errors.Is(err, context.Canceled):
		return diag.ExitInterrupted
	case stream.IsClosedPipe(err):
		return diag.ExitGood
	case errors.As(err, new(diag.Usage)):
		d.report(err)
		return diag.ExitUsage
	case err != nil:
		d.report(err)
		return diag.ExitIO
	case d.Failed:
		return diag.ExitIO
	case d.Bad.Load() > 0 && !d.Job.Rows:
		return diag.ExitBad
	}
	return diag.ExitGood
}

func (d *Driver[O]) err() io.Writer { return d.Bar.Over(d.Std.Err) }

// report writes an error to standard error. If that fails, nothing else can say so.
func (d *Driver[O]) report(err error) {
	stream.WriteOrNot(d.err(), fmt.Appendf(nil, "uriscan: %v\n", err), d.atOnce)
}

// LoseOutput reports an error of an output that does not concern the others, unless nobody reads
// that output.
func (d *Driver[O]) LoseOutput(err error) {
	if stream.IsClosedPipe(err) {
		return
	}
	d.report(err)
	d.Failed = true
}

// head replaces what the output held and writes the header, once an input was read.
func (d *Driver[O]) head() error {
	if d.headed {
		return nil
	}
	d.headed = true
	if err := d.renew(); err != nil {
		return err
	}
	return d.Write([]byte(d.Job.Header))
}

// Pipeline returns a pipeline that does the job.
func (d *Driver[O]) Pipeline() *pipeline.Pipeline[Work[O]] {
	return pipeline.New(d.Job.Records(), func(b *pipeline.Block[Work[O]], found *[]scanner.Line) (more bool) {
		return DoBlock(d.Job, b, found)
	})
}

// BadLines is what the bar says of lines.
func (d *Driver[O]) BadLines() string { return fmt.Sprintf("%d bad", d.Bad.Load()) }

// Lines does the lines of all inputs in order.
func (d *Driver[O]) Lines(ctx context.Context, p *pipeline.Pipeline[Work[O]], files []string) error {
	return d.Drain(ctx, p, func(upstream context.Context) {
		p.Start(upstream, files, func(name string) (*stream.Input, error) {
			if name == stream.URLPrefix { // an empty line, and not none
				name += string([]byte{d.Job.Delim})
			}
			return stream.Open(name, d.Std.In, &d.Bar.Done, stream.StatOf(d.Out.Writer), stream.StatOf(d.Std.Err))
		})
	})
}

// Drain starts a pipeline and writes what comes out of it. An interrupt ends the
// writing after whole lines, and the end of the writing ends the pipeline.
func (d *Driver[O]) Drain(ctx context.Context, p *pipeline.Pipeline[Work[O]], start func(upstream context.Context)) error {
	upstream, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	// An interrupt ends the bar even if a write waits for a reader.
	defer context.AfterFunc(ctx, d.Bar.Stop)()
	start(upstream)
	for {
		b, err := p.Next(ctx, d.inLine)
		if b == nil || err != nil {
			return err
		}
		switch err := d.block(b); err {
		case nil:
			p.Release(b)
		case errStopped:
			return nil
		default:
			return err
		}
	}
}

// block writes what comes of a block, as soon as there is some.
func (d *Driver[O]) block(b *pipeline.Block[Work[O]]) error {
	if b.First {
		if err := d.begin(b); err != nil {
			return err
		}
	}
	if b.Err != nil {
		return d.lose(b)
	}
	if err := d.head(); err != nil {
		return err
	}
	d.Part = b.Part
	for more := true; more; {
		more = <-b.Done
		var err error
		if d.Emit != nil {
			err = d.Emit(b)
		}
		err = cmp.Or(err, d.print(b.Input, &b.Work.Res))
		if err = cmp.Or(err, d.Tell(b.Work.Diag)); err != nil {
			return err
		}
		if more {
			b.Resume <- struct{}{}
		}
	}
	d.Failed = d.Failed || b.Work.Failed
	d.inLine = d.Unfinished() || d.rejects != nil && d.inPart()
	return nil
}

// begin begins an input with its first block. Where records pass through, the byte order
// mark of the first input does, too.
func (d *Driver[O]) begin(b *pipeline.Block[Work[O]]) error {
	d.hinted, d.line = false, 1
	passes := !d.opened && (d.Job.KeepsMark || d.Job.Table != nil && d.Job.Table.prints())
	if d.opened = true; !passes || !b.Marked {
		return nil
	}
	return d.Out.WriteLines([]byte(stream.ByteOrderMark), false, func([]byte, byte) int { return 0 })
}

// lose reports that an input failed, which does not concern the others.
func (d *Driver[O]) lose(b *pipeline.Block[Work[O]]) error {
	err := *b.Err
	if errors.As(&err, new(diag.Usage)) {
		return &err
	}
	if b.Lost > 0 {
		// What was read of its last line is not a line, and not judged as one.
		err.Err = fmt.Errorf("%w; %d bytes of line %d were read before and dropped", err.Err, b.Lost, d.line)
	}
	d.report(&err)
	d.Failed, d.Part = true, pipeline.LineTail
	if !d.inLine {
		return nil
	}
	// The lines of the next input are not to go on with this one.
	d.inLine = false
	if d.rejects != nil && !d.rejects.UnwriteLine() {
		if err := d.reject([]byte{d.Job.Delim}); err != nil {
			return err
		}
	}
	if d.Job.OnError == Fail && !d.Job.printsBad() {
		return errStopped
	}
	if !d.Job.passes() {
		return nil
	}
	if d.EndLine != nil {
		if ended, err := d.EndLine(); ended {
			return err
		}
	}
	if d.Out.UnwriteLine() {
		return nil
	}
	return d.Write([]byte{d.Job.Delim})
}

// Unfinished reports whether the current results end within a line.
func (d *Driver[O]) Unfinished() bool { return d.Job.passes() && d.inPart() }

// inPart reports whether the input of the current results ends within a line.
func (d *Driver[O]) inPart() bool { return d.Part == pipeline.LineHead || d.Part == pipeline.LineBody }

// print writes results, and counts their lines.
func (d *Driver[O]) print(name string, r *Results) error {
	d.Bad.Add(int64(r.Bad))
	out := r.Out
	switch names := TrimEnd(out[:r.Header], d.Job.Delim); {
	case r.Header == 0:
	case d.names != nil && bytes.Equal(names, d.names):
		out = out[r.Header:] // another input has the same columns
	default:
		d.names = bytes.Clone(names)
	}
	if !d.begun && len(out) > 0 {
		out = out[len(d.Job.Lead):]
		d.begun = true
	}
	// Lines that were written have their diagnostics, whatever came after them.
	err := cmp.Or(d.Write(out), d.reject(r.Rejects), d.diagnose(name, r))
	if r.Hint != "" && !d.hinted && !strings.Contains(d.hint, r.Hint) {
		d.hint += fmt.Sprintf("hint: %s looks like %s\n", stream.DisplayName(name), r.Hint)
	}
	d.hinted = d.hinted || r.Hint != ""
	d.line += int64(r.Lines)
	if r.Stop {
		err = cmp.Or(err, errStopped)
	}
	return err
}

// Write writes whole lines to the output.
func (d *Driver[O]) Write(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	err := d.Out.WriteLines(p, d.Unfinished(), d.Job.wholeLines)
	// A reader that closed the output does not want diagnostics about it.
	d.mute = d.mute || err != nil && stream.IsClosedPipe(err)
	return err
}

func (d *Driver[O]) reject(p []byte) error {
	if len(p) == 0 || d.rejects == nil {
		return nil
	}
	err := d.rejects.WriteLines(p, d.inPart(), d.Job.wholeLines)
	if stream.IsClosedPipe(err) { // the good lines go on
		err, d.rejects = d.rejects.Close(), nil
	}
	return err
}

// diagnose writes FILE:LINE:BYTE: kind for every flaw, to standard error or as a finding.
func (d *Driver[O]) diagnose(name string, r *Results) error {
	d.diag = d.diag[:0]
	name = stream.OneLine(name)
	for i := range r.Flaws {
		f := &r.Flaws[i]
		d.diag = diag.AppendPlace(d.diag, name, d.line+int64(f.Line), int64(f.Offset)+1)
		d.diag = append(append(d.diag, f.Kind...), '\n')
	}
	if d.Job.Findings {
		return d.Write(d.diag)
	}
	return d.Tell(d.diag)
}

// Tell writes diagnostics. Once standard error has no reader, a command that has output of
// its own goes on without them, unless that goes to the same reader (2>&1).
func (d *Driver[O]) Tell(text []byte) error {
	if len(text) == 0 || d.mute {
		return nil
	}
	err := stream.WriteOrNot(d.err(), text, d.atOnce)
	d.mute = stream.IsClosedPipe(err)
	if err == nil || d.mute && !os.SameFile(stream.StatOf(d.Std.Err), stream.StatOf(d.Out.Writer)) {
		return nil
	}
	return &stream.OutputError{Name: "standard error", Err: err}
}

// InviteTyping says that the command waits for lines from a terminal, if standard error is
// one, too.
func InviteTyping(std stream.Std) {
	if term.IsTerminal(std.In) && term.IsTerminal(std.Err) {
		fmt.Fprintf(std.Err, "uriscan: no FILE is given: reading standard input, until %s\n", term.EndOfTyping)
	}
}
