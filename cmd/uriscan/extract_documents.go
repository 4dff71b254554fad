package main

import (
	"io"
	"sync"
)

// A document is an input, or a part of one, that is read from its beginning to
// its end, because what a byte means depends on all before it. Its blocks are not
// searched at the same time, but other documents are: a block waits while a worker
// is at an earlier one of the same document, which then goes on with it.
type document struct {
	reader
	mu      sync.Mutex
	busy    bool
	waiting []*block
}

// A reader is what finds the URIs of a document. It is fed a piece when nothing is
// found any more in the one before; what was found is valid until then.
type reader interface {
	source
	// feed takes the next piece: the last one, or the last one before the input
	// was broken off, or neither.
	feed(piece []byte, last, broken bool)
	// giveBack is called once all is found.
	giveBack()
}

// An ending is how the part of a document ends that a block has.
type ending uint8

const (
	goesOn ending = iota // in another block
	atEnd                // with the document
	cutOff               // where the input could not be read any more
)

// join makes b the next block of d, and tells whether a worker is to be given it.
func (d *document) join(b *block) (first bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.busy {
		d.waiting = append(d.waiting, b)
		return false
	}
	d.busy = true
	return true
}

// leave returns the block that whoever has done one is to do next, nil if there is
// none. A block that is no part of a document has none behind it.
func (d *document) leave() (b *block) {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.busy = len(d.waiting) > 0; d.busy {
		b, d.waiting = d.waiting[0], d.waiting[1:]
	}
	return b
}

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
	if w.document == nil {
		w.document = &document{reader: w.newReader(w.form, w.line, w.column+1)}
	}
	b := w.cur
	b.input, b.src = w.shown, b.buf[:n]
	b.document, b.ending = w.document, e
	if e != goesOn {
		w.document = nil
	}
	w.cutter.passed(b.src)
	w.advance(b.src)
	if err := w.hand(n); err != nil {
		return err
	}
	if b.document.join(b) {
		w.todo <- b
	}
	return nil
}

// newReader returns what reads a document of that form, page or archive, that begins
// at that place.
func (x *extractFlags) newReader(f inputForm, line, column int64) reader {
	if f == warcForm {
		r := warcs.Get().(*records)
		r.begin(x, line, column)
		return r
	}
	p := pages.Get().(*htmlPage)
	p.begin(x, line, column, x.base)
	if f == xmlForm {
		p.state, p.raw.decodes = inPlain, true
	}
	return p
}

// The readers that are not at work at the moment, for their memory.
var (
	pages = sync.Pool{New: func() any { return new(htmlPage) }}
	warcs = sync.Pool{New: func() any { return new(records) }}
)
