package extract

import (
	"bufio"
	"context"
	"io"

	"github.com/uriscan/uriscan/internal/prose"
)

// A document is an input, or a part of one, that is read from its beginning to its end,
// because the meaning of a byte depends on all bytes before it. One worker reads it, and
// gets its blocks as they are read, while others read other documents.
type document struct {
	form Form
	prose.Cursor
	blocks chan *searchBlock // after the first one
}

// An ending says how the part of a document in a block ends.
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
		if n := w.cutter.LastRecord(w.cur.Buf[:w.end]); n > 0 {
			if stopped := w.passPart(n, atEnd); stopped != nil {
				return stopped
			}
		}
	}
	full := w.end == len(w.cur.Buf)
	switch {
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
		w.Cursor = w.Cursor.Before(w.cur.Buf[:n])
		d = &document{form: w.form, Cursor: w.Cursor, blocks: make(chan *searchBlock, cap(w.Free))}
	}
	b := w.cur
	b.Input, b.Src = w.shown, b.Buf[:n]
	b.Work.Own.document, b.Work.Own.ending = d, e
	w.document = d
	if e != goesOn {
		w.document = nil
	}
	w.cutter.Passed(n)
	w.Cursor.Pass(b.Src)
	if err := w.hand(n); err != nil {
		return err
	}
	if isFirst {
		w.Todo <- b
	} else {
		d.blocks <- b
	}
	return nil
}

// A documentReader reads a document. What is printed meanwhile goes into the current
// block.
type documentReader struct {
	*searcher
	rest []byte // of the block
}

func (r *documentReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		switch r.block.Work.Own.ending {
		case atEnd:
			return 0, io.EOF
		case cutOff:
			return 0, io.ErrUnexpectedEOF
		}
		if err := r.goOn(); err != nil {
			return 0, err
		}
		r.rest = r.block.Src
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// goOn finishes the block and takes the next one of the document.
func (s *searcher) goOn() error {
	if s.stopped {
		return context.Canceled
	}
	blocks := s.block.Work.Own.document.blocks
	s.block.Done <- false
	select {
	case b := <-blocks:
		s.begin(b)
		return nil
	case <-s.ctx.Done():
		s.stopped = true
		return s.ctx.Err()
	}
}

// searchForm searches the input in r, which has form f.
func (s *searcher) searchForm(f Form, r io.Reader, at prose.Cursor) {
	switch f {
	case htmlForm:
		s.page.Read(&s.Find.Page, r, at, s.Find.Page.Base, s.print)
	case warcForm:
		s.records.Read(&s.Find, r, at, s.print)
	default:
		s.prose.Begin(&s.Find.Page.Text, at, f == xmlForm)
		s.prose.Join = s.Join && f == textForm
		s.in.Reset(r)
		s.prose.Read(s.in, s.print)
	}
}

// newReader returns a reader with a buffer for all that has to be looked at together.
func newReader() *bufio.Reader { return bufio.NewReaderSize(nil, 64<<10) }
