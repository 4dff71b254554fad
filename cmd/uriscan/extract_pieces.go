package main

import (
	"bytes"
	"io"
)

// The pieces of the file at hand.
//
//	0 <= searched <= end <= len(cur.buf)
//
// cur.buf[:end] is read and not handed on yet; in cur.buf[:searched] there is
// no place to cut.
type pieces struct {
	cur           *block
	end, searched int
	read          int64 // bytes of the file
	line, column  int64 // where cur.buf begins, the column from 0

	// Between two places to cut there may be more than a block holds. That is
	// rare in what people search for URIs, and done while reading, by a finder
	// that takes it piece by piece.
	long   finder
	isLong bool
}

// begin begins a file.
func (p *pieces) begin() {
	p.end, p.searched, p.read, p.isLong = 0, 0, 0, false
	p.line, p.column = 1, 0
}

// fill reads once. There is room.
func (p *pieces) fill(r io.Reader) error {
	n, err := readSome(r, p.cur.buf[p.end:])
	p.end += n
	p.read += int64(n)
	return err
}

// moveTo goes on in another block with what was read beyond n bytes.
func (p *pieces) moveTo(b *block, n int) {
	p.end = copy(b.buf, p.cur.buf[n:max(n, p.end)])
	p.searched = 0
	p.cur = b
}

// pass hands on what was read as far as no URI can straddle its end; all of it
// if err says that the file ended.
func (w *walker) pass(err error) error {
	if w.isLong {
		n := firstCut(w.cur.buf[:w.end])
		if n == 0 {
			return w.passLong(w.end, err == io.EOF)
		}
		if w.join && w.cur.buf[n-1] == '<' {
			n-- // with it a URI may begin that is joined
		}
		if stopped := w.passLong(n, true); stopped != nil {
			return stopped
		}
	}
	n := w.end
	if err != io.EOF {
		n = w.cut()
	}
	if n > 0 {
		if stopped := w.passBlock(n); stopped != nil {
			return stopped
		}
	}
	if w.end == len(w.cur.buf) || err != nil && w.end > 0 {
		// What may go on is searched only as far as that does not matter.
		w.beginLong()
		return w.passLong(w.end, false)
	}
	return nil
}

// cut returns how much of what was read can be handed on before more is there.
func (w *walker) cut() int {
	text := w.cur.buf[:w.end]
	n := w.searched + lastCut(text[w.searched:])
	if n == w.searched {
		n = 0
	}
	w.searched = w.end
	if !w.join {
		return n
	}
	if at, open := openBracket(text); open {
		w.searched = min(at, 1) * w.end // there are cuts behind a bracket that no URI follows
		return at
	}
	return n
}

// passBlock hands the first n bytes on to a worker.
func (w *walker) passBlock(n int) error {
	b := w.cur
	b.input, b.src = w.shown, b.buf[:n]
	w.prepare(&b.finder)
	w.advance(b.src)
	if err := w.hand(n); err != nil {
		return err
	}
	w.todo <- b
	return nil
}

// prepare makes f begin where cur does.
func (w *walker) prepare(f *finder) {
	f.reset()
	f.anyScheme, f.maxLen = w.anyScheme, w.maxLine
	f.join = w.joining()
	f.line, f.column = w.line, w.column
}

// advance counts the lines of what is handed on.
func (p *pieces) advance(passed []byte) {
	p.column += int64(len(passed))
	if n := bytes.Count(passed, newline); n > 0 {
		p.line += int64(n)
		p.column = int64(len(passed) - lastLine(passed))
	}
}

// beginLong begins what no block can hold.
func (w *walker) beginLong() {
	w.prepare(&w.long)
	w.isLong = true
}

// passLong searches the first n bytes, the last ones of what no block can hold
// or not, and hands on what it finds.
func (w *walker) passLong(n int, last bool) error {
	w.long.add(w.cur.buf[:n], last)
	w.advance(w.cur.buf[:n])
	w.isLong = !last
	for more := true; more; {
		b := w.cur
		b.input = w.shown
		more = w.find(&w.long, b)
		if len(b.res.out)+len(b.diag) > 0 {
			b.done <- false
			if err := w.hand(n); err != nil {
				return err
			}
			n = 0
		}
	}
	w.long.forget()
	w.drop(n)
	return nil
}

// drop forgets the first n bytes of cur.
func (p *pieces) drop(n int) {
	p.end = copy(p.cur.buf, p.cur.buf[n:p.end])
	p.searched = 0
}
