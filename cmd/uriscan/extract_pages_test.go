package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestExtractForms(t *testing.T) {
	t.Chdir(t.TempDir())
	const page = "<p><a href='http://a/?b&amp;c'>x</a> http://a/?b&amp;c"
	const asText, asPage = "http://a/?b&amp;c\nhttp://a/?b&amp;c\n", "http://a/?b&c\nhttp://a/?b&c\n"
	archive := warc("http://h/d/", "text/html", "<a href=b>")
	writeAll(t, map[string]string{"page": page, "page.txt": page, "page.md": page, "page.html": page, "doc.txt": "<!doctype html>" + page,
		"page.htm.gz": gzipped(page), "page.xml": "<?xml?><html><a href='?b&amp;c'>http://a/?b&amp;c", "site.xml": "<a>http://a/?b&amp;c</a>", "map.xml.gz": gzipped("<?xml?>http://a/?b&amp;c"), "text.html": "http://a/?b&amp;c http://a/?b&amp;c", "w": archive, "w.gz": gzipped(archive),
		"nul.html": "<p>http://a/\x00", "nul.warc": archive + response("http://i/", "", "\x00http://j/")})
	runTests(t, []commandTest{
		{"standard input", page, nil, outcome{0, asPage, ""}},
		{"standard input as text", page, []string{"--as", "text"}, outcome{0, asText, ""}},
		{"text as a page", "see " + page, []string{"--as=html"}, outcome{0, asPage, ""}},
		{"XML", "<?xml version='1.0'?><loc>http://a/?b&amp;c</loc>\n<l h='http://a/?b&#38;c' i='/d'>", []string{"--base", "http://h/"}, outcome{0, asPage, ""}},
		{"XML by name", "", []string{"site.xml", "map.xml.gz"}, outcome{0, asPage, ""}},
		{"page named XML", "", []string{"--base", "http://a/", "page.xml"}, outcome{0, asPage, ""}},
		{"XML as text", "", []string{"--as", "text", "site.xml"}, outcome{0, "http://a/?b&amp;c\n", ""}},
		{"no name for it", "", []string{"page"}, outcome{0, asPage, ""}},
		{"a name that says little", "", []string{"page.txt"}, outcome{0, asPage, ""}},
		{"a name of texts", "", []string{"page.md"}, outcome{0, asText, ""}},
		{"a name of texts, forced", "", []string{"--as", "html", "page.md"}, outcome{0, asPage, ""}},
		{"a name of pages", "", []string{"page.html", "text.html"}, outcome{0, asPage + asPage, ""}},
		{"a whole page", "", []string{"doc.txt"}, outcome{0, asPage, ""}},
		{"compressed", "", []string{"page.htm.gz"}, outcome{0, asPage, ""}},
		{"positions", page, []string{"--with-position"}, outcome{0, "-:1:13: http://a/?b&c\n-:1:38: http://a/?b&c\n", ""}},
		{"WARC", "", []string{"--resolve", "w", "w.gz"}, outcome{0, strings.Repeat("http://h/d/\nhttp://h/d/b\n", 2), ""}},
		{"WARC as text", "", []string{"--as", "text", "--resolve", "w"}, outcome{0, "http://h/d/\n", ""}},
		{"WARC with a binary body", "", []string{"nul.warc"}, outcome{0, "http://h/d/\nhttp://i/\n", ""}},
		{"WARC with a binary body, searched", "", []string{"--binary", "nul.warc"}, outcome{0, "http://h/d/\nhttp://i/\nhttp://j/\n", ""}},
		{"binary page", "", []string{"nul.html"}, outcome{0, "", "uriscan: nul.html: a binary file, skipped\n"}},
		{"binary page, searched", "", []string{"--binary", "nul.html"}, outcome{0, "http://a/\n", ""}},
		{"text with a base", "a http://b/ /c", []string{"--base", "http://h/"}, outcome{0, "http://b/\n", ""}},
		{"base", "<a href=b>", []string{"--base", "http://h/d/e"}, outcome{0, "http://h/d/b\n", ""}},
		{"no base", "<a href=b>", []string{"--resolve"}, outcome{0, "", "uriscan: -: relative references left out for want of a base: 1; give --base URI\n"}},
		{"no base, quietly", "<a href=b>", []string{"--resolve", "--quiet"}, outcome{0, "", ""}},
		{"too long", "<a href='http://a/' title='http://too-long/'>http://b/<a href=http://too-long/>", []string{"--max-line", "9"},
			outcome{0, "http://a/\nhttp://b/\n", "-:1:28: too-long\n-:1:63: too-long\n"}},
		{"too long, lines further down", "<p>\nhttp://a/\n<i class='\nb' title='\n http://too-long/ http://too-long/'><!--\n http://too-long/-->\n<a href=http://too-long/>", []string{"--max-line", "9"},
			outcome{0, "http://a/\n", "-:5:2: too-long\n-:5:19: too-long\n-:6:2: too-long\n-:7:9: too-long\n"}},
		{"broken WARC", archive[:len(archive)-7], []string{"--resolve"}, outcome{0, "http://h/d/\n", "-:1:1: truncated-record\n"}},
		{"empty as a page", "", []string{"--as", "html"}, outcome{0, "", ""}},
		{"empty as WARC", "", []string{"--as", "warc"}, outcome{0, "", ""}},
	}, "extract")
}

// Whatever the number of workers, the size of blocks and the way the input comes,
// the same bytes go out for pages and archives, on both streams.
func TestExtractPagesSameHoweverMany(t *testing.T) {
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(5, 5))
	page := func(n int) string {
		return "<!doctype html>" + strings.ReplaceAll(randomPage(random, n), "<plaintext>", "")
	}
	archive := randomRecords(random, 60)
	writeAll(t, map[string]string{"d/1.html": page(500), "d/2.html": page(50), "d/3": page(2000), "d/4.txt": mixedText(1, 20),
		"d/5.warc": archive, "d/6.warc": archive[:len(archive)/2] + archive + "x", "d/7.html": "", "d/8.html": page(10)})
	in := page(300)
	for i, flags := range [][]string{{"--with-position"}, {"--resolve", "--with-position"}, {"--base", "http://b/", "--max-line", "9", "--binary"}} {
		args := append([]string{"extract", "d", "-"}, flags...)
		want := runWith(in, append(args, "-j", "1")...)
		if want.status != exitGood || strings.Count(want.out, "\n") < 10 {
			t.Fatalf("run(%q) = %s, want many URIs", args, clip(want))
		}
		for j, n := range []string{"1", "2", "8"} {
			for _, size := range inTurn(3*i+j, "1", "7", "100", "4K", "1M") {
				args := append(slices.Clone(args), "-j", n, "--block-size", size)
				if got := runOn(iotest.HalfReader(strings.NewReader(in)), args...); got != want {
					t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(want))
				}
			}
		}
	}
}

// A page longer than a block, which one worker reads piece by piece if it is in a folder,
// is found the same as by the blocks of a pipe.
func TestExtractLongPageInFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	random := rand.New(rand.NewPCG(6, 7))
	page := "<!doctype html>" + strings.NewReplacer("<plaintext>", "", "\x00", "").Replace(randomPage(random, 20_000))
	writeAll(t, map[string]string{"d/0.html": "<p>http://first/", "d/1.html": page, "d/2.html": "<p>http://last/"})
	for _, flags := range [][]string{{"--with-position"}, {"--with-position", "--base", "http://b/"}} {
		piped := runWith(page, append([]string{"extract", "--as", "html"}, flags...)...)
		want := "d/0.html:1:4: http://first/\n" + strings.ReplaceAll("\n"+piped.out, "\n-:", "\nd/1.html:")[1:] + "d/2.html:1:4: http://last/\n"
		for _, size := range []string{"8K", "16K", "256K"} {
			got := runWith("", append([]string{"extract", "d", "--block-size", size}, flags...)...)
			if got.out != want || got.status != exitGood || strings.Count(want, "\n") < 1000 {
				t.Errorf("extract %q with blocks of %s = %s, want %s", flags, size, clip(got), clip(outcome{exitGood, want, ""}))
			}
		}
	}
}

// Results of a document that do not fit into memory at once are written in parts.
func TestExtractPagesInParts(t *testing.T) {
	t.Chdir(t.TempDir())
	name := strings.Repeat("n", 200)
	few := &job{workers: maxWorkers, blockSize: 16 << 10}
	limit := (<-newPipeline(few).free).res.limit
	n := 2*limit/len(name) + 1
	write(t, name, "<p><img srcset='"+strings.Repeat("a:b 1x,", n)+"'>")
	for _, size := range []string{"16K", "64"} {
		got := runWith("", "extract", "--with-position", "-j", "1000", "--block-size", size, name)
		if lines := strings.Count(got.out, ": a:b\n"); got.status != exitGood || got.err != "" || lines != n {
			t.Errorf("extract of %d URIs = %d, %d lines, %q", n, got.status, lines, got.err)
		}
	}
}

func TestExtractPageReadError(t *testing.T) {
	in := io.MultiReader(strings.NewReader("<a href=b>http://a/ <a href='c"), iotest.ErrReader(errors.New("cable cut")))
	want := outcome{exitIO, "http://h/b\nhttp://a/\n", "uriscan: standard input: cable cut after 30 bytes\n"}
	if got := runOn(in, "extract", "--base", "http://h/"); got != want {
		t.Errorf("extract = %+v, want %+v", got, want)
	}
}

// URIs of pages are printed as they come, if none may have to wait for a <base>.
func TestExtractPageInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	defer feed.Close()
	go func() {
		io.WriteString(feed, "<p><a href='http://a/'>http://h")
		io.WriteString(feed, "ost")
		cancel()
	}()
	var out, err bytes.Buffer
	if got := run(ctx, []string{"extract"}, streams{in, &out, &err}); got != exitInterrupted || err.Len() > 0 {
		t.Errorf("extract = %d, %q, want %d and nothing", got, err.String(), exitInterrupted)
	}
	if got := out.String(); got != "" && got != "http://a/\n" {
		t.Errorf("output %q, want whole lines", got)
	}
}

// testdata/pages has documents, and beside each the URIs that a person has marked
// in it, with --resolve, whether they stand in an attribute or in the text.
func TestExtractMarkedPages(t *testing.T) {
	names, err := filepath.Glob("testdata/pages/*.uris")
	if err != nil || len(names) < 4 {
		t.Fatalf("%d marked pages, %v, want some", len(names), err)
	}
	for _, marked := range names {
		name := strings.TrimSuffix(marked, ".uris")
		want, err := os.ReadFile(marked)
		if err != nil {
			t.Fatal(err)
		}
		got := runWith("", "extract", "--base", "http://www.example.com/pages/this.html", name)
		if got != (outcome{exitGood, string(want), ""}) {
			t.Errorf("extract %s = %+v, want %q", name, got, want)
		}
	}
}
