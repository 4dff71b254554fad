package main

import (
	"bytes"
	"fmt"
	"io"
)

// maxBatch is how many files a worker is given at a time.
const maxBatch = 64

// maxPage is how long a page may be to be read by one worker. It is searched from its
// beginning to its end in any case, and would fill all blocks on its way through them,
// so that the other workers had nothing to do.
const maxPage = 8 << 20

// isPage reports whether a file is a page by its name.
func isPage(name string) bool {
	f, _ := formOfName(name)
	return f == htmlForm
}

// A batch is some small files that one worker opens and reads: opening files costs
// more than searching them, and is done on all cores like that.
type batch struct {
	files []string
	size  int64 // of all when they were found
	next  int   // the first that was not opened

	name   string    // of the file that was opened last
	file   *input    // which is open, or nil
	in     *unpacker // of file
	read   int64     // bytes of in
	reader reader    // of the file, nil if it is a text or was not opened
	failed bool      // some files failed
}

func (b *batch) reset() { *b = batch{files: b.files[:0]} }

// findBatch prints the URIs of files, or as much of it as fits.
func (w *walker) findBatch(b *block) (more bool) {
	files := &b.batch
	if !b.begun {
		b.begun = true
		w.equip(b)
		b.finder.reset()
		b.finder.anyScheme, b.finder.maxLen = w.anyScheme, w.maxLine
	}
	for w.ctx.Err() == nil {
		switch {
		case files.reader != nil && w.readOn(files.reader, b), files.reader == nil && w.findOn(&b.finder, b):
			return true
		case files.file != nil:
			w.readMore(b)
		case files.next == len(files.files):
			files.end()
			return false
		default:
			files.forget()
			w.openNext(b)
		}
	}
	files.end()
	return false
}

// openNext opens the next file and reads its start, which is all of it as a rule.
func (w *walker) openNext(b *block) {
	files := &b.batch
	files.name = files.files[files.next]
	files.next++
	file, err := openInput(files.name, nil, w.bar)
	if err != nil {
		w.leave(b, "", err.(*inputError))
		return
	}
	files.file, files.in, files.read = file, unpack(file, '\n'), 0
	files.in.leaves = w.compressed.leaves
	n, err := io.ReadFull(files.in, b.buf)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	text := b.buf[:n]
	if _, left := err.(leftAlone); left {
		w.compressedLeft.Add(1)
		files.close()
		w.leave(b, err.Error(), nil)
		return
	}
	head := text[:min(n, sniffLen)]
	form, _ := w.formOf(files.name, head, err == io.EOF && len(head) == n)
	if !w.binary && form != warcForm && bytes.IndexByte(head, 0) >= 0 {
		files.close()
		w.leave(b, isBinary, nil)
		return
	}
	b.input = oneLine(files.name)
	b.finder.reset()
	if form != textForm {
		files.reader = w.newReader(form, 1, 1)
	}
	w.search(b, text, err)
}

// readMore reads more of the file that is open: it has grown, or was compressed.
func (w *walker) readMore(b *block) {
	if b.batch.reader == nil {
		b.finder.forget()
	}
	n, err := readSome(b.batch.in, b.buf)
	w.search(b, b.buf[:n], err)
}

// search gives what was read of the file before err to what searches it, and closes the
// file if err ended it.
func (w *walker) search(b *block, text []byte, err error) {
	files := &b.batch
	switch {
	case files.reader != nil:
		files.reader.feed(text, err == io.EOF, err != nil && err != io.EOF)
	case files.read == 0 && err == io.EOF:
		b.finder.set(text)
	default:
		b.finder.add(text, err == io.EOF)
	}
	files.read += int64(len(text))
	if err == nil {
		return
	}
	if files.in.isEnd(err) {
		err = files.in.trailing()
	} else {
		err = brokenOff(err, files.read)
	}
	files.close()
	if err != nil {
		w.leave(b, "", &inputError{files.name, err})
	}
}

// close closes the file that is open, if there is one.
func (b *batch) close() {
	if b.file != nil {
		b.file.Close()
	}
	b.file = nil
}

// end gives back what files were read with.
func (b *batch) end() {
	b.close()
	b.forget()
}

// forget gives the reader of a file back that is done.
func (b *batch) forget() {
	if b.reader != nil {
		b.reader.giveBack()
	}
	b.reader = nil
}

// leave reports that a file is left out, or why it failed.
func (w *walker) leave(b *block, why string, failed *inputError) {
	switch {
	case failed != nil:
		b.batch.failed = true
		b.diag = fmt.Appendf(b.diag, "uriscan: %v\n", failed)
	case w.verbose && !w.quiet:
		b.diag = appendNote(b.diag, b.batch.name, why)
	}
}
