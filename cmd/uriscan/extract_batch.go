package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
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
	files []smallFile
	size  int64 // of all
	next  int   // the first that was not opened

	*memory             // that files are read with, nil before the first one
	smallFile           // the one at hand
	file      plainFile // of it
	folder    neighbours
	read      int64     // of file
	in        *unpacker // of this batch, nil if no file is open
	reader    reader    // of the file, nil if it is a text or none
	bar       *progress
	failed    bool // some files failed
}

// A smallFile is one of which the size is that when it was found.
type smallFile struct {
	name string
	size int64
}

func (b *batch) reset() { *b = batch{files: b.files[:0]} }

// A memory is what files of a batch are read with.
type memory struct {
	buf      []byte
	finder   finder // of URIs in a text
	unpacker unpacker
	leaves   func(*format) bool // of unpacker
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
	m.leaves = w.compressed.leaves
	b.memory = m
}

// end gives back what files were read with.
func (b *batch) end() {
	b.close()
	b.forget()
	b.folder.close()
	memories.Put(b.memory)
	b.memory = nil
}

// lookAt is what neighbours tell of an entry of a folder where they are not known.
func lookAt(entry fs.DirEntry, others []fs.FileInfo) (size int64, isOther bool, err error) {
	info, err := entry.Info()
	if err != nil {
		return 0, false, err
	}
	isOther = slices.ContainsFunc(others, func(other fs.FileInfo) bool { return sameFile(info, other) })
	return info.Size(), isOther, nil
}

// Read reads of the file at hand, which is not to shrink meanwhile.
func (b *batch) Read(p []byte) (int, error) {
	n, err := b.file.Read(p)
	b.read += int64(n)
	b.bar.add(n)
	if err == nil && n < len(p) && b.read == b.smallFile.size {
		return n, io.EOF // there was no more, as was to be expected: to ask again costs a call
	}
	if err == io.EOF && b.read < b.smallFile.size {
		if now, failed := os.Stat(b.name); failed == nil && now.Size() < b.smallFile.size {
			return n, fmt.Errorf("the file shrank from %d to %d bytes", b.smallFile.size, now.Size())
		}
	}
	return n, err
}

// findBatch prints the URIs of files, or as much of it as fits.
func (w *walker) findBatch(b *block) (more bool) {
	files := &b.batch
	w.beginBatch(files)
	for w.ctx.Err() == nil {
		switch {
		case files.reader != nil && w.readOn(files.reader, b), files.reader == nil && w.findOn(&files.finder, b):
			return true
		case files.in != nil:
			w.readMore(b)
		case files.next == len(files.files):
			files.end()
			return false
		default:
			files.forget()
			files.smallFile = files.files[files.next]
			files.next++
			w.openNext(b)
		}
	}
	files.end()
	return false
}

// openNext opens the file at hand and reads its start, which is all of it as a
// rule.
func (w *walker) openNext(b *block) {
	files := &b.batch
	if err := files.file.open(files.name, &files.folder); err != nil {
		w.leave(b, "", &inputError{files.name, err})
		return
	}
	files.bar = w.bar
	files.read, files.in = 0, &files.unpacker
	*files.in = unpacker{file: files, delim: '\n', window: maxWindow, leaves: files.leaves}
	n, err := readFull(files.in, files.buf)
	text := files.buf[:n]
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

// feed gives the reader of the file at hand what was read, before err.
func (w *walker) feed(b *block, text []byte, err error) {
	b.batch.reader.feed(text, err == io.EOF, err != nil && err != io.EOF)
}

// readMore reads more of the file at hand: it has grown, or was compressed.
func (w *walker) readMore(b *block) {
	files := &b.batch
	if files.reader == nil {
		files.finder.forget()
	}
	n, err := readSome(files.in, files.buf)
	if text := files.buf[:n]; files.reader != nil {
		w.feed(b, text, err)
	} else {
		files.finder.add(text, err == io.EOF)
	}
	w.ended(b, err)
}

// ended closes the file at hand if err ended it.
func (w *walker) ended(b *block, err error) {
	files := &b.batch
	if err == nil {
		return
	}
	if err == io.EOF {
		err = files.in.trailing()
	} else {
		err = brokenOff(err, files.read)
	}
	files.close()
	if err != nil {
		w.leave(b, "", &inputError{files.name, err})
	}
}

// close closes the file at hand, if there is one.
func (b *batch) close() {
	if b.in != nil {
		b.file.Close()
	}
	b.in = nil
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
