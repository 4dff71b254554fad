package main

import (
	"bytes"
	"fmt"
	"io"
)

// maxBatch is how many files a worker is given at a time.
const maxBatch = 64

// A batch is some small files that one worker opens and reads: opening files costs
// more than searching them, and is done on all cores like that.
type batch struct {
	names []string
	size  int64
	next  int // the first name that was not opened

	name   string // the file at hand
	file   io.ReadCloser
	in     *unpacker // of file, nil if none is open
	failed bool      // some files failed
}

func (b *batch) reset() { *b = batch{names: b.names[:0]} }

// findBatch prints the URIs of files, or as much of it as fits.
func (w *walker) findBatch(b *block) (more bool) {
	files := &b.batch
	for w.ctx.Err() == nil {
		switch {
		case w.findOn(&b.finder, b):
			return true
		case files.in != nil:
			w.readOn(b)
		case files.next == len(files.names):
			return false
		default:
			files.name = files.names[files.next]
			files.next++
			w.openNext(b)
		}
	}
	files.close()
	return false
}

// openNext opens the file at hand and reads its start, which is all of it as a
// rule.
func (w *walker) openNext(b *block) {
	files := &b.batch
	f, err := openInput(files.name, w.std.in)
	if err != nil {
		w.leave(b, "", err.(*inputError))
		return
	}
	files.file, files.in = f, unpack(f, '\n', 1)
	n, err := readFull(files.in, b.buf)
	text := b.buf[:n]
	if !w.binary && bytes.IndexByte(text[:min(n, sniffLen)], 0) >= 0 {
		files.close()
		w.leave(b, isBinary, nil)
		return
	}
	b.input = oneLine(files.name)
	b.finder.reset()
	if err == io.EOF {
		b.finder.set(text)
	} else {
		b.finder.add(text, false)
	}
	w.ended(b, err)
}

// readOn reads more of the file at hand: it has grown, or was compressed.
func (w *walker) readOn(b *block) {
	b.finder.forget()
	n, err := readSome(b.batch.in, b.buf)
	b.finder.add(b.buf[:n], err == io.EOF)
	w.ended(b, err)
}

// ended closes the file at hand if err ended it.
func (w *walker) ended(b *block, err error) {
	files := &b.batch
	if err == nil {
		return
	}
	if err == io.EOF {
		err = files.in.trailing()
	}
	files.close()
	if err != nil {
		w.leave(b, "", &inputError{files.name, err})
	}
}

// close closes the file at hand, if there is one.
func (b *batch) close() {
	if b.file != nil {
		b.file.Close()
	}
	b.file, b.in = nil, nil
}

// leave tells that a file is left out, or why it failed.
func (w *walker) leave(b *block, why string, failed *inputError) {
	switch {
	case failed != nil:
		b.batch.failed = true
		b.diag = fmt.Appendf(b.diag, "uriscan: %v\n", failed)
	case w.verbose && !w.quiet:
		b.diag = appendNote(b.diag, b.batch.name, why)
	}
}

// readFull reads until p is full or r ends. Of what ends with an error nothing is
// lost.
func readFull(r io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var m int
		m, err = readSome(r, p[n:])
		n += m
	}
	return n, err
}
