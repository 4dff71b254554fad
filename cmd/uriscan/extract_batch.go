package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// maxBatch is how many files a worker is given at a time.
const maxBatch = 64

// maxPage is how long a page may be to be read by one worker. It is searched from its
// beginning to its end in any case, and would fill all blocks on its way through them,
// so that the other workers had nothing to do.
const maxPage = 8 << 20

// isPage tells whether a file is a page by its name.
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

	*memory               // that files are read with, nil before the first one
	name    string        // of the file that was opened last
	file    io.ReadCloser // which is open, or nil
	in      *unpacker     // of file
	read    int64         // bytes of in
	reader  reader        // of the file, nil if it is a text or was not opened
	failed  bool          // some files failed
}

func (b *batch) reset() { *b = batch{files: b.files[:0]} }

// A memory is what files of a batch are read with.
type memory struct {
	buf    []byte
	finder finder // of URIs in a text
}

// memories are those that are not in use. There are no more than workers, and each core
// goes on with that which it has used last.
var memories = sync.Pool{New: func() any { return new(memory) }}

// beginBatch takes memory for a batch, if it has none.
func (w *walker) beginBatch(b *batch) {
	if b.memory != nil {
		return
	}
	m := memories.Get().(*memory)
	if cap(m.buf) < w.size {
		m.buf = make([]byte, w.size)
	}
	m.buf = m.buf[:w.size]
	m.finder.anyScheme, m.finder.maxLen = w.anyScheme, w.maxLine
	m.finder.reset()
	b.memory = m
}

// end gives back what files were read with.
func (b *batch) end() {
	b.close()
	b.forget()
	memories.Put(b.memory)
	b.memory = nil
}

// findBatch prints the URIs of files, or as much of it as fits.
func (w *walker) findBatch(b *block) (more bool) {
	files := &b.batch
	w.beginBatch(files)
	for w.ctx.Err() == nil {
		switch {
		case files.reader != nil && w.readOn(files.reader, b), files.reader == nil && w.findOn(&files.finder, b):
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
	file, err := openInput(files.name, nil)
	if err != nil {
		w.leave(b, "", err.(*inputError))
		return
	}
	files.file, files.read = w.bar.count(file), 0
	files.in = unpack(files.file, '\n')
	files.in.leaves = w.compressed.leaves
	n, err := readFull(files.in, files.buf)
	text := files.buf[:n]
	files.read += int64(n)
	if err == errArchive {
		w.compressedLeft.Add(1)
		why := leftAlone(files.in)
		files.close()
		w.leave(b, why, nil)
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
	files.finder.reset()
	switch {
	case form != textForm:
		files.reader = w.newReader(form, 1, 1)
		w.feed(b, text, err)
	case err == io.EOF:
		files.finder.set(text)
	default:
		files.finder.add(text, false)
	}
	w.ended(b, err)
}

// feed gives the reader of the file what was read, before err.
func (w *walker) feed(b *block, text []byte, err error) {
	b.batch.reader.feed(text, err == io.EOF, err != nil && err != io.EOF)
}

// readMore reads more of the file that is open: it has grown, or was compressed.
func (w *walker) readMore(b *block) {
	files := &b.batch
	if files.reader == nil {
		files.finder.forget()
	}
	n, err := readSome(files.in, files.buf)
	files.read += int64(n)
	if text := files.buf[:n]; files.reader != nil {
		w.feed(b, text, err)
	} else {
		files.finder.add(text, err == io.EOF)
	}
	w.ended(b, err)
}

// ended closes the file if err ended it.
func (w *walker) ended(b *block, err error) {
	files := &b.batch
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

// forget gives the reader of a file back that is done.
func (b *batch) forget() {
	if b.reader != nil {
		b.reader.giveBack()
	}
	b.reader = nil
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
