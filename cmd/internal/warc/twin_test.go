package warc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httputil"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/resolve"
)

// An archiveTwin reads an archive that is there as a whole, as the help says. Texts and
// pages in it are read by code that has its own tests.
type archiveTwin struct {
	x      *Options
	in     string
	broken bool // in ends where it could not be read any more
	all    []string
	good   [][3]int // where each record, its body and what follows begin, up to what is wrong
	isLost bool
	noBase bool // the target of the record is not valid
}

var (
	twinHeader  = regexp.MustCompile(`^(?s:.*?\n)??\r?\n`)
	twinVersion = regexp.MustCompile(`^WARC/[0-9]`)
	twinRecord  = regexp.MustCompile(`(?m)^WARC/1\.`)
	twinChunk   = regexp.MustCompile(`^[0-9a-fA-F]{1,10}[; \t\r]`)
)

// twinField returns the value of the last field of that name.
func twinField(head, name string) string {
	all := regexp.MustCompile(`(?im)^`+name+`:(.*)$`).FindAllStringSubmatch(head, -1)
	if len(all) == 0 {
		return ""
	}
	return strings.Trim(all[len(all)-1][1], page.HtmlBlanks)
}

func twinType(value string) string {
	value, _, _ = strings.Cut(strings.ToLower(value), ";")
	return strings.TrimRight(value, page.HtmlBlanks)
}

func (a *archiveTwin) place(i int) prose.Cursor {
	return prose.Cursor{Line: int64(1 + strings.Count(a.in[:i], "\n")), Column: int64(i - 1 - strings.LastIndex(a.in[:i], "\n"))}
}

func (a *archiveTwin) flaw(at prose.Cursor, kind string) {
	a.all = append(a.all, fmt.Sprintf("%d:%d: %s", at.Line, at.Column+1, kind))
}

func (a *archiveTwin) read() []string {
	wasRecord := false
	for i := 0; ; {
		i = len(a.in) - len(strings.TrimLeft(a.in[i:], "\r\n"))
		if i == len(a.in) {
			return a.all
		}
		next, flaw := a.record(i)
		if flaw == badWARCHeader && wasRecord && !twinVersion.MatchString(a.in[i:]) {
			flaw = badWARCLength
		}
		if flaw != "" {
			a.flaw(a.place(i), flaw)
			a.isLost = true
		}
		if wasRecord = flaw == ""; next < 0 {
			return a.all
		}
		if i = next; !wasRecord {
			n := twinRecord.FindStringIndex(a.in[i:])
			if n == nil {
				a.text(a.in[i:], a.place(i), !a.broken, reads.Into(&a.all))
				return a.all
			}
			a.text(a.in[i:i+n[0]], a.place(i), true, reads.Into(&a.all))
			i += n[0]
		}
	}
}

// record reads the record at i, and returns where it ends, -1 if the input ends in it.
func (a *archiveTwin) record(i int) (next int, flaw string) {
	line, _, hasLine := strings.Cut(a.in[i:], "\n")
	head := twinHeader.FindString(a.in[i:])
	cutOff := map[bool]string{false: truncatedRecord}[a.broken]
	switch {
	case hasLine && !twinVersion.MatchString(line):
		head = line + "\n"
	case head == "":
		a.text(a.in[i:], a.place(i), !a.broken && !twinVersion.MatchString(line), reads.Into(&a.all))
		return -1, cutOff
	}
	a.text(head, a.place(i), true, reads.Into(&a.all))
	from := i + len(head)
	length, err := strconv.ParseUint(twinField(head, "Content-Length"), 10, 63)
	if err != nil || !twinVersion.MatchString(line) {
		return from, badWARCHeader
	}
	if !a.isLost {
		a.good = append(a.good, [3]int{i, from, from + int(length)})
	}
	base := a.x.Page.Base
	target := twinField(head, "WARC-Target-URI")
	target = strings.TrimSuffix(strings.TrimPrefix(target, "<"), ">")
	a.noBase = false
	if own, err := resolve.NewBase(target, 0); err == nil {
		base = own
	} else if a.noBase = target != ""; a.noBase {
		base = nil
	}
	isWhole := length <= uint64(len(a.in)-from)
	to := len(a.in)
	if isWhole {
		to = from + int(length)
	}
	a.payload(a.in[from:to], from, isWhole, twinType(twinField(head, "Content-Type")), base)
	if !isWhole {
		return -1, cutOff
	}
	return to, ""
}

func (a *archiveTwin) payload(body string, from int, isWhole bool, mime string, base *resolve.Base) {
	print := reads.Into(&a.all)
	if mime != "application/http" {
		a.search(body, a.place(from), isWhole, mime, base, print)
		return
	}
	head := twinHeader.FindString(body)
	if head == "" {
		a.text(body, a.place(from), false, print)
		return
	}
	a.text(head, a.place(from), true, print)
	at, body := a.place(from+len(head)), body[len(head):]
	mime, coding := twinType(twinField(head, "Content-Type")), strings.ToLower(twinField(head, "Content-Encoding"))
	isChunked := strings.Contains(strings.ToLower(twinField(head, "Transfer-Encoding")), "chunked")
	if coding == "identity" {
		coding = ""
	}
	if !isChunked && coding == "" {
		a.search(body, at, isWhole, mime, base, print)
		return
	}
	in := bufio.NewReader(reads.InPieces(body, len(body)+1, !isWhole))
	if isChunked && twinChunk.MatchString(body) {
		plain, err := io.ReadAll(httputil.NewChunkedReader(in))
		if err != nil {
			rest, failed := io.ReadAll(in)
			plain, err = append(plain, rest...), failed
		}
		in = bufio.NewReader(reads.InPieces(string(plain), len(plain)+1, err != nil))
	}
	var r io.Reader = in
	begin, _ := in.Peek(2)
	switch coding {
	case "gzip", "x-gzip":
		if string(begin) == "\x1f\x8b" {
			if z, err := gzip.NewReader(in); err == nil {
				r = z
			}
		}
	case "deflate":
		r = flate.NewReader(in)
		if len(begin) == 2 && begin[0]%16 == 8 && (int(begin[0])*256+int(begin[1]))%31 == 0 {
			if z, err := zlib.NewReader(in); err == nil {
				r = z
			}
		}
	case "br":
		begin, _ := in.Peek(512)
		if _, err := io.ReadFull(brotli.NewReader(bytes.NewReader(begin)), make([]byte, 1)); err == nil || err == io.ErrUnexpectedEOF {
			r = brotli.NewReader(in)
		}
	case "zstd":
		if begin, _ := in.Peek(4); string(begin) == "(\xb5/\xfd" || len(begin) == 4 && string(begin[1:]) == "*M\x18" && begin[0]&0xf0 == 'P' {
			z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
			if err == nil {
				r = z
			}
		}
	case "":
	default:
		a.flaw(at, unknownCoding)
		return
	}
	decoded, err := io.ReadAll(r)
	searched := a.search(string(decoded), at, err == nil, mime, base, func(f prose.Found) {
		f.Line, f.Column = at.Line, at.Column+1
		print(f)
	})
	if searched && err != nil && coding != "" {
		a.flaw(at, badCoding)
	}
}

func (a *archiveTwin) search(in string, at prose.Cursor, isWhole bool, mime string, base *resolve.Base, print func(prose.Found)) bool {
	begin := in[:min(len(in), 8<<10)]
	if strings.Contains(begin, "\x00") && !a.x.Binary {
		return false
	}
	rest, ended := page.AfterProlog([]byte(strings.TrimPrefix(begin, "\uFEFF")))
	if mime == "text/html" || mime == "application/xhtml+xml" || mime == "" && ended && page.Begins(rest, true) {
		new(page.Page).Read(&a.x.Page, reads.InPieces(in, len(in)+1, !isWhole), at, base, func(f prose.Found) {
			if f.Left == prose.NoBase && a.noBase {
				f.Left = prose.BadBase
			}
			print(f)
		})
	} else {
		a.text(in, at, isWhole, print)
	}
	return true
}

func (a *archiveTwin) text(in string, at prose.Cursor, isWhole bool, print func(prose.Found)) {
	var p prose.Text
	p.Begin(&a.x.Page.Text, at, false)
	p.Add([]byte(in), isWhole)
	p.Find(print)
}

// Whatever is done to an archive, the same is found however it comes, and the place where
// it may be cut is before the last record whose header is complete.
func TestRecordsRandom(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 9))
	for n := range sizes.Times(2000) {
		in := []byte(reads.RandomRecords(random, 1+random.IntN(4)))
		for range random.IntN(4) * random.IntN(2) {
			i := random.IntN(len(in))
			switch random.IntN(3) {
			case 0:
				in[i] = byte(random.IntN(256))
			case 1:
				in = slices.Delete(in, i, min(len(in), i+random.IntN(20)))
			default:
				in = slices.Insert(in, i, []byte(reads.PickOf(random, "WARC/1.0\r\n"[:random.IntN(11)], "\r", "\n", "\r\n\r\n", "\r\r\n", "WARC/", "x"))...)
			}
			in = append(in, "\r"[:random.IntN(2)]...)
		}
		if n%4 == 3 {
			in = in[:random.IntN(len(in)+1)]
		}
		x := archiveOf(t, n%2 == 0, "http://base/"[:12*(n/2%2)])
		x.Binary = n%3 == 0
		a := &archiveTwin{x: x, in: string(in), broken: n%8 == 0}
		want := a.read()
		for _, size := range []int{1 + random.IntN(5), 1 + random.IntN(1000)} {
			got := readRecords(x, a.in, size, a.broken)
			if !slices.Equal(got, want) {
				t.Fatalf("%d bytes at a time, %q = %q, want %q", size, in, got, want)
			}
		}
		a.checkCuts(t, 1+random.IntN(500), 1+random.IntN(50))
		if len(a.good) > 0 {
			a.checkCuts(t, a.good[0][2], 1+random.IntN(500))
		}
	}
}

// checkCuts checks where a is cut if it comes n bytes at a time, and a block holds so many.
func (a *archiveTwin) checkCuts(t *testing.T, block, n int) {
	t.Helper()
	var c Cutter
	isLost := false
	for at, end := 0, 0; end < len(a.in); {
		end = min(end+n, at+block, len(a.in))
		want, next := at, 0
		for _, r := range a.good {
			if r[1] <= end {
				want, next = max(at, r[0]), r[2]
			}
		}
		if isLost {
			want = at
		}
		if got := c.LastRecord([]byte(a.in[at:end])); got != want-at {
			t.Fatalf("lastRecord in [%d:%d] of %q = %d, want %d", at, end, a.in, got, want-at)
		}
		if want == at && end-at == block {
			want = end
		}
		if want > at {
			c.Passed(want - at)
		}
		at, isLost = want, isLost || want > at && next < want
	}
}
