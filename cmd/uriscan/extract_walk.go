package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A walker is the reader of the pipeline of extract: it finds the files and cuts
// them into blocks.
type walker struct {
	*pipeline
	*extractFlags
	ctx context.Context
	std streams
	out io.Writer
	bar *progress

	name, shown string        // the file at hand, and how positions show it
	sniffed     [8 << 10]byte // the start of the file, which tells whether it is binary
	form        inputForm     // how the file is read
	document    *document     // which the file is in the middle of
	cutter      warcCutter    // of archives
	pieces
}

// readAll reads what was named, in order.
func (w *walker) readAll(files []string) {
	defer close(w.order)
	defer close(w.todo)
	if w.cur = w.take(); w.cur == nil {
		return
	}
	w.long.anyScheme, w.long.maxLen = w.anyScheme, w.maxLine
	for _, name := range files {
		if w.named(name) != nil {
			return
		}
	}
}

// named reads one FILE argument. As everywhere in a walker, the error says that
// the work is to end; those of inputs are handed on.
func (w *walker) named(name string) error {
	if name == "-" {
		return w.file(name, true)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return w.fail(&inputError{name, err})
	case info.IsDir():
		return w.folder(name)
	}
	return w.file(name, true)
}

// folder reads the files below a folder. What names it may be a link, which
// the separator makes the system follow.
func (w *walker) folder(root string) error {
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator)
	}
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			// A folder that cannot be read; WalkDir goes on behind it.
			return w.fail(&inputError{name, err})
		case entry.IsDir():
			return w.ctx.Err()
		case entry.Type()&fs.ModeSymlink != 0:
			return w.note(w.verbose, name, "a symbolic link, not followed")
		case !entry.Type().IsRegular():
			return w.note(w.verbose, name, "neither a file nor a folder, skipped")
		}
		return w.file(name, false)
	})
}

// file reads one file.
func (w *walker) file(name string, named bool) error {
	f, err := openInput(name, w.std.in, w.out, w.std.err)
	if errors.Is(err, errOverlap) && !named {
		// It was not asked for: uriscan extract . >links.txt
		return w.note(w.verbose, name, "the output, skipped")
	}
	if err != nil {
		return w.fail(err.(*inputError))
	}
	defer f.Close()
	f = w.bar.count(f)
	in := unpack(f, '\n', w.pipeline.workers)
	r := newInterruptible(w.ctx, in)
	defer r.close()
	w.name, w.shown = name, oneLine(name)
	if name == "-" && w.as == textForm {
		w.form = textForm
		return w.readForm(in, r)
	}
	head, err := w.sniff(r)
	if name != "-" && !w.binary && w.form != warcForm && bytes.IndexByte(head, 0) >= 0 {
		return w.note(named || w.verbose, name, "a binary file, skipped")
	}
	return w.readForm(in, &resumed{head, err, r})
}

// sniff reads as much of an input as tells its form, and whether it is binary.
func (w *walker) sniff(r io.Reader) (head []byte, err error) {
	form, open := w.as, false
	if form == anyForm {
		form, open = formOfName(w.name)
	}
	w.form = form
	for n, known := 0, false; !known && err == nil && n < len(w.sniffed); head = w.sniffed[:n] {
		var m int
		m, err = readSome(r, w.sniffed[n:])
		n += m
		if known = form != anyForm; !known {
			w.form, known = sniffForm(w.sniffed[:n], err == io.EOF, open)
		}
	}
	return head, err
}

// readForm reads r to its end, which is what in unpacks.
func (w *walker) readForm(in *unpacker, r io.Reader) error {
	w.begin()
	for {
		err := w.fill(r)
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if stopped := w.passForm(err); stopped != nil {
			return stopped
		}
		if err == io.EOF || errors.Is(err, errGrows) && in.packed == nil {
			if err = in.trailing(); err == nil {
				return nil
			}
		} else if err != nil {
			err = brokenOff(err, w.read)
		}
		if err != nil {
			return w.fail(&inputError{w.name, err})
		}
	}
}

// fail hands on why an input failed, which does not concern the others.
func (w *walker) fail(err *inputError) error {
	w.cur.err = err
	return w.hand(0)
}

// note hands on what was left out, and why.
func (w *walker) note(wanted bool, name, text string) error {
	w.end = 0
	if !wanted || w.quiet {
		return w.ctx.Err()
	}
	w.cur.res.out = w.cur.res.out[:0]
	w.cur.diag = fmt.Appendf(w.cur.diag[:0], "uriscan: %s: %s\n", oneLine(name), text)
	w.cur.done <- false
	return w.hand(0)
}

// hand puts the block that was read into in its place in the order, and goes on
// with another one, into which it moves what was read beyond n bytes.
func (w *walker) hand(n int) error {
	b, next := w.cur, w.take()
	if next == nil {
		return w.ctx.Err()
	}
	w.moveTo(next, n)
	w.order <- b
	return nil
}

// take returns a block to read into, or nil if the work is to end.
func (w *walker) take() *block {
	select {
	case b := <-w.free:
		if b.buf == nil {
			b.buf = make([]byte, w.size)
		}
		b.err, b.document = nil, nil
		return b
	case <-w.ctx.Done():
		return nil
	}
}
