package extract

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"sync"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/warc"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/scanner"
)

// Options say what is searched, how, and what is printed.
type Options struct {
	record.Job                // how the work is done; it has no lines
	Find         warc.Options // what is looked for
	WithPosition bool
	Join         bool
	Format       render.Template // with Fields among its own; nil: the URI
	Base         string          // the text of Find.Page.Base
	Hidden       bool
	NoIgnore     bool
	Compressed   Compressed
	Verbose      bool
	As           Form // what files are read as
}

// Run prints the URIs in files and folders. The error is nil or the exit status.
func (x *Options) Run(ctx context.Context, std stream.Std, files []string) error {
	if x.Join {
		x.BlockSize = max(x.BlockSize, 2*prose.MaxJoin)
	}
	x.prepare()
	d := &record.Driver[search]{Job: &x.Job, Std: std}
	return d.Run(files, func(files []string) error {
		p := pipeline.New[record.Work[search]](x.Job.Records(), nil)
		w := &walker{Pipeline: p, Options: x, std: std, outputs: []fs.FileInfo{stream.StatOf(d.Out.Writer), stream.StatOf(std.Err)}, done: &d.Bar.Done}
		p.Finish = w.search
		err := d.Drain(ctx, p, func(upstream context.Context) {
			w.ctx = upstream
			p.StartWith(upstream, w.readAll, files)
		})
		if err == nil {
			err = d.Tell(w.appendLeftOut(nil))
		}
		return err
	})
}

// A search is what a block holds of the work.
type search struct {
	batch    batch     // of files to search
	document *document // what the block is a part of, if it is not a batch
	ending   ending    // how the part ends
}

type searchBlock = pipeline.Block[record.Work[search]]

// A searcher is what one worker searches inputs with.
type searcher struct {
	*walker
	block   *searchBlock // that is printed into
	at      location     // of what is searched
	find    warc.Options // what is looked for there
	stopped bool         // nothing more is printed, because the work is to end
	print   func(prose.Found)

	prose   prose.Text
	page    page.Page
	records warc.Records
	in      *bufio.Reader
	buf     []byte // that files are read into
	fixed   []byte // a URL of a text, repaired
}

// searchers are idle. There are no more of them than workers.
var searchers = sync.Pool{New: func() any {
	s := &searcher{in: bufio.NewReaderSize(nil, 64<<10)} // all that is looked at together
	s.print = s.printOne
	return s
}}

// search searches a block, all of the document that begins with it, or the files that it
// names, and reports whether it came to the end.
func (w *walker) search(_ context.Context, b *searchBlock, _ *[]scanner.Line) bool {
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.walker, s.stopped = w, false
	s.begin(b)
	switch d := b.Work.Own.document; {
	case d == nil:
		s.searchBatch(&b.Work.Own.batch)
	case d.form == textForm && b.Work.Own.ending == atEnd:
		s.at = d.at
		s.searchText(b.Src, d.Cursor)
	default:
		s.at = d.at
		s.searchForm(d.form, &documentReader{s, b.Src}, d.Cursor)
	}
	if !s.stopped {
		s.block.Done <- false
	}
	return !s.stopped
}

// searchText searches a text, or a part of one whose ends no URI crosses.
func (s *searcher) searchText(text []byte, at prose.Cursor) {
	s.prose.Begin(&s.Find.Page.Text, at, false)
	s.prose.Join = s.Join
	s.prose.Set(text)
	s.prose.Find(s.print)
}

func (s *searcher) begin(b *searchBlock) {
	s.block = b
	b.Work.Res.Out, b.Work.Diag = b.Work.Res.Out[:0], b.Work.Diag[:0]
}

// flush has the results written, and goes on in the same block.
func (s *searcher) flush() {
	s.block.Done <- true
	select {
	case <-s.block.Resume:
		s.begin(s.block)
	case <-s.ctx.Done():
		s.stopped = true
	}
}

// prepare sets what follows from other flags. Lines are counted if places are printed.
func (x *Options) prepare() {
	x.Find.Page.Text.MaxLen = x.MaxLine
	x.Find.Page.Text.Places = x.WithPosition || x.Verbose || x.Format.Has("line", "byte")
	x.Find.Page.Tags = x.Format.Has("page", "element", "attr", "rel")
}

func (s *searcher) printOne(f prose.Found) {
	b := s.block
	if !s.stopped && len(b.Work.Res.Out)+len(b.Work.Diag) >= b.Limit {
		s.flush()
	}
	b.Work.Failed = b.Work.Failed || f.Flaw != ""
	s.left[f.Left].Add(1)
	switch {
	case f.Left == prose.GoesOn && s.Find.Page.Repair && s.printRepaired(f):
		return
	case s.stopped, s.Quiet && (f.Flaw != "" || f.Left != prose.Not):
		return
	case f.Left != prose.Not:
		if s.Verbose {
			b.Work.Diag = diag.AppendPlace(b.Work.Diag, b.Input, f.Line, f.Column)
			b.Work.Diag = fmt.Appendf(b.Work.Diag, "left out, %s: %s\n", leftOut[f.Left].why, stream.OneLine(string(f.URI)))
		}
		return
	case f.Flaw != "":
		b.Work.Diag = diag.AppendPlace(b.Work.Diag, b.Input, f.Line, f.Column)
		b.Work.Diag = append(append(b.Work.Diag, f.Flaw...), '\n')
		return
	case s.WithPosition:
		b.Work.Res.Out = diag.AppendPlace(b.Work.Res.Out, b.Input, f.Line, f.Column)
	}
	if s.Format == nil {
		b.Work.Res.Out = append(append(b.Work.Res.Out, f.URI...), '\n')
		return
	}
	b.Work.Res.Out = appendFound(b.Work.Res.Out, s.Format, b.Input, s.at.page, f)
}
