package warc

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/resolve"
)

// archiveOf are options for an archive, which has a base if that is not "".
func archiveOf(t *testing.T, resolves bool, base string) *Options {
	t.Helper()
	x := &Options{Page: page.Options{Text: prose.Options{MaxLen: 16 << 20, Places: true}, Resolve: resolves}}
	if base != "" {
		b, err := resolve.NewBase(base, 0)
		testkit.Must(t, err)
		x.Page.Base = b
	}
	return x
}

// readRecords is readPage for a WARC file.
func readRecords(x *Options, text string, n int, broken bool) (all []string) {
	var r Records
	r.Read(x, reads.InPieces(reads.Response("http://b/", "Content-Encoding: gzip\r\n", reads.Gzipped("<p>http://")[:20]), 100, true), prose.Cursor{Line: 7, Column: 7}, func(prose.Found) {})
	r.Read(x, reads.InPieces(text, n, broken), prose.Cursor{Line: 1}, reads.Into(&all))
	return all
}

const small = "<!doctype html><a href=/b?c&amp;d>http://t/</a><img src=e>"

func TestRecords(t *testing.T) {
	html := "Content-Type: text/HTML; charset=utf-8\r\n"
	first := reads.WARC("http://h/1", "text/plain", "x")
	const base = "http://base/"
	cut, bad, last := reads.Gzipped("http://g/ "), reads.Gzipped("\x00http://g/"), reads.Gzipped("http://g/ http://long.exam")
	var otherSum bytes.Buffer
	z := zlib.NewWriter(&otherSum)
	z.Write([]byte("http://g/ "))
	testkit.Must(t, z.Close())
	otherSum.Bytes()[otherSum.Len()-1] ^= 1
	reads.Check(t, archiveOf, true, false, readRecords, []reads.Test{
		{"page", base, reads.WARC("http://h/d/", "text/html", small), []string{"2:18: http://h/d/", "6:24: http://h/b?c&d", "6:35: http://t/", "6:57: http://h/d/e"}},
		{"a target that is no URI", base, reads.WARC("http://é/", "text/html", "<a href=b>"), []string{"2:18: !http://é/", "6:9: !!!!!b"}},
		{"a target in brackets, as in version 1.0", base, reads.WARC("<http://h/d/>", "text/html", "<a href=b>"), []string{"2:19: http://h/d/", "6:9: http://h/d/b"}},
		{"base in a page", base, reads.WARC("http://h/d/", "text/html", "<base href=/e/><a href=b>"), []string{"2:18: http://h/d/", "6:12: http://h/e/", "6:24: http://h/e/b"}},
		{"response", base, reads.Response("http://h/d/", html+"Link: <http://l/>\r\n", small),
			[]string{"2:18: http://h/d/", "8:8: http://l/", "10:24: http://h/b?c&d", "10:35: http://t/", "10:57: http://h/d/e"}},
		{"chunked", base, reads.Response("http://h/d/", html+"Transfer-Encoding: chunked\r\n", reads.Chunked(small, 7)),
			[]string{"2:18: http://h/d/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/d/e"}},
		{"chunked, damaged", base, reads.Response("http://h/", "Transfer-Encoding: chunked\r\n", "A\r\nhttp://g/ \r\nno size\r\nhttp://i/\r\n") + first, []string{"2:18: http://h/", "9:1: http://g/", "9:1: http://i/", "16:18: http://h/1"}},
		{"gzip, cut off", base, reads.Response("http://h/", "Content-Encoding: gzip\r\n", cut[:len(cut)-4]), []string{"2:18: http://h/", "9:1: http://g/", "9:1: bad-coding"}},
		{"gzip, cut off in a URL", base, reads.Response("http://h/", "Content-Encoding: gzip\r\n", last[:len(last)-4]), []string{"2:18: http://h/", "9:1: http://g/", "9:1: bad-coding"}},
		{"gzip of what is binary, cut off", base, reads.Response("http://h/", "Content-Encoding: gzip\r\n", bad[:len(bad)-4]), []string{"2:18: http://h/"}},
		{"gzip of what is binary later", base, reads.Response("http://h/", "Content-Encoding: gzip\r\n", reads.Gzipped(strings.Repeat(" ", 8191)+"\x00http://g/")), []string{"2:18: http://h/"}},
		{"a header cut off", base, reads.WARC("http://h/", "application/http", "HTTP/1.1 200 OK\r\nContent-Encoding: lzma\r\nLocation: http://l/"), []string{"2:18: http://h/", "8:11: http://l/"}},
		{"an empty length at last", base, "WARC/1.0\nContent-Length: 9\nContent-Length:\n\nhttp://b/\n" + first, []string{"1:1: bad-warc-header", "5:1: http://b/", "7:18: http://h/1"}},
		{"deflate, stored", base, reads.Response("http://h/", "Content-Encoding: deflate\r\n", "\x08\x09\x00\xf6\xffhttp://g/\x01\x00\x00\xff\xff"), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"deflate, stored, of what looks like a header of another method", base, reads.Response("http://h/", "Content-Encoding: deflate\r\n", "\xd0\x0a\x00\xf5\xffhttp://g/ \x01\x00\x00\xff\xff"), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"deflate, another sum", base, reads.Response("http://h/", "Content-Encoding: deflate\r\n", otherSum.String()), []string{"2:18: http://h/", "9:1: http://g/", "9:1: bad-coding"}},
		{"brotli", base, reads.Response("http://h/d/", html+"Content-Encoding: br\r\n", reads.Brotli(small)), []string{"2:18: http://h/d/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/d/e"}},
		{"brotli, cut off", base, reads.Response("http://h/", "Content-Encoding: br\r\n", reads.Brotli("http://g/ ")[:10]), []string{"2:18: http://h/", "9:1: bad-coding"}},
		{"brotli by its header alone", base, reads.Response("http://h/d/", html+"Content-Encoding: BR\r\n", small), []string{"2:18: http://h/d/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/d/e"}},
		{"zstd", base, reads.Response("http://h/d/", html+"Content-Encoding: zstd\r\n", reads.Zstd(small)), []string{"2:18: http://h/d/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/d/e"}},
		{"zstd, cut off", base, reads.Response("http://h/", "Content-Encoding: zstd\r\n", reads.Zstd(small)[:20]), []string{"2:18: http://h/", "9:1: bad-coding"}},
		{"zstd, after a skippable frame", base, reads.Response("http://h/", "Content-Encoding: zstd\r\n", "\x5f\x2a\x4d\x18\x03\x00\x00\x00abc"+reads.Zstd("http://g/ ")), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"zstd, a skippable frame cut off", base, reads.Response("http://h/", "Content-Encoding: zstd\r\n", "\x50\x2a\x4d\x18\x03\x00\x00\x00ab"), []string{"2:18: http://h/", "9:1: bad-coding"}},
		{"zstd by its header alone", base, reads.Response("http://h/d/", html+"Content-Encoding: zstd\r\n", small), []string{"2:18: http://h/d/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/d/e"}},
		{"zstd, a window of 8 MiB", base, reads.Response("http://h/", "Content-Encoding: zstd\r\n", "\x28\xb5\x2f\xfd\x00\x68\x51\x00\x00http://g/ "), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"zstd, a window of 9 MiB", base, reads.Response("http://h/", "Content-Encoding: zstd\r\n", "\x28\xb5\x2f\xfd\x00\x69\x51\x00\x00http://g/ "), []string{"2:18: http://h/", "9:1: bad-coding"}},
		{"ids of records", base, "WARC/1.0\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Length: 10\r\n\r\nurn:uuid:2\r\n\r\n", []string{"5:1: urn:uuid:2"}},
		{"not chunked", base, reads.Response("http://h/", "Transfer-Encoding: chunked\r\n", " http://g/ "), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"page after a byte order mark", base, reads.WARC("http://h/", "", "\uFEFF<p><a href=b>"), []string{"2:18: http://h/", "6:15: http://h/b"}},
		{"unknown coding", base, reads.Response("http://h/", "Content-Encoding: lzma\r\n", "\x01") + first, []string{"2:18: http://h/", "9:1: unknown-coding", "12:18: http://h/1"}},

		{"no length", base, "WARC/1.0\r\nA: http://a/\r\n\r\nhttp://b/\n" + first, []string{"2:4: http://a/", "1:1: bad-warc-header", "4:1: http://b/", "6:18: http://h/1"}},
		{"no record", base, "WARX http://a/\nWARC/0 http://b/\n" + first, []string{"1:6: http://a/", "1:1: bad-warc-header", "2:8: http://b/", "4:18: http://h/1"}},
		{"length too short", base, reads.WARCOf("http://h/", "text/plain", "http://a/ http://b/", 10) + first,
			[]string{"2:18: http://h/", "6:1: http://a/", "6:11: http://b/", "6:11: bad-warc-length", "9:18: http://h/1"}},
		{"length over 4 GiB", base, reads.WARCOf("http://h/", "text/plain", "http://a/", 5<<30), []string{"2:18: http://h/", "6:1: http://a/", "1:1: truncated-record"}},
		{"no record in a line", base, "x\n" + strings.Repeat("y", 64<<10) + resumption + " http://a/\n\n" + first, []string{"1:1: bad-warc-header", "2:65545: http://a/", "5:18: http://h/1"}},
		{"ends in a header", base, first + "WARC/1.0\r\nX: http://x/", []string{"2:18: http://h/1", "8:1: truncated-record"}}, // perhaps http://x/y
		{"ends after a line of a header", base, first + "WARC/1.0\r\nX: http://x/\r\n", []string{"2:18: http://h/1", "9:4: http://x/", "8:1: truncated-record"}},
	})
}

// No body is held, and no more of a header than the limit.
func TestRecordsHoldLittle(t *testing.T) {
	x := archiveOf(t, true, "")
	x.Page.Text.MaxLen = 10_000
	long := strings.Repeat("abc\n", 1<<18+1<<17) + "http://a/ "
	for name, in := range map[string]string{
		"page":             reads.Response("http://h/", "Content-Type: text/html\r\n", long),
		"text":             reads.Response("http://h/", "Content-Type: text/plain\r\n", long),
		"chunked":          reads.Response("http://h/", "Transfer-Encoding: chunked\r\n", reads.Chunked(long, 1000)),
		"bomb":             reads.Response("http://h/", "Content-Encoding: gzip\r\n", reads.Gzipped(long)),
		"lost":             "x\n" + long,
		"header":           "WARC/1.0\r\n" + long,
		"header in a line": "WARC/1.0" + strings.Repeat(" ", 17<<16-len("WARC/1.0")) + resumption + strings.Repeat(" ", 4*maxHeader) + "http://a/ ",
	} {
		var r Records
		var got []string
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r.Read(x, reads.InPieces(in, 4096, false), prose.Cursor{Line: 1}, reads.Into(&got))
		runtime.ReadMemStats(&after)
		all := strings.Join(got, "\n") + "\n"
		flaws := strings.Count(all, badWARCHeader) + strings.Count(all, truncatedRecord)
		if isRecord := strings.Contains(in, "Content-Length"); !strings.Contains(all, " http://a/\n") || isRecord != (flaws == 0) || flaws > 1 {
			t.Errorf("%s: found %q, want http://a/, and where no record is, one flaw", name, got)
		}
		most := map[string]uint64{"page": 16 << 20, "header": 8 * maxHeader, "header in a line": 8 * maxHeader}[name] // of a page each part
		if took := after.TotalAlloc - before.TotalAlloc; took > max(most, 600_000) {
			t.Errorf("%s: %d bytes are allocated for %d", name, took, len(long))
		}
	}
}

// What a record is read with is used again for the next one.
func TestRecordsAllocateLittle(t *testing.T) {
	x := archiveOf(t, true, "")
	var r Records
	for name, tt := range map[string]struct {
		record string
		most   float64
	}{
		"text": {reads.WARC("http://h/", "text/plain", "http://a/"), 3}, "gzip": {reads.Response("http://h/", "Content-Encoding: gzip\r\n", reads.Gzipped("http://a/")), 12},
		"zstd":    {reads.Response("http://h/", "Content-Encoding: zstd\r\n", reads.Zstd("http://a/")), 12},
		"chunked": {reads.Response("http://h/", "Transfer-Encoding: chunked\r\n", reads.Chunked("http://a/", 3)), 12},
	} {
		const n = 20
		in := r.in
		allocs := testing.AllocsPerRun(5, func() {
			r.Read(x, strings.NewReader(strings.Repeat(tt.record, n)), prose.Cursor{Line: 1}, func(prose.Found) {})
		})
		if allocs/n > tt.most {
			t.Errorf("%s: %v allocations a record, want %v at most", name, allocs/n, tt.most)
		}
		if small := min(r.in.Size(), r.payload.in.Size(), r.payload.out.Size()); small < 64<<10 || in != nil && in != r.in {
			t.Errorf("%s: a buffer of %d bytes, or a new one for each archive", name, small)
		}
	}
}

// A header may be as long as the limit, and an empty line more.
func TestLongHeader(t *testing.T) {
	for n, want := range map[int]error{maxHeader - 1: nil, maxHeader: nil, maxHeader + 1: errLongHeader, 2 * maxHeader: errLongHeader} {
		for _, line := range []string{strings.Repeat("a", n-1) + "\n", strings.Repeat("a\n", n/2) + strings.Repeat("b\n", n%2)} {
			if n%2 == 1 && line[1] == '\n' {
				line = "c" + line[:n-1]
			}
			head, err := readHeader(bufio.NewReader(strings.NewReader(line+"\nbody")), nil, false)
			if err != want || err == nil && string(head) != line+"\n" {
				t.Errorf("a header of %d bytes in lines of %d: %d are read, %v, want %v", n, strings.IndexByte(line, '\n'), len(head), err, want)
			}
		}
	}
}

// The URL that the end of a header that is too long cuts is not taken for a whole one.
func TestLongHeaderInURL(t *testing.T) {
	for n := maxHeader - 12; n <= maxHeader; n++ {
		long := "WARC/1.0\nA: " + strings.Repeat("a", n-len("WARC/1.0\nA:  http://h")) + " http://h/" + strings.Repeat("b", 4096) + "\n\n"
		if got := readRecords(archiveOf(t, false, ""), long, 1<<16, false); !slices.Equal(got, []string{"1:1: bad-warc-header"}) {
			t.Errorf("a header with a URL at byte %d: %.99q, want bad-warc-header alone", n, got)
		}
	}
}

// An archive is cut before a record however long the body and the header of one are.
func TestWARCCutter(t *testing.T) {
	one, c := reads.WARC("http://h/1", "text/plain", "a"), Cutter{}
	if n := c.LastRecord([]byte(reads.WARCOf("", "text/plain", "", 5<<30) + one)); n != 0 || c.next < 5<<30 {
		t.Errorf("cut at %d in a body of 5 GiB, after which %d is next", n, c.next)
	}
	odd := "WARC/1.0\nContent-Length: 4\n\rX: y\n\nabcd\r\n\r\n" // no line of it but one is empty
	c = Cutter{}
	if n := c.LastRecord([]byte(odd + one)); n != len(odd) {
		t.Errorf("cut at %d after a header with a CR that begins a line, want %d", n, len(odd))
	}
	without := len(strings.TrimSpace(reads.WARC("", "", "x"))) - len("x")
	for more, want := range []int{len(one), 0} {
		c = Cutter{}
		long := strings.Replace(reads.WARC("", "", "x"), ": 1", ": "+strings.Repeat("0", 1<<20-without+more)+"1", 1)
		if n := c.LastRecord([]byte(one + long)); n != want {
			t.Errorf("cut at %d, where a header is %d bytes too long, want %d", n, more, want)
		}
	}
}

// Headers, and where an archive can be cut, take linear time to find.
func TestHeadersGrow(t *testing.T) {
	growth.Check(t, 1<<10, append([]growth.Shape{
		{"", "WARC/1.0\r\n"}, {"", "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n"}, {"WARC/1.0\r\n", "Content-Type: a;\r\n", "", "\r\n"},
		{"WARC/1.0\r\nContent-Length: 1", "0"}, {"WARC/1.0\r\n", " "}, {"", "\r"}, {"", "a:"},
	}, growth.Lines...), map[string]growth.Job{
		"cutter": growth.Of(func(in []byte) { new(Cutter).LastRecord(in) }),
		"header": growth.Of(func(in []byte) {
			bodyLen(in)
			mediaType(in)
			headerLen(in)
		}),
	})
}

// Records that have read other archives find what new ones do.
func TestRecordsForget(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 29))
	var used Records
	for n := range 60 {
		in := reads.RandomRecords(random, 1+random.IntN(3))
		in = in[:len(in)-random.IntN(1+len(in)/2)*(n%2)]
		x := archiveOf(t, n%3 > 0, "http://base/"[:12*(n%2)])
		x.Page.Tags, x.Binary = true, n%7 == 0
		var got, want []string
		read := func(r *Records, into *[]string) {
			r.Read(x, reads.InPieces(in, 1+n%90, n%4 == 0), prose.Cursor{Line: 1}, func(f prose.Found) {
				*into = append(*into, fmt.Sprintf("%d:%d %q %q %v", f.Line, f.Column, f.Page, f.URI, []any{f.Flaw, f.Left, f.Refers}))
			})
		}
		read(&used, &got)
		if read(new(Records), &want); !slices.Equal(got, want) {
			t.Fatalf("%q = %q, want %q", in, got, want)
		}
	}
}

// What begins as pages and texts do is not brotli data, whatever its header says: that has no
// magic number.
func TestTextsAreNotBrotli(t *testing.T) {
	var p payload
	for _, begin := range []string{
		"<!DOCTYPE html>\n<html>", "<!doctype html><html lang=en>", "<html>\n<head>", "<HTML><HEAD>", "\n\n<html>", "\r\n<!DOCTYPE HTML PUBLIC", "<?xml version=\"1.0\"?>", "<head><title>",
		"\ufeff<!DOCTYPE html>", "<!-- a comment -->", "<script>var a", "<a href='http://a/'>", "<p>", "<svg xmlns=", "{\"a\":\"http://b/\"}", "[{\"a\":1}]", "http://a/\nhttp://b/\n", "# Markdown, with a [link](http://a/)",
		"User-agent: *\nDisallow: /", "body { color: red }", "function f() {", "Dear all, see http://a/", "  indented", "a,b,c\n1,2,3\n",
	} {
		if text := begin + " and what follows" + strings.Repeat(" <p>text", 100); p.isBrotli(bufio.NewReader(strings.NewReader(text))) {
			t.Errorf("%.60q is brotli data", text)
		}
	}
}
