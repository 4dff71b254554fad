package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
)

// A walker is the reader of the pipeline of extract: it finds the files, and cuts
// them into blocks or hands on small ones by name.
type walker struct {
	*pipeline
	*extractFlags
	ctx context.Context
	std streams
	// The files that outputs are written into are not searched: reading them would
	// never end.
	outputs []fs.FileInfo
	bar     *progress

	compressedLeft atomic.Int64 // how many compressed files were left alone

	name, shown string         // the file that is read, and how positions show it
	sniffed     [sniffLen]byte // the start of the file, by which it is known to be binary
	form        inputForm      // how the file is read
	document    *document      // which the file is in the middle of
	cutter      warcCutter     // of archives
	pieces
}

// sniffLen is how much of a file is looked at to tell whether it is binary.
const sniffLen = 8 << 10

// readAll reads what was named, in order.
func (w *walker) readAll(files []string) {
	defer close(w.order)
	defer close(w.todo)
	if w.cur = w.take(); w.cur == nil {
		return
	}
	for _, name := range files {
		if w.named(name) != nil {
			return
		}
	}
	w.handBatch()
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
		return w.root(name)
	}
	return w.file(name, true)
}

// root reads the files below a folder that was named, which is not ignored
// itself. What names it may be a link, which the separator makes the system
// follow.
func (w *walker) root(name string) error {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return w.fail(&inputError{name, err})
	}
	var rules *ignoreFolder
	if !w.noIgnore {
		if rules, err = ignoredAbove(path); err != nil && w.fail(err.(*inputError)) != nil {
			return w.ctx.Err()
		}
	}
	if !os.IsPathSeparator(name[len(name)-1]) {
		name += string(filepath.Separator)
	}
	return w.folder(name, withSlash(path), rules)
}

// folder reads the files below a folder, of which path is the absolute one with a
// slash at its end, in lexical order.
func (w *walker) folder(name, path string, rules *ignoreFolder) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(name)
	if err != nil && w.fail(&inputError{name, err}) != nil {
		return w.ctx.Err()
	}
	if !w.noIgnore {
		rules, err = rules.below(name, path, func(file string) bool {
			return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == file })
		})
		if err != nil && w.fail(err.(*inputError)) != nil {
			return w.ctx.Err()
		}
	}
	for _, entry := range entries {
		shown := filepath.Join(name, entry.Name())
		if shown == "-" {
			shown = "." + string(filepath.Separator) + shown // not standard input
		}
		if err := w.entry(shown, path, entry, rules); err != nil {
			return err
		}
	}
	return nil
}

// entry reads what is in the folder at path, unless it is to be skipped.
func (w *walker) entry(name, path string, entry fs.DirEntry, rules *ignoreFolder) error {
	switch why := w.skips(path, entry, rules); {
	case why != "":
		return w.note(w.verbose, name, why)
	case entry.IsDir():
		return w.folder(name, path+entry.Name()+"/", rules)
	case entry.Type()&fs.ModeSymlink != 0:
		return w.note(w.verbose, name, "a symbolic link, not followed")
	case !entry.Type().IsRegular():
		return w.note(w.verbose, name, "neither a file nor a folder, skipped")
	}
	info, err := entry.Info()
	form, _ := formOfName(name)
	switch {
	case err == nil && slices.ContainsFunc(w.outputs, func(out fs.FileInfo) bool { return sameFile(info, out) }):
		// It was not asked for: uriscan extract . >links.txt
		return w.note(w.verbose, name, "the output, skipped")
	case err == nil && !w.join && (info.Size() <= int64(w.size) || info.Size() <= maxPage && w.size >= sniffLen && form == htmlForm):
		return w.batch(name, info.Size())
	}
	return w.file(name, false)
}

// skips returns why an entry of the folder at path is skipped, "" if it is not. A
// rule that takes an entry back does so for hidden ones, too, as in ripgrep, but
// not for the repository itself.
func (w *walker) skips(path string, entry fs.DirEntry, rules *ignoreFolder) (why string) {
	name := entry.Name()
	file, rule := rules.verdict(path, name, entry.IsDir())
	switch {
	case rule != nil && rule.negated && name != gitFolder:
		return ""
	case rule != nil && !rule.negated:
		return fmt.Sprintf("skipped by %s:%d; --no-ignore searches it", oneLine(file.name), rule.line)
	case name[0] == '.' && !w.hidden:
		return "hidden, skipped; --hidden searches it"
	}
	return ""
}

// batch adds a small file to those that a worker reads.
func (w *walker) batch(name string, size int64) error {
	b := &w.cur.batch
	if len(b.files) == maxBatch || b.size+size > int64(w.size) {
		if err := w.handBatch(); err != nil {
			return err
		}
		b = &w.cur.batch
	}
	b.files = append(b.files, name)
	b.size += size
	return nil
}

// handBatch hands on the small files that were found.
func (w *walker) handBatch() error {
	b := w.cur
	if len(b.batch.files) == 0 {
		return w.ctx.Err()
	}
	w.end = 0
	if err := w.hand(0); err != nil {
		return err
	}
	w.todo <- b
	return nil
}

// file reads one file.
func (w *walker) file(name string, named bool) error {
	if err := w.handBatch(); err != nil {
		return err
	}
	f, err := openInput(name, w.std.in, w.bar, w.outputs...)
	if err != nil {
		return w.fail(err.(*inputError))
	}
	defer f.Close()
	in := unpack(f, '\n')
	if !named {
		in.leaves = w.compressed.leaves
	}
	r := newInterruptible(w.ctx, in, f.waits())
	defer r.close()
	w.name, w.shown = name, oneLine(name)
	if w.as == textForm && named && (name == "-" || w.binary) {
		w.form = textForm
		return w.readForm(in, r)
	}
	head, err := w.sniff(r)
	if _, left := err.(leftAlone); left {
		w.compressedLeft.Add(1)
		return w.note(w.verbose, name, err.Error())
	}
	if name != "-" && !w.binary && w.form != warcForm && bytes.IndexByte(head, 0) >= 0 {
		return w.note(named || w.verbose, name, isBinary)
	}
	return w.readForm(in, io.MultiReader(bytes.NewReader(head), r))
}

const isBinary = "a binary file, skipped"

// sniff reads as much of an input as is needed to know its form, and whether it is binary.
func (w *walker) sniff(r io.Reader) (head []byte, err error) {
	for n, known := 0, false; !known && err == nil && n < len(w.sniffed); head = w.sniffed[:n] {
		var m int
		m, err = readSome(r, w.sniffed[n:])
		n += m
		w.form, known = w.formOf(w.name, w.sniffed[:n], err == io.EOF)
	}
	return head, err
}

// readForm reads r to its end, which is what in unpacks.
func (w *walker) readForm(in *unpacker, r io.Reader) error {
	w.equip(w.cur)
	w.pieces = pieces{cur: w.cur, cursor: cursor{line: 1}}
	w.cutter = warcCutter{}
	for {
		n, err := readSome(r, w.cur.buf[w.end:])
		w.end += n
		w.read += int64(n)
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if err == nil && w.read < int64(len(byteOrderMark)) && strings.HasPrefix(byteOrderMark, string(w.cur.buf[:w.end])) {
			continue // it may become one
		}
		if stopped := w.passForm(err); stopped != nil {
			return stopped
		}
		if in.isEnd(err) {
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
	if err := w.handBatch(); err != nil {
		return err
	}
	w.cur.err = err
	return w.hand(0)
}

// note hands on what was left out, and why.
func (w *walker) note(wanted bool, name, text string) error {
	w.end = 0
	if !wanted || w.quiet {
		return w.ctx.Err()
	}
	if err := w.handBatch(); err != nil {
		return err
	}
	w.cur.res.out = w.cur.res.out[:0]
	w.cur.diag = appendNote(w.cur.diag[:0], name, text)
	w.cur.done <- false
	return w.hand(0)
}

// appendNote appends a line about what was left out.
func appendNote(dst []byte, name, text string) []byte {
	return fmt.Appendf(dst, "uriscan: %s: %s\n", oneLine(name), text)
}

// hand puts the block that was read into in its place in the order, and goes on
// with another one, into which it moves what was read beyond n bytes.
func (w *walker) hand(n int) error {
	b, next := w.cur, w.take()
	if next == nil {
		return w.ctx.Err()
	}
	if b.buf != nil {
		w.equip(next)
	}
	w.end = copy(next.buf, b.buf[n:max(n, w.end)])
	w.searched, w.cur = 0, next
	w.order <- b
	return nil
}

// equip gives a block memory of its own, which those that are handed on as names do not
// need.
func (w *walker) equip(b *block) {
	if b.buf == nil {
		b.buf = make([]byte, w.size)
	}
}

// take returns a block to read into, or nil if the work is to end.
func (w *walker) take() *block {
	select {
	case b := <-w.free:
		b.err, b.document = nil, nil
		b.batch.reset()
		return b
	case <-w.ctx.Done():
		return nil
	}
}
