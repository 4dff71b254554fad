package main

import (
	"context"
	"errors"
	"io"
)

// A feeder is the reader of a pipeline.
type feeder struct {
	*pipeline
	ctx    context.Context
	open   func(name string) (*input, error)
	blocks *blockReader
	cur    *block // what is read into
	spare  *block // what was read into before a line needed the large block
	input  string
	first  bool
}

// readAll reads the inputs into blocks.
func (f *feeder) readAll(files []string) {
	defer close(f.order)
	defer close(f.todo)
	if f.cur = f.take(0); f.cur == nil {
		return
	}
	f.blocks = newBlockReader(f.job.delim, f.job.maxLine, f.size, f.cur.buf)
	f.blocks.grow = f.grow
	f.job.setEnds(f.blocks)
	for _, name := range files {
		f.input, f.first = name, true
		if !f.read() {
			return
		}
	}
}

// read reads an input, and reports whether to go on with the next one.
func (f *feeder) read() bool {
	file, err := f.open(f.input)
	if err != nil {
		return f.fail(err, 0)
	}
	defer file.Close()
	in := unpack(file, f.job.delim)
	if spare := f.job.unpacking; spare > 0 {
		in.window = min(spare, maxWindow)
	}
	if f.job.isText {
		in.r = file
	}
	r := newInterruptible(f.ctx, in, file.waits())
	defer r.close()
	f.blocks.reset(r)
	for {
		src, part, err := f.blocks.next()
		switch {
		case in.isEnd(err) && (err == io.EOF || !f.blocks.long):
			return f.end(in)
		case f.ctx.Err() != nil:
			return false
		case err != nil:
			return f.fail(brokenOff(err, f.blocks.read), f.blocks.unfinished())
		}
		b := f.cur
		b.src, b.part, b.err = src, part, nil
		if !f.hand(b) {
			return false
		}
		f.todo <- b
	}
}

// end ends an input that was read as a whole.
func (f *feeder) end(in *unpacker) bool {
	if err := in.trailing(); err != nil {
		return f.fail(err, 0)
	}
	return true
}

// fail hands on why an input failed, and how many bytes were read of a line that is dropped.
func (f *feeder) fail(err error, lost int) bool {
	b := f.cur
	if b.src, b.lost = nil, lost; !errors.As(err, &b.err) {
		b.err = &inputError{f.input, err}
	}
	f.blocks.reset(nil)
	return f.hand(b)
}

// hand puts a block, which was read into until now, in its place in the order
// and goes on with another one.
func (f *feeder) hand(b *block) bool {
	b.input, b.first, b.marked = f.input, f.first, f.blocks.marked
	f.first = false
	if f.cur = f.take(f.blocks.pending()); f.cur == nil {
		return false
	}
	f.blocks.moveTo(f.cur.buf)
	f.order <- b
	return true
}

// take returns a block to read into, with room for what is left to move to it, or
// nil if the work is to end.
func (f *feeder) take(left int) *block {
	b := f.spare
	if f.spare = nil; b == nil {
		select {
		case b = <-f.free:
		case <-f.ctx.Done():
			return nil
		}
	}
	if n := max(f.size, left); len(b.buf) < n {
		b.buf = make([]byte, n)
	}
	return b
}

// grow makes the block that is read into larger, or replaces it by the large
// one, and returns its memory.
func (f *feeder) grow(n int) []byte {
	if n > max(f.roomy, f.size) && !f.cur.isLarge {
		select {
		case b := <-f.large:
			f.spare, f.cur = f.cur, b
		case <-f.ctx.Done():
			return nil
		}
	}
	if len(f.cur.buf) < n {
		f.cur.buf = make([]byte, n)
	}
	return f.cur.buf
}
