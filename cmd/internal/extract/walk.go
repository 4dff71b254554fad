package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/uriscan/uriscan/cmd/internal/archive"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/gitignore"
	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/warc"
	"github.com/uriscan/uriscan/internal/prose"
)

// A walker finds files, and cuts them into blocks or hands on small ones by name.
type walker struct {
	*pipeline.Pipeline[record.Work[search]]
	*Options
	ctx     context.Context
	std     stream.Std
	outputs []fs.FileInfo // are not searched: reading them would never end
	done    *atomic.Int64 // counts what is read

	compressedLeft atomic.Int64              // how many compressed files were left alone
	oddLeft        atomic.Int64              // how many files of other formats
	left           [prose.Lefts]atomic.Int64 // how many values were left out, and why

	above       string              // the folder that was named, absolute and with "/" at its end
	name, shown string              // the file that is read, and how positions show it
	at          location            // where its pages are
	sniffed     [page.SniffLen]byte // the start of the file, by which it is known to be binary
	form        Form                // how the file is read
	document    *document           // which the file is in the middle of
	cutter      warc.Cutter         // of archives
	pieces
}

func (w *walker) readAll(files []string) {
	defer close(w.Order)
	defer close(w.Todo)
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

// named reads one FILE argument. As everywhere in a walker, the error says that the work
// is to end; errors of inputs are handed on.
func (w *walker) named(name string) error {
	_, isURI := stream.URI(name)
	if info, err := os.Stat(name); err == nil && info.IsDir() && name != "-" && !isURI {
		return w.root(name)
	}
	return w.file(source{name: name}, true)
}

// root reads the files below a folder that was named, which is not ignored itself. The
// name may be that of a link, which the separator makes the system follow.
func (w *walker) root(name string) error {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return w.fail(&stream.InputError{Name: name, Err: err})
	}
	var rules *gitignore.Folder
	if !w.NoIgnore {
		if rules, err = gitignore.Above(path); err != nil && w.fail(err.(*stream.InputError)) != nil {
			return w.ctx.Err()
		}
	}
	w.above = gitignore.WithSlash(path)
	return w.folder(name, w.above, rules)
}

// folder reads the files below a folder in lexical order. path is its absolute path, with
// a slash at its end.
func (w *walker) folder(name, path string, rules *gitignore.Folder) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(name)
	if err != nil && w.fail(&stream.InputError{Name: name, Err: err}) != nil {
		return w.ctx.Err()
	}
	if !w.NoIgnore {
		rules, err = rules.Below(name, path, func(file string) bool {
			return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == file })
		})
		if err != nil && w.fail(err.(*stream.InputError)) != nil {
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
func (w *walker) entry(name, path string, entry fs.DirEntry, rules *gitignore.Folder) error {
	why, err := w.skips(path, entry, rules)
	if err != nil && w.fail(&stream.InputError{Name: name, Err: err}) != nil {
		return w.ctx.Err()
	}
	switch {
	case why != "":
		return w.note(name, why)
	case entry.IsDir():
		return w.folder(name, path+entry.Name()+"/", rules)
	case entry.Type()&fs.ModeSymlink != 0:
		return w.note(name, "a symbolic link, not followed")
	case !entry.Type().IsRegular():
		return w.note(name, "neither a file nor a folder, skipped")
	}
	f := source{name, (path + entry.Name())[len(w.above):]}
	info, err := entry.Info()
	switch {
	case err == nil && slices.ContainsFunc(w.outputs, func(out fs.FileInfo) bool { return stream.SameFile(info, out) }):
		// It was not asked for: uriscan extract . >links.txt
		return w.note(name, "the output, skipped")
	case err == nil && w.isSmall(name, info.Size()):
		return w.batch(f, info.Size())
	}
	return w.file(f, false)
}

// isSmall reports whether one worker reads a file of that size.
func (w *walker) isSmall(name string, size int64) bool {
	form, _ := formOfName(name)
	return !w.Join && (size <= int64(w.BlockSize) || size <= maxPage && w.BlockSize >= page.SniffLen && form == htmlForm)
}

// skips returns why an entry of the folder at path is skipped, "" if it is not. As in
// ripgrep, a rule may take back a hidden entry, too, but not the repository itself. The error says
// that not all rules count.
func (w *walker) skips(path string, entry fs.DirEntry, rules *gitignore.Folder) (why string, err error) {
	name := entry.Name()
	file, rule, err := rules.Verdict(path, name, entry.IsDir())
	switch {
	case rule != nil && rule.Negated && name != gitignore.GitFolder:
	case rule != nil && !rule.Negated:
		why = fmt.Sprintf("skipped by %s:%d; --no-ignore searches it", stream.OneLine(file.Name), rule.Line)
	case name[0] == '.' && !w.Hidden:
		why = "hidden, skipped; --hidden searches it"
	}
	return why, err
}

// batch adds a small file to those that a worker reads.
func (w *walker) batch(f source, size int64) error {
	b := &w.cur.Work.Own.batch
	if len(b.files) == maxBatch || b.size+size > int64(w.BlockSize) {
		if err := w.handBatch(); err != nil {
			return err
		}
		b = &w.cur.Work.Own.batch
	}
	b.files = append(b.files, f)
	b.size += size
	return nil
}

func (w *walker) handBatch() error {
	b := w.cur
	if len(b.Work.Own.batch.files) == 0 {
		return w.ctx.Err()
	}
	w.end = 0
	if err := w.hand(0); err != nil {
		return err
	}
	w.Todo <- b
	return nil
}

func (w *walker) file(s source, named bool) error {
	name := s.name
	if err := w.handBatch(); err != nil {
		return err
	}
	f, err := stream.Open(name, w.std.In, w.done, w.outputs...)
	if err != nil {
		return w.fail(err.(*stream.InputError))
	}
	defer f.Close()
	in := archive.NewReader(f, '\n')
	if f.IsURI {
		in.AsText()
	}
	if !named {
		in.Leaves = w.Compressed.leaves
	}
	r := stream.NewInterruptible(w.ctx, in)
	defer r.Close()
	w.name, w.shown, w.at = name, stream.OneLine(name), w.locate(s)
	if f.IsURI || w.As == textForm && named && (name == "-" || w.Find.Binary) {
		w.form = textForm
		return w.readForm(in, r)
	}
	head, err := w.sniff(r)
	if _, left := err.(archive.LeftAlone); left {
		w.compressedLeft.Add(1)
		return w.note(name, err.Error()+searchesAll)
	}
	switch why, odd := w.unsearched(w.form, head); {
	case why == "" || name == "-" && odd == 0:
	case named:
		return w.fail(&stream.InputError{Name: name, Err: errors.New(why)})
	default:
		w.oddLeft.Add(odd)
		return w.note(name, why)
	}
	return w.readForm(in, io.MultiReader(bytes.NewReader(head), r))
}

// unsearched returns why data of that form that begins with head is not searched, "" if it
// is. odd is 1 if it may be a text, in a format that is not read.
func (x *Options) unsearched(f Form, head []byte) (why string, odd int64) {
	format := diag.FormatOf(head)
	switch {
	case x.Find.Binary, f == warcForm:
	case format != "":
		return "looks like " + format, 1
	case f != htmlForm && bytes.IndexByte(head, 0) >= 0:
		return "a binary file, skipped; --binary searches it", 0
	}
	return "", 0
}

// sniff reads as much of an input as is needed to know its form, and whether it is binary.
func (w *walker) sniff(r io.Reader) (head []byte, err error) {
	for n, known := 0, false; !known && err == nil && n < len(w.sniffed); head = w.sniffed[:n] {
		var m int
		m, err = stream.ReadSome(r, w.sniffed[n:])
		n += m
		w.form, known = w.formOf(w.name, w.sniffed[:n], err == io.EOF)
	}
	return head, err
}

// readForm reads r to its end, which is what in unpacks.
func (w *walker) readForm(in *archive.Reader, r io.Reader) error {
	w.equip(w.cur)
	w.pieces = pieces{cur: w.cur, Cursor: prose.Cursor{Line: 1}}
	w.cutter = warc.Cutter{}
	for {
		n, err := stream.ReadSome(r, w.cur.Buf[w.end:])
		w.end += n
		w.read += int64(n)
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if err == nil && w.read < int64(len(stream.ByteOrderMark)) && strings.HasPrefix(stream.ByteOrderMark, string(w.cur.Buf[:w.end])) {
			continue // it may become one
		}
		if stopped := w.pass(err); stopped != nil {
			return stopped
		}
		if in.IsEnd(err) {
			if err = in.Trailing(); err == nil {
				return nil
			}
		} else if err != nil {
			err = archive.BrokenOff(err, w.read)
		}
		if err != nil {
			return w.fail(&stream.InputError{Name: w.name, Err: err})
		}
	}
}

// fail hands on why an input failed, which does not affect the others.
func (w *walker) fail(err *stream.InputError) error {
	if err := w.handBatch(); err != nil {
		return err
	}
	w.cur.Err = err
	return w.hand(0)
}

// note hands on what was left out, and why, if that is to be said.
func (w *walker) note(name, text string) error {
	w.end = 0
	if !w.Verbose || w.Quiet {
		return w.ctx.Err()
	}
	if err := w.handBatch(); err != nil {
		return err
	}
	w.cur.Work.Res.Out = w.cur.Work.Res.Out[:0]
	w.cur.Work.Diag = appendNote(w.cur.Work.Diag[:0], name, text)
	w.cur.Done <- false
	return w.hand(0)
}

func appendNote(dst []byte, name, text string) []byte {
	return fmt.Appendf(dst, "uriscan: %s: %s\n", stream.OneLine(name), text)
}

// hand puts the current block in its place in the order, and goes on with another
// one, into which it moves what was read beyond n bytes.
func (w *walker) hand(n int) error {
	b, next := w.cur, w.take()
	if next == nil {
		return w.ctx.Err()
	}
	if b.Buf != nil {
		w.equip(next)
	}
	w.end = copy(next.Buf, b.Buf[n:max(n, w.end)])
	w.searched, w.cur = 0, next
	w.Order <- b
	return nil
}

// equip gives a block memory of its own. Blocks that are handed on as names do not need it.
func (w *walker) equip(b *searchBlock) {
	if b.Buf == nil {
		b.Buf = make([]byte, max(w.BlockSize, len(stream.ByteOrderMark)))
	}
}

// take returns a block to read into, or nil if the work is to end.
func (w *walker) take() *searchBlock {
	select {
	case b := <-w.Free:
		b.Err, b.Work.Failed = nil, false
		b.Work.Own = search{batch: batch{files: b.Work.Own.batch.files[:0]}}
		return b
	case <-w.ctx.Done():
		return nil
	}
}
