package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/klauspost/compress/zlib"

	"github.com/uriscan/uriscan/scanner"
)

// warc is a record of a WARC file.
func warc(target, mime, body string) string {
	return warcOf(target, mime, body, int64(len(body)))
}

// warcOf is a record that says that its length is n.
func warcOf(target, mime, body string, n int64) string {
	if target != "" {
		target = "WARC-Target-URI: " + target + "\r\n"
	}
	return fmt.Sprintf("WARC/1.1\r\n%sContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", target, mime, n, body)
}

// response is a record with an HTTP response.
func response(target, fields, body string) string {
	return warc(target, "application/http; msgtype=response", "HTTP/1.1 200 OK\r\n"+fields+"\r\n"+body)
}

func chunked(body string, n int) string {
	var s strings.Builder
	for ; len(body) > n; body = body[n:] {
		fmt.Fprintf(&s, "%X;x=y\r\n%s\r\n", n, body[:n])
	}
	fmt.Fprintf(&s, "%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	return s.String()
}

func gzipped(body string) string { return string(packGzip(body)) }

func deflated(body string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(body))
	w.Close()
	return b.String()
}

// readRecords is readPage for a WARC file.
func readRecords(x *extractFlags, text string, n int, broken bool) (all []string) {
	var r records
	r.read(x, inPieces(response("http://b/", "Content-Encoding: gzip\r\n", gzipped("<p>http://")[:20]), 100, true), cursor{7, 7}, func(found) {})
	r.read(x, inPieces(text, n, broken), cursor{line: 1}, into(&all))
	return all
}

const small = "<!doctype html><a href=/b?c&amp;d>http://t/</a><img src=e>"

func TestRecords(t *testing.T) {
	html := "Content-Type: text/HTML; charset=utf-8\r\n"
	first := warc("http://h/1", "text/plain", "x")
	const base = "http://base/"
	cut, binary := gzipped("http://g/ "), gzipped("\x00http://g/")
	var codings []readTest
	for coding, body := range map[string]string{
		"gzip": gzipped(small), "X-GZip": gzipped(small), "deflate": deflated(small), "Identity": small,
		"DEFLATE": deflated(small)[2 : len(deflated(small))-4], // without the frame of zlib, as some servers have it
	} {
		header := "Content-Type: Application/XHTML+xml ; charset=utf-8\r\nCONTENT-ENCODING:" + coding + " \r\nTransfer-encoding: "
		want := []string{"2:18: http://h/d/", "11:1: http://h/b?c&d", "11:1: http://t/", "11:1: http://h/d/e"}
		for _, extension := range []string{";x=y", " ", "\t", ""} {
			body := strings.ReplaceAll(chunked(body, 9), ";x=y", extension)
			codings = append(codings, readTest{coding + extension, base, response("http://h/d/", header+"x, Chunked\r\n", body), want})
		}
	}
	checkReads(t, true, false, readRecords, codings)
	checkReads(t, true, false, readRecords, []readTest{
		{"page", base, warc("http://h/d/", "text/html", small), []string{"2:18: http://h/d/", "6:24: http://h/b?c&d", "6:35: http://t/", "6:57: http://h/d/e"}},
		{"target in angle brackets", base, warc("<http://h/d/>", "text/html", "<a href=b>"), []string{"2:19: http://h/d/", "6:9: http://h/d/b"}},
		{"no target", base, warc("", "text/html", "<a href=b>"), []string{"5:9: http://base/b"}},
		{"target that is none", base, warc("/x", "text/html", "<a href=b>"), []string{"6:9: http://base/b"}},
		{"base in a page", base, warc("http://h/d/", "text/html", "<base href=/e/><a href=b>"), []string{"2:18: http://h/d/", "6:12: http://h/e/", "6:24: http://h/e/b"}},
		{"response", base, response("http://h/d/", html+"Link: <http://l/>\r\n", small),
			[]string{"2:18: http://h/d/", "8:8: http://l/", "10:24: http://h/b?c&d", "10:35: http://t/", "10:57: http://h/d/e"}},
		{"response without type", base, response("http://h/", "", "<p><a href=b>"), []string{"2:18: http://h/", "8:12: http://h/b"}},
		{"response that is a text", base, response("http://h/", "Content-Type: text/plain\r\n", "<html><a href='x:y'>http://t/"), []string{"2:18: http://h/", "9:21: http://t/"}},
		{"response without body", base, response("http://h/", html, "") + first, []string{"2:18: http://h/", "12:18: http://h/1"}},
		{"response cut in its header", base, warc("http://h/", "application/http", "HTTP/1.1 200 OK\r\nLink: http://l/") + first,
			[]string{"2:18: http://h/", "7:7: http://l/", "10:18: http://h/1"}},
		{"request", base, warc("http://h/", "application/http; msgtype=request", "GET / HTTP/1.1\r\nReferer: http://r/\r\n\r\n"), []string{"2:18: http://h/", "7:10: http://r/"}},
		{"metadata", base, warc("http://h/", "application/json", `{"url":"http://j/"}`), []string{"2:18: http://h/", "6:9: http://j/"}},
		{"metadata, relative", base, warc("http://h/d/p", "application/json", `{"url":"q","x":"http://j/"}`), []string{"2:18: http://h/d/p", "6:17: http://j/"}},
		{"binary", base, response("http://h/", "Content-Type: image/png\r\n", "\x00 http://i/") + first, []string{"2:18: http://h/", "12:18: http://h/1"}},
		{"chunked", base, response("http://h/d/", html+"Transfer-Encoding: chunked\r\n", chunked(small, 7)),
			[]string{"2:18: http://h/d/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/d/e"}},
		{"chunked, in lines that LF ends", base, response("http://h/", "Transfer-Encoding: chunked\r\n", "9\nhttp://g/\n0\n\n"), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"chunked, damaged", base, response("http://h/", "Transfer-Encoding: chunked\r\n", "A\r\nhttp://g/ \r\nno size\r\nhttp://i/\r\n") + first, []string{"2:18: http://h/", "9:1: http://g/", "9:1: http://i/", "16:18: http://h/1"}},
		{"chunked, breaks off", base, response("http://h/", "Transfer-Encoding: chunked\r\n", "FF\r\nhttp://g/ "), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"chunked, as only the header says", base, response("http://h/d/", html+"Transfer-Encoding: chunked\r\n", "<a href=b>"), []string{"2:18: http://h/d/", "10:1: http://h/d/b"}},
		{"gzip", base, response("http://h/d/", html+"Content-Encoding: gzip\r\n", gzipped("<a href=x:y>"+"http://g/")),
			[]string{"2:18: http://h/d/", "10:1: x:y", "10:1: http://g/"}},
		{"chunked gzip", base, response("http://h/", "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", chunked(gzipped(small), 30)),
			[]string{"2:18: http://h/", "10:1: http://h/b?c&d", "10:1: http://t/", "10:1: http://h/e"}},
		{"chunked, as only the header says, from a blank on", base, response("http://h/", "Transfer-Encoding: chunked\r\n", " http://g/\n"), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"gzip, as only the header says", base, response("http://h/", "Content-Encoding: gzip\r\n", "http://g/"), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"gzip, cut off", base, response("http://h/", "Content-Encoding: gzip\r\n", cut[:len(cut)-4]), []string{"2:18: http://h/", "9:1: http://g/", "9:1: bad-coding"}},
		{"deflate", base, response("http://h/", "Content-Encoding: deflate\r\n", deflated("http://g/")), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"deflate, stored", base, response("http://h/", "Content-Encoding: deflate\r\n", "\x08\x09\x00\xf6\xffhttp://g/\x01\x00\x00\xff\xff"), []string{"2:18: http://h/", "9:1: http://g/"}},
		{"unknown coding", base, response("http://h/", "Content-Encoding: br\r\n", "\x01") + first, []string{"2:18: http://h/", "9:1: unknown-coding", "12:18: http://h/1"}},
		{"binary, decoded", base, response("http://h/", "Content-Encoding: gzip\r\n", binary), []string{"2:18: http://h/"}},
		{"binary, cut off", base, response("http://h/", "Content-Encoding: gzip\r\n", binary[:len(binary)-4]), []string{"2:18: http://h/"}},

		{"no length", base, "WARC/1.0\r\nA: http://a/\r\n\r\nhttp://b/\n" + first, []string{"2:4: http://a/", "1:1: bad-warc-header", "4:1: http://b/", "6:18: http://h/1"}},
		{"bad length", base, strings.Replace(first, "th: 1", "th: -1", 1) + first, []string{"2:18: http://h/1", "1:1: bad-warc-header", "9:18: http://h/1"}},
		{"length over all", base, strings.Replace(first, "th: 1", "th: 99999999999999999999", 1) + first, []string{"2:18: http://h/1", "1:1: bad-warc-header", "9:18: http://h/1"}},
		{"no record", base, "WARX http://a/\nWARC/0 http://b/\n" + first, []string{"1:6: http://a/", "1:1: bad-warc-header", "2:8: http://b/", "4:18: http://h/1"}},
		{"length too short", base, warcOf("http://h/", "text/plain", "http://a/ http://b/", 10) + first,
			[]string{"2:18: http://h/", "6:1: http://a/", "6:11: http://b/", "6:11: bad-warc-length", "9:18: http://h/1"}},
		{"length too long", base, warcOf("http://h/", "text/plain", "http://a/", 20) + first, []string{"2:18: http://h/", "6:1: http://a/", "8:8: bad-warc-length", "9:18: http://h/1"}},
		{"length over 4 GiB", base, warcOf("http://h/", "text/plain", "http://a/", 5<<30), []string{"2:18: http://h/", "6:1: http://a/", "1:1: truncated-record"}},
		{"length 0 at the end", base, first + strings.TrimSpace(warc("http://h/", "text/plain", "")) + "\r\n\r\n", []string{"2:18: http://h/1", "9:18: http://h/"}},
		{"length beyond the end", base, warcOf("http://h/", "text/plain", "http://a/", 2000), []string{"2:18: http://h/", "6:1: http://a/", "1:1: truncated-record"}},
		{"ends in a header", base, first + "WARC/1.0\r\nX: http://x/", []string{"2:18: http://h/1", "9:4: http://x/", "8:1: truncated-record"}},
		{"ends in a page", base, warcOf("http://h/", "text/html", "<a href=b>http://a/", 2000), []string{"2:18: http://h/", "6:9: http://h/b", "6:11: http://a/", "1:1: truncated-record"}},
		{"nothing", base, "", nil},
		{"blank lines", base, "\r\n\r\n", nil},
	})
}

// No body is held, and of a header no more than the limit.
func TestRecordsHoldLittle(t *testing.T) {
	x := extractOf(t, true, "")
	x.maxLine = 10_000
	long := strings.Repeat("abc\n", 1<<18+1<<17) + "http://a/ "
	for name, in := range map[string]string{
		"page":    response("http://h/", "Content-Type: text/html\r\n", long),
		"text":    response("http://h/", "Content-Type: text/plain\r\n", long),
		"chunked": response("http://h/", "Transfer-Encoding: chunked\r\n", chunked(long, 1000)),
		"bomb":    response("http://h/", "Content-Encoding: gzip\r\n", gzipped(long)),
		"lost":    "x\n" + long,
		"header":  "WARC/1.0\r\n" + long,
	} {
		var r records
		var got []string
		r.read(x, inPieces(in, 4096, false), cursor{line: 1}, into(&got))
		if !strings.Contains(strings.Join(got, "\n")+"\n", " http://a/\n") {
			t.Errorf("%s: found %q, want http://a/", name, got)
		}
		p := &r.payload
		held := cap(r.head) + cap(r.prose.buf) + cap(p.prose.buf) + cap(p.page.raw) + cap(p.page.prose.buf)
		if held > 300_000 && (name != "header" || held > 3*maxHeader) {
			t.Errorf("%s: %d bytes are held of %d", name, held, len(long))
		}
	}
}

// An archive is cut between records, also where a body is longer than what is read at
// once, and no more after what is no record.
func TestWARCCutter(t *testing.T) {
	one, two := warc("http://h/1", "text/plain", "a"), warc("http://h/2", "text/plain", strings.Repeat("b", 1000))
	in := one + two + one + "x" + one + one
	var c warcCutter
	var cuts []int
	for at, end := 0, 0; end < len(in); {
		end = min(end+100, len(in))
		if n := c.lastRecord([]byte(in[at:end])); n > 0 {
			at += n
			c.passed(n)
			cuts = append(cuts, at)
		} else if end-at >= 300 {
			c.passed(end - at) // a block is full
			at = end
		}
	}
	if want := []int{len(one), len(one + two)}; !slices.Equal(cuts, want) {
		t.Errorf("cuts at %d, want %d", cuts, want)
	}
	c = warcCutter{}
	if n := c.lastRecord([]byte(warcOf("", "text/plain", "", 5<<30) + one)); n != 0 || c.lost {
		t.Errorf("cut at %d in a body of 5 GiB, lost = %t", n, c.lost)
	}
	c = warcCutter{}
	if n := c.lastRecord([]byte(one + warc(strings.Repeat("x", maxHeader), "", "") + one)); n != 0 {
		t.Errorf("cut at %d, at or after a header that is too long, want none", n)
	}
}

// Several workers read an archive, each some of its records.
func TestArchiveOfManyDocuments(t *testing.T) {
	x := &extractFlags{job: job{maxLine: defaultMaxLine, blockSize: 4 << 10}}
	p := newPipeline(&x.job)
	w := &walker{pipeline: p, extractFlags: x}
	var documents atomic.Int64
	p.finish = func(ctx context.Context, b *block, found *[]scanner.Line) bool {
		if b.document != nil {
			documents.Add(1)
		}
		return w.search(ctx, b, found)
	}
	var out, diag strings.Builder
	d := &driver{job: &x.job, std: streams{strings.NewReader(strings.Repeat(warc("http://h/", "text/plain", strings.Repeat("a\n", 500)), 100)), &out, &diag}}
	w.std = d.std
	err := d.run(nil, "", func(files []string) error {
		return d.drain(t.Context(), p, func(ctx context.Context) {
			w.ctx, w.bar = ctx, &d.bar
			p.startWith(ctx, w.readAll, files)
		})
	})
	if err != nil || diag.Len() > 0 || strings.Count(out.String(), "\n") != 100 || documents.Load() < 25 {
		t.Errorf("100 records of 1 KiB in blocks of 4 KiB: %d URIs in %d documents, %v, %s, want 100 in 25 at least",
			strings.Count(out.String(), "\n"), documents.Load(), err, diag.String())
	}
}

// Wherever a file ends, a record is truncated if its body is not all there, and none is if
// the file ends between two; and it is cut before the last record of which the header is there.
func TestRecordsCutOff(t *testing.T) {
	x := extractOf(t, false, "")
	for _, n := range []int{0, 3} {
		in, want := "", []string(nil)
		var starts, bodies []int
		for _, body := range []string{strings.Repeat("a", n), "\n\nb", ""} {
			record := strings.Replace(warc("", "text/plain", body), "\r\n", "\r\nx\n", 1)
			starts, bodies = append(starts, len(in)), append(bodies, len(in)+len(record)-len(body)-4)
			in += record
			for end := starts[len(starts)-1] + 1; end <= len(in); end++ {
				want = nil
				if end < bodies[len(bodies)-1]+len(body) {
					want = []string{fmt.Sprintf("%d:1: truncated-record", 1+strings.Count(in[:starts[len(starts)-1]], "\n"))}
				}
				for _, size := range []int{1, end} {
					if got := readRecords(x, in[:end], size, false); !slices.Equal(got, want) {
						t.Errorf("%d bytes at a time, %q = %q, want %q", size, in[:end], got, want)
					}
				}
				last := 0
				for i := range starts {
					if bodies[i] <= end {
						last = starts[i]
					}
				}
				if got := new(warcCutter).lastRecord([]byte(in[:end])); got != last {
					t.Errorf("lastRecord(%q) = %d, want %d", in[:end], got, last)
				}
			}
		}
	}
}

// Whatever is done to a file, it is read the same however it comes, and again from
// the next record on.
func TestRecordsRandom(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 9))
	x := extractOf(t, true, "http://base/")
	for range times(400) {
		in := []byte(randomRecords(random, 3))
		for range random.IntN(4) {
			i := random.IntN(len(in))
			switch random.IntN(3) {
			case 0:
				in[i] = byte(random.IntN(256))
			case 1:
				in = slices.Delete(in, i, min(len(in), i+random.IntN(20)))
			default:
				in = slices.Insert(in, i, []byte("WARC/1.0\r\n")[:random.IntN(11)]...)
			}
			if len(in) == 0 {
				in = []byte{0}
			}
		}
		last := warc("http://last/", "text/plain", "http://end/")
		in = append(append(in, "\r\n\r\n"...), last...)
		want := readRecords(x, string(in), len(in), false)
		for _, n := range []int{1, 1 + random.IntN(50), 1 + random.IntN(1000)} {
			got := readRecords(x, string(in), n, false)
			if !slices.Equal(got, want) {
				t.Fatalf("%d bytes at a time, %q = %q, want %q", n, in, got, want)
			}
		}
	}
}

func randomRecords(random *rand.Rand, n int) (s string) {
	for range n {
		body := randomPage(random, random.IntN(30))
		switch random.IntN(6) {
		case 0:
			s += response("http://h/p", "", body)
		case 1:
			s += response("http://h/p", "Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n", chunked(body, 10))
		case 2:
			s += response("http://h/p", "Content-Encoding: gzip\r\n", gzipped(body))
		case 3:
			s += warc("http://h/p", "application/json", `{"url":"`+body+`"}`)
		case 4:
			s += warc("http://h/p", "text/html", body)
		default:
			s += warc("", "text/plain", body)
		}
	}
	return s
}
