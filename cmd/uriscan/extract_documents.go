package main

import (
	"bufio"
	"context"
	"io"
)

// A document is an input, or a part of one, that is read from its beginning to its
// end, because what a byte means depends on all before it. One worker reads it, while
// others read other documents; its blocks come to that one as they are read.
type document struct {
	form inputForm
	cursor
	blocks chan *block // after the first one
}

// An ending is how the part of a document ends that a block has.
type ending uint8

const (
	goesOn ending = iota // in another block
	atEnd                // with the document
	cutOff               // where the input could not be read any more
)

// passForm hands on what was read as far as it can be searched apart from what
// follows; all of it if err says that the file ended.
func (w *walker) passForm(err error) error {
	if w.form == textForm {
		return w.pass(err)
	}
	if w.form == warcForm {
		if n := w.cutter.lastRecord(w.cur.buf[:w.end]); n > 0 {
			if stopped := w.passPart(n, atEnd); stopped != nil {
				return stopped
			}
		}
	}
	full := w.end == len(w.cur.buf)
	switch {
	case err != nil && w.end == 0 && w.document == nil:
		return nil
	case err == io.EOF:
		return w.passPart(w.end, atEnd)
	case err != nil:
		return w.passPart(w.end, cutOff)
	case full, w.name == "-" && w.form != warcForm:
		return w.passPart(w.end, goesOn)
	}
	return nil
}

// passPart hands the first n bytes on as the next part of a document.
func (w *walker) passPart(n int, e ending) error {
	d, isFirst := w.document, w.document == nil
	if isFirst {
		w.cursor = w.cursor.before(w.cur.buf[:n])
		d = &document{form: w.form, cursor: w.cursor, blocks: make(chan *block, cap(w.free))}
	}
	b := w.cur
	b.input, b.src = w.shown, b.buf[:n]
	b.document, b.ending = d, e
	w.document = d
	if e != goesOn {
		w.document = nil
	}
	w.cutter.passed(n)
	w.cursor.pass(b.src)
	if err := w.hand(n); err != nil {
		return err
	}
	if isFirst {
		w.todo <- b
	} else {
		d.blocks <- b
	}
	return nil
}

// A documentReader reads a document, and what is printed meanwhile goes into the block
// at hand.
type documentReader struct {
	*searcher
	rest []byte // of the block
}

func (r *documentReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		switch r.block.ending {
		case atEnd:
			return 0, io.EOF
		case cutOff:
			return 0, io.ErrUnexpectedEOF
		}
		if err := r.goOn(); err != nil {
			return 0, err
		}
		r.rest = r.block.src
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// goOn is done with the block, and takes the next one of the document.
func (s *searcher) goOn() error {
	if s.stopped {
		return context.Canceled
	}
	blocks := s.block.document.blocks
	s.block.done <- false
	select {
	case b := <-blocks:
		s.begin(b)
		return nil
	case <-s.ctx.Done():
		s.stopped = true
		return s.ctx.Err()
	}
}

// searchForm searches an input of that form that r holds.
func (s *searcher) searchForm(f inputForm, r io.Reader, at cursor) {
	switch f {
	case htmlForm:
		s.page.read(s.extractFlags, r, at, s.base, s.print)
	case warcForm:
		s.records.read(s.extractFlags, r, at, s.print)
	default:
		s.prose.begin(s.extractFlags, at, f == xmlForm)
		s.prose.join = s.join && f == textForm
		s.in.Reset(r)
		s.prose.read(s.in, s.print)
	}
}

// newReader returns a reader that holds enough for what has to be looked at together.
func newReader() *bufio.Reader { return bufio.NewReaderSize(nil, 64<<10) }
