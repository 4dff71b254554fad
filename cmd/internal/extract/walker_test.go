package extract

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/render"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

// A file that no longer exists, or cannot be read, when it is opened is an error, and the
// other files of its batch are searched.
func TestExtractBatchFailures(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"d/a": "http://a/", "d/c": "http://c/", "d/e": "http://e\x00/", "d/shrinks": "http://s/" + strings.Repeat(" ", 1015), "d/f.gz": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03http://x", "d/g.gz": reads.Gzipped("http://g/") + "garbage"})
	w := walkerOf(t, &Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: 16 << 20}}, Verbose: true})
	b := pipeline.NewBlock[record.Work[search]](1 << 20)
	defer faults.Wrap(func(f disk.File, name string) disk.File {
		if name == "d/shrinks" {
			return &shrinking{f, name}
		}
		return f
	})()
	for _, name := range []string{"d/a", "d/gone", "d/c", "d", "d/e", "d/f.gz", "d/g.gz", "d/shrinks", "d/c"} {
		b.Work.Own.batch.files = append(b.Work.Own.batch.files, source{name: name})
	}
	if !w.search(t.Context(), b, nil) || <-b.Done {
		t.Error("search: more results follow, want all at once")
	}
	if out := "http://a/\nhttp://c/\nhttp://g/\nhttp://s/\nhttp://c/\n"; string(b.Work.Res.Out) != out {
		t.Errorf("search prints %q, want %q", b.Work.Res.Out, out)
	}
	diag := strings.Split(string(b.Work.Diag), "\n")
	for i, want := range []string{"d/gone: no such file or directory", "d: is a directory", "d/e: a binary file, skipped", "d/f.gz: gzip data is damaged", "d/g.gz: the gzip data ends at offset", "d/shrinks: the file shrank from 1024 to 10 bytes after 10 bytes"} {
		if i >= len(diag) || !strings.HasPrefix(diag[i], "uriscan: "+want) {
			t.Errorf("search tells %q, want %q in line %d", b.Work.Diag, want, i+1)
		}
	}
	if !b.Work.Failed {
		t.Error("search: failed = false, want true")
	}
}

// Small files in a folder are handed on many at a time, without memory to read into, and
// the records of an archive to several workers, whatever was read before it.
func TestWalker(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{"lost": "WARC/1.0\r\n\r\n", "records": strings.Repeat(reads.WARC("", "text/plain", strings.Repeat("x", 900)), 100)}
	for i := range 2*maxBatch + 1 {
		files[fmt.Sprintf("d/%03d", i)] = "a"
	}
	const blockSize = 16 << 10
	for _, name := range []string{"d/l1", "d/l2", "d/l3"} {
		files[name] = strings.Repeat(" ", blockSize/2)
	}
	files["page.html"] = strings.Repeat("<p>", blockSize)
	files["text"] = strings.Repeat(strings.Repeat("a", blockSize*3/4)+"\n", 2)
	testkit.WriteAll(t, files)
	var open atomic.Int64 // how many files are
	defer faults.Wrap(func(f disk.File, _ string) disk.File {
		open.Add(1)
		return &countedFile{f, &open}
	})()
	ctx, cancel := context.WithCancel(t.Context())
	w := walkerOf(t, &Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: 16 << 20, BlockSize: blockSize, Workers: 100}}}) // so that all of it fits into blocks
	w.ctx = ctx
	go w.readAll([]string{"d", "lost", "records", "page.html", "text"}) // which waits for no worker
	var got []string
	archives := map[*document]bool{}
	slow := time.AfterFunc(time.Minute, func() { panic("TestWalker: the reader waits for a worker") })
	for b := range w.Order {
		if b.Input == "records" {
			archives[b.Work.Own.document] = true
			continue
		}
		got = append(got, fmt.Sprint(len(b.Work.Own.batch.files), " ", b.Buf != nil, " ", b.Work.Own.document != nil))
	}
	for range w.Todo { // it is closed, too
	}
	slow.Stop()
	want := []string{"64 false false", "64 false false", "2 false false", "2 false false",
		"0 true true", "0 true true", "0 true true", "0 true true", "0 true true", "0 true true"}
	if len(archives) < 6 {
		t.Errorf("100 records of 1 KiB in blocks of 16 KiB are %d documents, want 6 at least", len(archives))
	}
	if !slices.Equal(got, want) {
		t.Errorf("files in blocks, memory and documents are %q, want %q", got, want)
	}
	s, b := &searcher{walker: w, block: pipeline.NewBlock[record.Work[search]](100)}, &batch{files: []source{{name: "d/000"}}}
	s.searchBatch(b)
	searched, read := &s.buf[0], &w.cur.Buf[0]
	s.searchBatch(b)
	w.equip(w.cur)
	if searched != &s.buf[0] || read != &w.cur.Buf[0] {
		t.Error("the memory to read into is another one for the next file")
	}
	if left := open.Load(); left != 0 {
		t.Errorf("%d files are left open", left)
	}
	cancel()
	b.files[0].name = "missing"
	if s.searchBatch(b); s.block.Work.Failed {
		t.Error("searchBatch opens files after the end of the context")
	}
	if err := w.folder("d/", "d/", nil); err != ctx.Err() || len(w.cur.Work.Own.batch.files) > 0 {
		t.Errorf("folder after the end of the context = %v with %q, want %v", err, w.cur.Work.Own.batch.files, ctx.Err())
	}
}

// A text is cut where no URI is, in about as many documents as there are blocks of it, and an archive
// in about as many: so all workers have something to do, however the input comes.
func TestDocumentsAreMany(t *testing.T) {
	t.Chdir(t.TempDir())
	const blockSize, blocks = 4 << 10, 40
	lines := strings.Repeat("see http://a/ and so on\n", blockSize*blocks/24)
	testkit.WriteAll(t, map[string]string{
		"lines": lines, "long words": strings.Repeat(strings.Repeat("a", blockSize/3)+" http://a/ ", 3*blocks),
		"archive": strings.Repeat(reads.WARC("", "text/plain", strings.Repeat("x ", 400)), 4*blocks), "packed": string(packed.Gzip(lines)),
	})
	for _, name := range []string{"lines", "long words", "archive", "packed"} {
		w := walkerOf(t, &Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: 1 << 20, BlockSize: blockSize, Workers: 100}}})
		go w.readAll([]string{name})
		documents, handed := map[*document]bool{}, 0
		for b := range w.Order {
			documents[b.Work.Own.document] = true
			handed++
		}
		if len(documents) < blocks*3/4 || handed > 3*blocks {
			t.Errorf("%s: %d documents in %d blocks, want about %d", name, len(documents), handed, blocks)
		}
	}
}

// Pages up to 8 MiB, and other files of a block, are read by one worker.
func TestIsSmall(t *testing.T) {
	const block = 64 << 10
	for _, tt := range []struct {
		name       string
		block, max int64 // max: the largest size that is small
	}{
		{"a", block, block}, {"a.html.gz", block, 8 << 20}, {"a.html", 1000, 1000}, {"a.xml", block, block},
	} {
		for _, join := range []bool{false, true} {
			w := walkerOf(t, &Options{Join: join, Job: record.Job{Reading: pipeline.Reading{BlockSize: int(tt.block)}}})
			if w.isSmall(tt.name, tt.max) == join || w.isSmall(tt.name, tt.max+1) {
				t.Errorf("in blocks of %d, with join %t, %s is small up to another size than %d", tt.block, join, tt.name, tt.max)
			}
		}
	}
}

// What is not asked for is not found out, and what is left out is counted, each reason.
func TestPrepare(t *testing.T) {
	for format, want := range map[string][2]bool{
		"": {}, "{uri}{file}": {}, "{line}": {true}, "{byte}": {true}, "{page}": {1: true}, "{element}": {1: true}, "{attr}": {1: true}, "{rel}": {1: true},
	} {
		f, err := render.ParseTemplate(format, Fields...)
		testkit.Must(t, err)
		x := &Options{Format: f}
		if x.prepare(); [2]bool{x.Find.Page.Text.Places, x.Find.Page.Tags} != want {
			t.Errorf("for %s places and tags are found out: %t, %t, want %t", format, x.Find.Page.Text.Places, x.Find.Page.Tags, want)
		}
	}
	w := walkerOf(t, new(Options))
	for i := range w.left {
		w.left[i].Store(int64(1000 + i))
	}
	text := string(w.appendLeftOut(nil))
	for i := range w.left[1:] {
		if !strings.Contains(text, fmt.Sprintf(": %d", 1001+i)) || strings.Count(text, "\n") != int(prose.Lefts)-1 {
			t.Errorf("left out %q, want a line for each reason, with %d", text, 1001+i)
		}
	}
}

// A text that cannot be cut is searched once for a place to cut it, however it comes.
func TestCutGrows(t *testing.T) {
	for _, join := range []bool{false, true} {
		w := walkerOf(t, &Options{Join: join})
		w.form = textForm
		growth.Check(t, 8<<10, []growth.Shape{{"", "a"}, {"", "/"}}, map[string]growth.Job{"cut": growth.Of(func(in []byte) {
			w.pieces = pieces{cur: &searchBlock{Buf: in}}
			for ; w.end < len(in); w.end += 16 {
				w.cut(nil)
			}
		})})
	}
}

// Printing stops soon after the limit, and goes on where it stopped.
func TestSearchInParts(t *testing.T) {
	w := walkerOf(t, &Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: 8}}, WithPosition: true})
	b := pipeline.NewBlock[record.Work[search]](100)
	text := &document{form: textForm, Cursor: prose.Cursor{Line: 1}}
	b.Input, b.Src, b.Work.Own.document, b.Work.Own.ending = "file", []byte(strings.Repeat("http://a http://too-long\n", 50)), text, atEnd
	go w.search(t.Context(), b, nil)
	parts, lines := 0, 0
	for more := true; more; parts++ {
		more = <-b.Done
		if held := len(b.Work.Res.Out) + len(b.Work.Diag); held > 100+len("file:50:10: too-long\n") {
			t.Fatalf("%d bytes are held, want about 100 at most", held)
		}
		lines += bytes.Count(b.Work.Res.Out, []byte{'\n'}) + bytes.Count(b.Work.Diag, []byte{'\n'})
		if more {
			b.Resume <- struct{}{}
		}
	}
	if parts < 10 || lines != 100 {
		t.Errorf("search gives %d parts with %d lines, want many and 100", parts, lines)
	}
	// At the end of the work nothing more is printed, wherever a worker waits.
	for _, d := range []*document{text, {form: htmlForm, blocks: make(chan *searchBlock)}} {
		ctx, cancel := context.WithCancel(t.Context())
		w.ctx, b.Work.Own.document = ctx, d
		if d != text {
			b.Src, b.Work.Own.ending = []byte("http://a "), goesOn
		}
		ended := make(chan bool, 1)
		go func() { ended <- w.search(ctx, b, nil) }()
		<-b.Done
		cancel()
		select {
		case isWhole := <-ended:
			if isWhole {
				t.Error("search says that it came to the end, which it did not")
			}
		case <-time.After(10 * time.Second):
			t.Error("search goes on after the end of the work")
		}
	}
}

// What a block is searched with is used again for the next one. Places that are not asked
// for are not counted.
func TestSearchAgain(t *testing.T) {
	w := walkerOf(t, &Options{Job: record.Job{Reading: pipeline.Reading{MaxLine: 100}}})
	b := pipeline.NewBlock[record.Work[search]](100)
	b.Src = []byte("\n http://a/")
	b.Work.Own.document, b.Work.Own.ending = &document{form: textForm}, atEnd
	if s := searchers.Get().(*searcher); s.in.Size() < 64<<10 {
		t.Errorf("documents are read %d bytes at a time, want 64 KiB", s.in.Size())
	}
	var out []byte
	if allocs := testing.AllocsPerRun(100, func() {
		w.search(t.Context(), b, nil)
		<-b.Done
		if out != nil && &out[0] != &b.Work.Res.Out[0] {
			t.Error("what is printed goes into other memory each time")
		}
		out = b.Work.Res.Out
	}); allocs > 2 {
		t.Errorf("search allocates %v times a block, want 0", allocs) // the race detector drops some
	}
	var s prose.Text
	s.Begin(&w.Find.Page.Text, prose.Cursor{Line: 1}, false)
	s.Set(b.Src)
	s.Find(func(f prose.Found) {
		if f.Line != 0 {
			t.Errorf("found %+v, want no place", f)
		}
	})
}

// walkerOf returns a walker with a pipeline, which does not run.
func walkerOf(t *testing.T, x *Options) *walker {
	x.prepare()
	return &walker{Pipeline: pipeline.New[record.Work[search]](x.Job.Records(), nil), Options: x, ctx: t.Context(), done: new(atomic.Int64)}
}

func TestSniffForm(t *testing.T) {
	comment := "<!-- " + strings.Repeat("x", 100) + " -->"
	for _, tt := range []struct {
		name, in string
		closed   Form // for files whose name says that they are something
		open     Form // for others
	}{
		{"empty", "", textForm, textForm},
		{"text", "see http://a/ <html>", textForm, textForm},
		{"doctype", "<!DOCTYPE html><p>", htmlForm, htmlForm},
		{"doctype, old", "<!doctype HTML PUBLIC \"\">", htmlForm, htmlForm},
		{"other doctype", "<!doctype htmlx>", textForm, textForm},
		{"doctype of a picture", "<!DOCTYPE svg>", textForm, textForm},
		{"declaration", "<!ELEMENT html>", textForm, textForm},
		{"html", "<html lang=en>", htmlForm, htmlForm},
		{"head", "<HEAD>", htmlForm, htmlForm},
		{"html alone", "<html", textForm, textForm},
		{"longer name", "<htmlx>", textForm, textForm},
		{"after blanks and a byte order mark", "\uFEFF \r\n<html>", htmlForm, htmlForm},
		{"after comments", comment + "\n" + comment + "<html>", htmlForm, htmlForm},
		{"XHTML", "<?xml version='1.0'?>\n<!DOCTYPE html>", htmlForm, htmlForm},
		{"XHTML with > in its declaration", "<?xml a='>'?><html>", htmlForm, htmlForm},
		{"other XML", "\uFEFF<?xml version='1.0'?>\n<rss>", xmlForm, xmlForm},
		{"part of a page", "<div class=x>", textForm, htmlForm},
		{"link alone", "<a href='/b'>c</a>", textForm, htmlForm},
		{"URI in angle brackets", "<a://b/>", textForm, textForm},
		{"page after a > in a comment", "<!-- > --><html>", htmlForm, htmlForm},
		{"comment that does not end", "<!-- <html>", textForm, textForm},
		{"WARC", "WARC/1.0\r\n", warcForm, warcForm},
		{"WARC 1.1", "WARC/1.1\r\n", warcForm, warcForm},
		{"about WARC", "WARC/x", textForm, textForm},
		{"about war", "WAR", textForm, textForm},
		{"no byte order mark", "\xEF\xBBx<html>", textForm, textForm},
	} {
		for _, open := range []bool{false, true} {
			want := tt.closed
			if open {
				want = tt.open
			}
			if got, known := sniffForm([]byte(tt.in), true, open); got != want || !known {
				t.Errorf("%s: sniffForm(%q, open %t) = %v, %t, want %v", tt.name, tt.in, open, &got, known, &want)
			}
			// What is known early stays so.
			for n := range len(tt.in) {
				if got, known := sniffForm([]byte(tt.in[:n]), false, open); known && got != want {
					t.Errorf("%s: sniffForm(%q, open %t) = %v, want %v", tt.name, tt.in[:n], open, &got, &want)
				}
			}
		}
	}
}

func TestFormOfName(t *testing.T) {
	for name, want := range map[string]Form{
		"a.html": htmlForm, "A.HTM": htmlForm, "a.xml.zst": xmlForm, "d/a.xhtml.gz": htmlForm, "a.xht": htmlForm, "A.b/a.shtml.bz2": htmlForm, "a.txt": anyForm, "README.md": anyForm, "-": anyForm, "a": anyForm, "html": anyForm, ".html": htmlForm, "d/.xml": xmlForm,
	} {
		got, open := formOfName(name)
		if got != want || open != (name == "-" || name == "a" || name == "html" || name == "a.txt") {
			t.Errorf("formOfName(%q) = %v, %t, want %v", name, &got, open, &want)
		}
	}
}

// A shrinking file has ten bytes left when it is read.
type shrinking struct {
	disk.File
	name string
}

func (f *shrinking) Read(p []byte) (int, error) {
	if err := os.Truncate(f.name, 10); err != nil {
		return 0, err
	}
	return f.File.Read(p)
}

// A countedFile counts itself while it is open.
type countedFile struct {
	disk.File
	open *atomic.Int64
}

func (f *countedFile) Close() error {
	f.open.Add(-1)
	return f.File.Close()
}

// Finding out what an input is takes linear time.
func TestSniffGrows(t *testing.T) {
	growth.Check(t, 1<<10, append([]growth.Shape{{"", "<!--"}, {"<!--", "--!"}, {"", "<!---->"}, {"", " "}, {"<?xml ", "?"}, {"<", "a"}, {"<!doctype", " "}}, growth.Lines...),
		map[string]growth.Job{"sniff": growth.Of(func(in []byte) { sniffForm(in, true, true) })})
}
