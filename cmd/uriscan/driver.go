package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
)

// errStopped ends a command at a bad line, by policy fail.
var errStopped = errors.New("stopped at a bad line")

// A driver writes what a pipeline makes of the inputs, block after block.
type driver struct {
	job  *job
	std  streams
	out  *output
	bar  progress
	diag []byte
	line int64 // the first line of the next results, from 1

	begun  bool         // something was printed for a line
	part   part         // that the results at hand are of
	inLine bool         // in the middle of a long line that is passed on
	bad    atomic.Int64 // so many lines were bad
	failed bool         // some inputs failed
	mute   bool         // nobody reads the diagnostics any more
	atOnce int          // how many bytes standard error takes as a whole, 0 if that is not limited
	// sieve, if it is not nil, prints the lines of a block instead of what the job
	// has printed, which is nothing then.
	sieve *sieve
}

// run does job j on the inputs, standard input if there are none, and writes to
// the file at outPath, or to standard output if it is "". The error is nil or
// the exit status.
func (j *job) run(ctx context.Context, std streams, files []string, outPath string) error {
	d := &driver{job: j, std: std}
	d.bar.note = d.badLines
	return d.run(files, outPath, func(files []string) error { return d.inputs(ctx, files) })
}

// run opens the output, does the work and returns nil or the exit status.
func (d *driver) run(files []string, outPath string, work func(files []string) error) error {
	if len(files) == 0 {
		if !d.job.quiet {
			inviteTyping(d.std)
		}
		files = []string{"-"}
	}
	d.atOnce = atOnce(d.std.err)
	if err := refuse(d.std.err, d.std.in, files); err != nil {
		return ended(d.status(err))
	}
	var err error
	open := openOutput
	if d.sieve != nil && d.sieve.frontier != nil {
		open = d.sieve.frontier.openOutput
	}
	if d.out, err = open(outPath, d.std.out, d.std.in, files); err == nil {
		d.startBar(files)
		err = work(files)
		d.bar.stop()
		if closing := d.out.close(); err == nil {
			err = closing
		}
	}
	if status := d.status(err); status != exitGood {
		return ended(status)
	}
	return nil
}

// startBar starts the bar, if there is to be one. Results on a terminal then go
// above it.
func (d *driver) startBar(files []string) {
	d.bar.start(d.job.progress, d.std, d.out.Writer, !d.job.diagnosesOnly, files)
	if isTerminal(d.out.Writer) {
		d.out.Writer = d.bar.over(d.out.Writer)
	}
}

// status reports the error that ended the command, if it is one to report, and
// returns the exit status.
func (d *driver) status(err error) int {
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case isClosedPipe(err):
		return exitGood
	case errors.Is(err, errOverlap):
		d.report(err)
		return exitUsage
	case err != nil:
		d.report(err)
		return exitIO
	case d.failed:
		return exitIO
	case d.bad.Load() > 0:
		return exitBad
	}
	return exitGood
}

// err is standard error, above the bar if there is one.
func (d *driver) err() io.Writer { return d.bar.over(d.std.err) }

// report tells of an error on standard error; if that fails, nobody is left to
// be told.
func (d *driver) report(err error) {
	writeOrNot(d.err(), fmt.Appendf(nil, "uriscan: %v\n", err), d.atOnce)
}

// inputs does all inputs in order.
func (d *driver) inputs(ctx context.Context, files []string) error {
	if err := d.write([]byte(d.job.header)); err != nil {
		return err
	}
	return d.lines(ctx, newPipeline(d.job), files)
}

// badLines is what the bar says of lines.
func (d *driver) badLines() string { return fmt.Sprintf("%d bad", d.bad.Load()) }

// lines does the lines of all inputs in order.
func (d *driver) lines(ctx context.Context, p *pipeline, files []string) error {
	return d.drain(ctx, p, func(upstream context.Context) {
		p.start(upstream, files, func(name string) (*input, error) {
			return openInput(name, d.std.in, &d.bar, statOf(d.out.Writer), statOf(d.std.err))
		})
	})
}

// drain starts a pipeline and writes what comes out of it. An interrupt ends the
// writing after whole lines, and the end of the writing ends the pipeline.
func (d *driver) drain(ctx context.Context, p *pipeline, start func(upstream context.Context)) error {
	upstream, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	// Also where writing waits for somebody to read, an interrupt ends the bar.
	defer context.AfterFunc(ctx, d.bar.stop)()
	start(upstream)
	for {
		b, err := p.next(ctx, d.inLine)
		if b == nil || err != nil {
			return err
		}
		if err := d.block(b); err == errStopped {
			return nil
		} else if err != nil {
			return err
		}
		p.release(b)
	}
}

// block writes what comes of a block, as soon as there is some.
func (d *driver) block(b *block) error {
	if b.first {
		if err := d.begin(b); err != nil {
			return err
		}
	}
	if b.err != nil {
		return d.lose(b)
	}
	d.part = b.part
	for more := true; more; {
		more = <-b.done
		var err error
		if d.sieve != nil {
			err = d.sieve.block(b)
		}
		if emitted := d.emit(b.input, &b.res); err == nil {
			err = emitted
		}
		if told := d.tell(b.diag); err == nil {
			err = told
		}
		if err != nil {
			return err
		}
		if more {
			b.resume <- struct{}{}
		}
	}
	d.failed = d.failed || b.batch.failed
	d.inLine = d.unfinished()
	return nil
}

// begin begins an input with its first block. Where records pass through, the byte order
// mark of the first input does, too.
func (d *driver) begin(b *block) error {
	first := d.line == 0
	d.line = 1
	records := d.job.table != nil && d.job.table.prints()
	if d.sieve != nil {
		records = d.sieve.frontier == nil && !d.sieve.flags.count // else a record does not begin the output
	}
	if !first || !b.marked || !records {
		return nil
	}
	return d.out.write([]byte(byteOrderMark), false, func([]byte, byte) int { return 0 })
}

// lose reports that an input failed, which does not concern the others.
func (d *driver) lose(b *block) error {
	err := *b.err
	if b.lost > 0 {
		// What was read of its last line is no line, and not judged as one.
		err.err = fmt.Errorf("%w; %d bytes of line %d were read before and dropped", err.err, b.lost, d.line)
	}
	d.report(&err)
	d.failed = true
	if !d.inLine {
		return nil
	}
	// The lines of the next input are not to go on with this one.
	d.inLine, d.part = false, lineTail
	if d.sieve != nil && d.sieve.set.Waiting() {
		return d.sieve.pass([]byte{d.job.delim})
	}
	if d.out.unwriteLine() {
		return nil
	}
	return d.write([]byte{d.job.delim})
}

// unfinished tells whether the results at hand end within a line.
func (d *driver) unfinished() bool {
	return d.job.passes() && (d.part == lineHead || d.part == lineBody)
}

// emit writes results, and counts their lines.
func (d *driver) emit(name string, r *results) error {
	d.bad.Add(int64(r.bad))
	out := r.out
	if !d.begun && len(out) > 0 {
		out = out[len(d.job.lead):]
		d.begun = true
	}
	err := d.write(out)
	// Lines that were written have their diagnostics, whatever came behind them.
	if told := d.diagnose(name, r.flaws); err == nil {
		err = told
	}
	if err != nil {
		return err
	}
	d.line += int64(r.lines)
	if r.stop {
		return errStopped
	}
	return nil
}

func (d *driver) write(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	err := d.out.write(p, d.unfinished(), d.job.wholeLines)
	// Who closed the output does not want to be told of what was in it.
	d.mute = d.mute || err != nil && isClosedPipe(err)
	return err
}

// diagnose writes FILE:LINE:BYTE: kind for every flaw.
func (d *driver) diagnose(name string, flaws []foundFlaw) error {
	d.diag = d.diag[:0]
	name = oneLine(name)
	for i := range flaws {
		f := &flaws[i]
		d.diag = append(append(d.diag, name...), ':')
		d.diag = strconv.AppendInt(d.diag, d.line+int64(f.line), 10)
		d.diag = append(d.diag, ':')
		d.diag = strconv.AppendInt(d.diag, int64(f.offset)+1, 10)
		d.diag = append(append(append(d.diag, ": "...), f.kind...), '\n')
	}
	return d.tell(d.diag)
}

// tell writes diagnostics. Once nobody reads them a command that has output of
// its own goes on without.
func (d *driver) tell(text []byte) error {
	if len(text) == 0 || d.mute {
		return nil
	}
	err := writeOrNot(d.err(), text, d.atOnce)
	switch {
	case err == nil:
		return nil
	case isClosedPipe(err) && !d.job.diagnosesOnly:
		d.mute = true
		return nil
	}
	return &outputError{"standard error", err}
}
