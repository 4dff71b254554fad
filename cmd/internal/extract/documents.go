package extract

import (
	"context"
	"io"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A document is an input, or a part of one, that is read from its beginning to its end,
// because the meaning of a byte depends on all bytes before it: a page, a record of an
// archive, or as much of a text as is read at once. One worker reads it, and gets its blocks
// as they are read, while others read other documents.
type document struct {
	form Form
	at   location
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

// pieces are the pieces of the current file.
//
//	0 <= searched <= end <= len(cur.buf)
//
// cur.buf[:end] is read and not handed on yet; in cur.buf[:searched] there is
// no place to cut.
type pieces struct {
	cur           *searchBlock
	end, searched int
	read          int64 // bytes of the file
	prose.Cursor        // where cur.buf begins
}

// pass hands on what was read as far as it can be searched apart from what follows; all of
// it if err says that the file ended. Between two places to cut there may be more than a
// block holds: that comes in parts.
func (w *walker) pass(err error) error {
	for n, ok := w.cut(err); ok; n, ok = w.cut(err) {
		if stopped := w.passPart(n, atEnd); stopped != nil {
			return stopped
		}
	}
	inPart := w.document != nil
	switch {
	case err != nil && w.end == 0 && !inPart:
	case err == io.EOF:
		return w.passPart(w.end, atEnd)
	case err != nil:
		return w.passPart(w.end, cutOff)
	case w.end == len(w.cur.Buf), w.form != warcForm && (inPart || w.name == "-" && w.form != textForm):
		return w.passPart(w.end, goesOn)
	}
	return nil
}

// cut returns how much of what was read is a document, or the rest of one, that can be
// handed on before more is there. A text is cut where no URI is.
func (w *walker) cut(err error) (n int, ok bool) {
	text := w.cur.Buf[:w.end]
	switch {
	case w.form == warcForm:
		n = w.cutter.LastRecord(text)
		return n, n > 0
	case w.form == textForm && w.document != nil:
		n = prose.FirstCut(text)
		return n, n > 0
	case w.form != textForm, err == io.EOF:
		return 0, false
	}
	n = prose.LastCut(text, w.searched)
	w.searched = w.end
	if at, open := prose.OpenBracket(text); open && w.Join {
		w.searched = min(at, 1) * w.end // there are cuts after a bracket that no URI follows
		n = at
	}
	return n, n > 0
}

// passPart hands the first n bytes on as the next part of a document.
func (w *walker) passPart(n int, e ending) error {
	d, isFirst := w.document, w.document == nil
	if isFirst {
		w.Cursor = w.Cursor.Before(w.cur.Buf[:n])
		d = &document{form: w.form, at: w.at, Cursor: w.Cursor, blocks: make(chan *searchBlock, cap(w.Free))}
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

// A documentReader reads a document. What is printed goes into the current block.
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
	s.find = s.Find
	s.find.Page.Base = s.at.base
	switch f {
	case htmlForm:
		s.page.Read(&s.find.Page, r, at, s.at.base, s.print)
	case warcForm:
		s.records.Read(&s.find, r, at, s.print)
	default:
		s.prose.Begin(&s.Find.Page.Text, at, f == xmlForm)
		s.prose.Join = s.Join && f == textForm
		s.in.Reset(r)
		s.prose.Read(s.in, s.print)
	}
}

// A source is a file to search.
type source struct {
	name  string
	below string // its path below the folder that was named, "" if it was named itself
}

// A location says where a page is, unless itself or its record says so.
type location struct {
	page string        // the base, or the name of the file
	base *resolve.Base // nil without one
}

// locate returns where the pages of a file are: at the base or, in a folder, below it.
func (x *Options) locate(f source) location {
	base := x.Find.Page.Base
	if base == nil {
		return location{page: stream.OneLine(f.name)}
	}
	page := x.Base
	if f.below != "" {
		ref, _ := scanner.Parse(page)
		folder := strings.TrimSuffix(page[:ref.Span(scanner.Path).End], "/") + "/"
		page = string(lut.AppendPctEncoded([]byte(folder), f.below, lut.SetOf(lut.PChar).Or(lut.MakeSet("/"))))
		base, _ = resolve.NewBase(page, 0) // which is one, as it was without its path
	}
	return location{page, base}
}
