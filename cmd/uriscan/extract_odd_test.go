package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// Names are bytes on most systems: none breaks a line of positions in two, and each can be
// read back.
func TestExtractOddNames(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("names are not bytes here")
	}
	t.Chdir(t.TempDir())
	files := map[string]string{"./-": "b c http://a/"}
	for _, odd := range oddTexts() {
		if name := "a" + odd; !strings.ContainsAny(odd, "/\x00") {
			files[name[len(odd)/2:]] = "b c http://a/"
		}
	}
	writeAll(t, files)
	names := slices.Sorted(maps.Keys(files))
	const found, bad = ":1:5: http://a/\n", ":1:2: bad-path\n"
	for text, end := range map[string]string{
		runWith("http://in/", "extract", "--hidden", "--with-position", ".").out:                                    found,
		runWith("", "extract", "--hidden", "--format", "{file}:{line}:{byte}: {uri}", "--block-size", "1", ".").out: found,
		runWith("", append([]string{"check"}, names...)...).err:                                                     bad,
	} {
		left := maps.Clone(files)
		for line := range strings.Lines(text) {
			name, ok := strings.CutSuffix(line, end)
			if strings.ContainsFunc(name, unicode.IsControl) || !ok {
				t.Errorf("line %q, want a name without controls and %q", line, end)
			}
			if read, err := strconv.Unquote(name); err == nil {
				name = read
			}
			if _, is := left[name]; !is {
				t.Errorf("line %q names %q, which is no file or was named", line, name)
			}
			delete(left, name)
		}
		if len(left) > 0 {
			t.Errorf("no line names %q", slices.Sorted(maps.Keys(left)))
		}
	}
}

// A folder may be deep, and deeper than a path can name; that is an error which
// keeps nothing else from being searched.
func TestExtractDeep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths are shorter here")
	}
	t.Chdir(t.TempDir())
	root, err := os.Getwd()
	must(t, err)
	writeAll(t, map[string]string{"z": "http://z/", filepath.Join("d", strings.Repeat("e/", 150), "f"): "http://deep/"})
	for range 20 {
		name := strings.Repeat("l", 250)
		must(t, os.Mkdir(name, 0o777))
		must(t, os.Chdir(name))
	}
	must(t, os.Chdir(root))
	got := runWith("", "extract", ".")
	if got.status != exitIO || got.out != "http://deep/\nhttp://z/\n" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "file name too long") {
		t.Errorf("extract . = %s, want two URIs and an error", clip(got))
	}
}

// What is gone, or cannot be read, by the time that it is opened is an error, and
// the other files of its batch are searched.
func TestExtractBatchFailures(t *testing.T) {
	t.Chdir(t.TempDir())
	writeAll(t, map[string]string{"d/a": "http://a/", "d/c": "http://c/", "d/e": "http://e\x00/", "d/shrinks": "http://s/" + strings.Repeat(" ", 1015), "d/f.gz": "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03http://x", "d/g.gz": gzipped("http://g/") + "garbage"})
	w := &walker{pipeline: newPipeline(&job{}), extractFlags: &extractFlags{job: job{maxLine: defaultMaxLine}, verbose: true}, ctx: t.Context(), bar: new(progress)}
	b := newBlock(1 << 20)
	open := openFile
	defer func() { openFile = open }()
	openFile = func(name string, flag int) (file, error) {
		f, err := open(name, flag)
		if name == "d/shrinks" {
			return &shrinking{f, name}, err
		}
		return f, err
	}
	b.batch.files = []string{"d/a", "d/gone", "d/c", "d", "d/e", "d/f.gz", "d/g.gz", "d/shrinks", "d/c"}
	if !w.search(t.Context(), b, nil) || <-b.done {
		t.Error("search: more results follow, want all at once")
	}
	if out := "http://a/\nhttp://c/\nhttp://g/\nhttp://s/\nhttp://c/\n"; string(b.res.out) != out {
		t.Errorf("search prints %q, want %q", b.res.out, out)
	}
	diag := strings.Split(string(b.diag), "\n")
	for i, want := range []string{"d/gone: no such file or directory", "d: is a directory", "d/e: a binary file, skipped", "d/f.gz: gzip data is damaged", "d/g.gz: the gzip data ends at byte", "d/shrinks: the file shrank from 1024 to 10 bytes"} {
		if i >= len(diag) || !strings.HasPrefix(diag[i], "uriscan: "+want) {
			t.Errorf("search tells %q, want %q in line %d", b.diag, want, i+1)
		}
	}
	if !b.batch.failed {
		t.Error("search: failed = false, want true")
	}
}

// A shrinking file has ten bytes left when it is read.
type shrinking struct {
	file
	name string
}

func (f *shrinking) Read(p []byte) (int, error) {
	if err := os.Truncate(f.name, 10); err != nil {
		return 0, err
	}
	return f.file.Read(p)
}

// Archives in folders are skipped, however large, if that is asked for or they are
// slow; what is named is searched in any case.
func TestExtractArchives(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		text = "http://b/ "
		told = "uriscan: files of bzip2 data in folders that were skipped: 1; --compressed all searches them\n"
		note = " data, skipped; --compressed all searches it\n"
	)
	more := strings.Repeat("x", 1000)
	writeAll(t, map[string]string{
		"d/a": "http://a/", "d/b": string(packGzip(text + more)), "d/c": "http://c/", "d/d": string(packBzip2("http://d/ "+more, 9)),
	})
	for _, size := range []string{"16", "256K"} {
		for _, tt := range []struct{ args, out, err string }{
			{"d", "http://a/\nhttp://b/\nhttp://c/\n", told},
			{"--quiet d", "http://a/\nhttp://b/\nhttp://c/\n", ""},
			{"--compressed all d", "http://a/\nhttp://b/\nhttp://c/\nhttp://d/\n", ""},
			{"--compressed none d", "http://a/\nhttp://c/\n", ""},
			{"--compressed none --binary --verbose d", "http://a/\nhttp://c/\n", "uriscan: d/b: gzip" + note + "uriscan: d/d: bzip2" + note},
			{"--compressed none d/b d/d", "http://b/\nhttp://d/\n", ""},
		} {
			args := append([]string{"extract", "--block-size", size}, strings.Fields(tt.args)...)
			if got := runWith("", args...); got != (outcome{0, tt.out, tt.err}) {
				t.Errorf("run(%q) = %+v, want %q, %q", args, got, tt.out, tt.err)
			}
		}
	}
}

// Small files come in the order of their names, between large ones, whatever the
// sizes of blocks; archives among them are searched, too.
func TestExtractManyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{}
	var want strings.Builder
	for i := range 150 {
		name := "d/" + string(rune('a'+i/100)) + "/" + string(rune('a'+i/10%10)) + string(rune('a'+i%10))
		uri := "http://" + name
		files[name] = strings.Repeat("\n", i%50*7) + uri
		want.WriteString(uri + "\n")
		if i%50 == 0 {
			files[name] = strings.Repeat(" ", 5000) + uri
		}
	}
	writeAll(t, files)
	for i, size := range []string{"1", "64", "1000", "4K", "256K"} {
		for _, jobs := range inTurn(i, "4", "1") {
			if got := runWith("", "extract", "-j", jobs, "--block-size", size, "d"); got != (outcome{0, want.String(), ""}) {
				t.Errorf("extract -j %s --block-size %s = %s, want %d bytes", jobs, size, clip(got), want.Len())
			}
		}
	}
}

// Small files in a folder are handed on many at a time, without memory to read into, and
// the records of an archive to several workers, whatever was read before it.
func TestWalker(t *testing.T) {
	t.Chdir(t.TempDir())
	record := warc("", "text/plain", "x")
	files := map[string]string{"lost": "WARC/1.0\r\n\r\n", "records": record + record}
	for i := range 2*maxBatch + 1 {
		files[fmt.Sprintf("d/%03d", i)] = "a"
	}
	writeAll(t, files)
	defer inject(new(fault), 1<<20)()
	open := openFiles.Load()
	ctx, cancel := context.WithCancel(t.Context())
	x := extractOf(t, false, "")
	x.workers = 100 // so that all of it fits into blocks
	w := &walker{pipeline: newPipeline(&x.job), extractFlags: x, ctx: ctx, bar: new(progress)}
	w.readAll([]string{"d", "lost", "records"})
	var got []string
	for b := range w.order {
		got = append(got, fmt.Sprint(len(b.batch.files), " ", b.buf != nil, " ", b.document != nil))
	}
	want := []string{"64 false false", "64 false false", "1 false false", "0 true true", "0 true true", "0 true true"}
	if !slices.Equal(got, want) {
		t.Errorf("files in blocks, memory and documents are %q, want %q", got, want)
	}
	s, b := &searcher{walker: w, block: newBlock(100)}, &batch{files: []string{"d/000"}}
	s.searchBatch(b)
	searched, read := &s.buf[0], &w.cur.buf[0]
	s.searchBatch(b)
	w.equip(w.cur)
	if searched != &s.buf[0] || read != &w.cur.buf[0] {
		t.Error("the memory to read into is another one for the next file")
	}
	if left := openFiles.Load() - open; left != 0 {
		t.Errorf("%d files are left open", left)
	}
	cancel()
	b.files[0] = "missing"
	if s.searchBatch(b); b.failed {
		t.Error("searchBatch opens files after the end of the context")
	}
	if err := w.folder("d/", "d/", nil); err != ctx.Err() || len(w.cur.batch.files) > 0 {
		t.Errorf("folder after the end of the context = %v with %q, want %v", err, w.cur.batch.files, ctx.Err())
	}
}
