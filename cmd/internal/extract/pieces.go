package extract

import (
	"io"

	"github.com/uriscan/uriscan/internal/prose"
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

// pass hands on what was read as far as no URI can straddle its end; all of it if err
// says that the file ended. Between two places to cut there may be more than a block
// holds: that is a document, which is rare in files that are searched for URIs.
func (w *walker) pass(err error) error {
	if w.document != nil {
		n, e := prose.FirstCut(w.cur.Buf[:w.end]), atEnd
		switch {
		case n > 0 && w.Join && w.cur.Buf[n-1] == '<':
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
	case w.end == len(w.cur.Buf):
		return w.passPart(w.end, goesOn)
	}
	return nil
}

// cut returns how much of what was read can be handed on before more is there.
func (w *walker) cut() int {
	text := w.cur.Buf[:w.end]
	n := w.searched + prose.LastCut(text[w.searched:])
	if n == w.searched {
		n = 0
	}
	w.searched = w.end
	if !w.Join {
		return n
	}
	if at, open := prose.OpenBracket(text); open {
		w.searched = min(at, 1) * w.end // there are cuts after a bracket that no URI follows
		return at
	}
	return n
}

// passBlock hands the first n bytes on to a worker.
func (w *walker) passBlock(n int) error {
	b := w.cur
	b.Input, b.Src = w.shown, b.Buf[:n]
	b.Work.Own.Cursor = w.Cursor.Before(b.Src)
	w.Cursor = b.Work.Own.Cursor
	w.Cursor.Pass(b.Src)
	if err := w.hand(n); err != nil {
		return err
	}
	w.Todo <- b
	return nil
}
