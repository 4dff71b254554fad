package main

import "io"

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
	cursor              // where cur.buf begins
}

// pass hands on what was read as far as no URI can straddle its end; all of it
// if err says that the file ended. Between two places to cut there may be more than
// a block holds: that is a document, which is rare in what people search for URIs.
func (w *walker) pass(err error) error {
	if w.document != nil {
		n, e := firstCut(w.cur.buf[:w.end]), atEnd
		switch {
		case n > 0 && w.join && w.cur.buf[n-1] == '<':
			n-- // with it a URI may begin that is joined
		case n == 0 && err == nil:
			n, e = w.end, goesOn
		case n == 0 && err != io.EOF:
			n, e = w.end, cutOff
		case n == 0:
			n = w.end
		}
		if stopped := w.passPart(n, e); stopped != nil || e != atEnd {
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
	switch {
	case err != nil && w.end > 0:
		return w.passPart(w.end, cutOff)
	case w.end == len(w.cur.buf):
		return w.passPart(w.end, goesOn)
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
	b.cursor = w.cursor.before(b.src)
	w.cursor = b.cursor
	w.cursor.pass(b.src)
	if err := w.hand(n); err != nil {
		return err
	}
	w.todo <- b
	return nil
}
