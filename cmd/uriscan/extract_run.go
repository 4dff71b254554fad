package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"sync"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// extract prints the URIs in files and folders. The error is nil or the exit
// status.
func (x *extractFlags) extract(ctx context.Context, std streams, files []string) error {
	if x.join {
		x.blockSize = max(x.blockSize, 2*maxJoin)
	}
	d := &driver{job: &x.job, std: std}
	return d.run(files, x.output, func(files []string) error {
		p := newPipeline(&x.job)
		w := &walker{pipeline: p, extractFlags: x, std: std, outputs: []fs.FileInfo{statOf(d.out.Writer), statOf(std.err)}, bar: &d.bar}
		p.finish = w.search
		err := d.drain(ctx, p, func(upstream context.Context) {
			w.ctx = upstream
			p.startWith(upstream, w.readAll, files)
		})
		if err == nil {
			err = d.tell(w.appendLeft(nil))
		}
		return err
	})
}

// A searcher is what one worker searches inputs with.
type searcher struct {
	*walker
	block   *block // that is printed into
	stopped bool   // and not any more, because the work is to end
	print   func(found)

	prose   prose
	page    htmlPage
	records records
	in      *bufio.Reader
	buf     []byte // that files are read into
}

// searchers are those that are not at work. There are no more than workers.
var searchers = sync.Pool{New: func() any {
	s := &searcher{in: newReader()}
	s.print = s.printOne
	return s
}}

// search searches a block, all of the document that begins with it, or the files that it
// names, and reports whether it came to the end.
func (w *walker) search(_ context.Context, b *block, _ *[]scanner.Line) bool {
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.walker, s.stopped = w, false
	s.begin(b)
	switch {
	case b.document != nil:
		r := &documentReader{s, b.src}
		s.searchForm(b.document.form, r, b.document.cursor)
		io.Copy(io.Discard, r)
	case len(b.batch.files) > 0:
		s.searchBatch(&b.batch)
	default:
		s.searchText(b.src, b.cursor)
	}
	if !s.stopped {
		s.block.done <- false
	}
	return !s.stopped
}

// searchText searches all of a text, or a part that begins and ends where no URI does
// both before and after.
func (s *searcher) searchText(text []byte, at cursor) {
	s.prose.begin(s.extractFlags, at, false)
	s.prose.join = s.join
	s.prose.set(text)
	s.prose.find(s.print)
}

// begin begins to print into a block.
func (s *searcher) begin(b *block) {
	s.block = b
	b.res.out, b.diag = b.res.out[:0], b.diag[:0]
}

// flush has what was printed written, and goes on in the same block.
func (s *searcher) flush() {
	s.block.done <- true
	select {
	case <-s.block.resume:
		s.begin(s.block)
	case <-s.ctx.Done():
		s.stopped = true
	}
}

// asksPlaces reports whether places are printed, for which lines have to be counted.
func (x *extractFlags) asksPlaces() bool { return x.withPosition || x.format.asksPlace() }

// printOne prints one finding.
func (s *searcher) printOne(f found) {
	b := s.block
	if !s.stopped && len(b.res.out)+len(b.diag) >= b.res.limit {
		s.flush()
	}
	switch {
	case s.stopped, f.flaw+f.note != "" && s.quiet:
		return
	case f.note != "":
		b.diag = fmt.Appendf(b.diag, "uriscan: %s: %s\n", b.input, f.note)
		return
	case f.flaw != "":
		b.diag = appendPosition(b.diag, b.input, f)
		b.diag = append(append(b.diag, f.flaw...), '\n')
		return
	case s.withPosition:
		b.res.out = appendPosition(b.res.out, b.input, f)
	}
	if s.format == nil {
		b.res.out = append(append(b.res.out, f.uri...), '\n')
		return
	}
	b.res.out = s.format.append(b.res.out, b.input, f)
}

// appendPosition appends FILE:LINE:BYTE: and a blank.
func appendPosition(dst []byte, name string, f found) []byte {
	dst = append(append(dst, name...), ':')
	dst = append(strconv.AppendInt(dst, f.line, 10), ':')
	return append(strconv.AppendInt(dst, f.column, 10), ": "...)
}

// unbroken are the bytes after which a text cannot be cut: URIs may hold them, or
// what follows may depend on them. All others are no part of any URI, and no
// rule on what stands before one speaks of them, nor tells them apart.
var unbroken = uriBytes.Or(lut.MakeSet(`\`))

// lastCut returns the last place in text where it can be cut, 0 if there is
// none.
func lastCut(text []byte) int {
	n := len(text)
	for n > 0 && unbroken.Has(text[n-1]) {
		n--
	}
	return n
}

// firstCut returns the first place in text where it can be cut, 0 if there is
// none.
func firstCut(text []byte) int {
	if i := lut.Span(text, unbroken); i < len(text) {
		return i + 1
	}
	return 0
}
