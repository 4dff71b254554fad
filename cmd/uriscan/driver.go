package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// errStopped ends a command at a bad line, by policy fail.
var errStopped = errors.New("stopped at a bad line")

// A driver does a job on inputs, block after block. What a block gives is
// written before the next one is read, so that nothing done is ever lost.
type driver struct {
	job    *job
	std    streams
	out    *output
	blocks *blockReader
	res    results
	diag   []byte

	bad    bool // some lines were bad
	failed bool // some inputs failed
	mute   bool // nobody reads the diagnostics any more
}

// run does job j on the inputs, standard input if there are none, and writes to
// the file at outPath, or to standard output if it is "". The error is nil or
// the exit status.
func (j *job) run(ctx context.Context, std streams, files []string, outPath string) error {
	if len(files) == 0 {
		files = []string{"-"}
	}
	d := &driver{job: j, std: std, blocks: newBlockReader(j.delim, j.maxLine)}
	var err error
	if d.out, err = openOutput(outPath, std.out, std.in, files); err == nil {
		err = d.inputs(ctx, files)
		if closing := d.out.close(); err == nil {
			err = closing
		}
	}
	if status := d.status(err); status != exitGood {
		return ended(status)
	}
	return nil
}

// status reports the error that ended the command, if it is one to report, and
// returns the exit status.
func (d *driver) status(err error) int {
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case isClosedPipe(err):
		return exitGood
	case err != nil:
		d.report(err)
		return exitIO
	case d.failed:
		return exitIO
	case d.bad:
		return exitBad
	}
	return exitGood
}

// report tells of an error on standard error; if that fails, nobody is left to
// be told.
func (d *driver) report(err error) { fmt.Fprintf(d.std.err, "uriscan: %v\n", err) }

// inputs does all inputs in order. One that fails is reported where it fails.
func (d *driver) inputs(ctx context.Context, files []string) error {
	if err := d.write([]byte(d.job.header)); err != nil {
		return err
	}
	for _, name := range files {
		err := d.input(ctx, name)
		if failure := (*inputError)(nil); errors.As(err, &failure) {
			d.report(err)
			d.failed = true
		} else if err == errStopped {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// input does one input.
func (d *driver) input(ctx context.Context, name string) error {
	f, err := openInput(name, d.std.in, d.out.Writer, d.std.err)
	if err != nil {
		return err
	}
	defer f.Close()
	r := newInterruptible(ctx, f)
	defer r.close()
	d.blocks.reset(r)
	for line := int64(1); ; line += int64(d.res.lines) {
		src, p, err := d.blocks.next()
		switch {
		case err == io.EOF:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return d.brokenOff(name, line, err)
		}
		d.job.do(&d.res, src, p)
		if err := d.emit(name, line); err != nil {
			return err
		}
	}
}

// brokenOff is the error of an input that failed while it was read. What was
// read of its last line is no line, and not judged as one.
func (d *driver) brokenOff(name string, line int64, err error) error {
	if n := d.blocks.pending(); n > 0 {
		err = fmt.Errorf("%w; %d bytes of line %d were read before and dropped", withoutPath(err), n, line)
	}
	return &inputError{name, err}
}

// emit writes the results of a block that begins at a line of the input name.
func (d *driver) emit(name string, line int64) error {
	d.bad = d.bad || d.res.bad
	if err := d.write(d.res.out); err != nil {
		return err
	}
	if err := d.diagnose(name, line); err != nil {
		return err
	}
	if d.res.stop {
		return errStopped
	}
	return nil
}

func (d *driver) write(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	return d.out.write(p)
}

// diagnose writes FILE:LINE:BYTE: kind for every flaw. Once nobody reads them
// a command that has output of its own goes on without.
func (d *driver) diagnose(name string, line int64) error {
	if len(d.res.flaws) == 0 || d.mute {
		return nil
	}
	d.diag = d.diag[:0]
	for _, f := range d.res.flaws {
		d.diag = append(append(d.diag, name...), ':')
		d.diag = strconv.AppendInt(d.diag, line+int64(f.line), 10)
		d.diag = append(d.diag, ':')
		d.diag = strconv.AppendInt(d.diag, int64(f.offset)+1, 10)
		d.diag = append(append(append(d.diag, ": "...), f.kind...), '\n')
	}
	_, err := d.std.err.Write(d.diag)
	if err != nil && isClosedPipe(err) && !d.job.diagnosesOnly {
		d.mute = true
		return nil
	}
	if err != nil {
		return &outputError{"standard error", err}
	}
	return nil
}
