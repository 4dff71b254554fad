package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/uriscan/uriscan/cmd/internal/archive"
	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// A feeder is the reader of a pipeline.
type feeder[W any] struct {
	*Pipeline[W]
	ctx    context.Context
	open   func(name string) (*stream.Input, error)
	blocks *BlockReader
	cur    *Block[W] // the block that is read into
	spare  *Block[W] // the block that was read into before a line needed the large one
	input  string
	first  bool
	line   int64 // that the next block begins in
	field  int   // of the input
}

func (f *feeder[W]) readAll(files []string) {
	defer close(f.Order)
	defer close(f.Todo)
	if f.cur = f.take(); f.cur == nil {
		return
	}
	f.blocks = NewBlockReader(f.Delim, f.MaxLine, f.BlockSize, f.cur.Buf)
	f.blocks.grow = f.grow
	f.blocks.KeepCR = f.KeepsCR
	if f.Ends != nil {
		f.blocks.Ends = f.Ends
	}
	for _, name := range files {
		f.input, f.first, f.line = name, true, 1
		if !f.read() {
			return
		}
	}
}

// read reads an input, and reports whether to go on with the next one.
func (f *feeder[W]) read() bool {
	file, err := f.open(f.input)
	if err != nil {
		return f.fail(err, 0)
	}
	defer file.Close()
	in := archive.NewReader(file, f.Delim)
	in.Window = min(cmp.Or(f.Unpacking, archive.MaxWindow), archive.MaxWindow)
	isText := f.IsText || file.IsURI || f.StdinIsText && f.input == "-"
	if isText {
		in.AsText()
	}
	r := stream.NewInterruptible(f.ctx, in)
	defer r.Close()
	f.blocks.Reset(r)
	f.blocks.begun = isText
	for {
		src, part, err := f.blocks.Next()
		switch {
		case in.IsEnd(err) && (err == io.EOF || !f.blocks.long):
			if err = in.Trailing(); err != nil {
				return f.fail(err, 0)
			}
			return true
		case f.ctx.Err() != nil:
			return false
		case err != nil:
			return f.fail(archive.BrokenOff(err, f.blocks.read), f.blocks.unfinished())
		}
		if f.first && f.Refuse != nil && !isText {
			if err = f.Refuse(src); err != nil {
				return f.fail(err, 0)
			}
		}
		if f.first && f.Begin != nil {
			if f.field, err = f.Begin(src); err != nil {
				return f.fail(err, 0)
			}
		}
		b := f.cur
		b.Src, b.Part, b.Err, b.Field = src, part, nil, f.field
		if !f.hand(b) {
			return false
		}
		f.Todo <- b
	}
}

// fail hands on why an input failed, and how many bytes were read of a line that is dropped.
func (f *feeder[W]) fail(err error, lost int) bool {
	b := f.cur
	if b.Src, b.Lost = nil, lost; !errors.As(err, &b.Err) {
		b.Err = &stream.InputError{Name: f.input, Err: err}
	}
	f.blocks.Reset(nil)
	return f.hand(b)
}

// hand puts the current block in its place in the order, and goes on with another.
func (f *feeder[W]) hand(b *Block[W]) bool {
	b.Input, b.First, b.Marked, b.Line = f.input, f.first, f.blocks.marked, f.line
	f.first = false
	if f.Numbers || f.line <= 3 {
		if f.line += int64(bytes.Count(b.Src, []byte{f.Delim})); b.Part == LineTail {
			f.line++
		}
	}
	if f.cur = f.take(); f.cur == nil {
		return false
	}
	f.blocks.moveTo(f.cur.Buf)
	f.Order <- b
	return true
}

// take returns a block to read into, or nil if the work is to end.
func (f *feeder[W]) take() *Block[W] {
	b := f.spare
	if f.spare = nil; b == nil {
		select {
		case b = <-f.Free:
		case <-f.ctx.Done():
			return nil
		}
	}
	if len(b.Buf) < f.BlockSize {
		b.Buf = make([]byte, f.BlockSize)
	}
	return b
}

// grow enlarges the current block, or takes the large one, and returns its memory.
func (f *feeder[W]) grow(n int) []byte {
	if n > f.Roomy && !f.cur.IsLarge {
		select {
		case b := <-f.large:
			f.spare, f.cur = f.cur, b
		case <-f.ctx.Done():
			return nil
		}
	}
	if len(f.cur.Buf) < n {
		f.cur.Buf = make([]byte, n)
	}
	return f.cur.Buf
}
