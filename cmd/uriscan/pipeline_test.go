package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
)

// mixedLines are lines of all kinds: good, bad, empty, of every length up to
// some hundred bytes, some over 1000.
func mixedLines(seed uint64, n int) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	pieces := []string{"http://a/", "b c", "", "//h:80?q#f", "%", "\x00", "\r", "http://user@example.com:8080/a/b?q=1#top"}
	ends := []string{"\n", "\n", "\r\n"}
	var in strings.Builder
	for range n {
		in.WriteString(testkit.Mixed(rng, rng.IntN(4), pieces...))
		if rng.IntN(50) == 0 {
			in.WriteString(strings.Repeat("x", 900+rng.IntN(1000)))
		}
		in.WriteString(ends[rng.IntN(len(ends))])
	}
	in.WriteString("last")
	return in.String()
}

// Whatever the number of workers, the size of blocks and the way the input
// comes, the same bytes go out, on both streams.
func TestSameHoweverMany(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "one", mixedLines(1, 60))
	testkit.Write(t, "two", mixedLines(2, 60))
	in := mixedLines(3, 60)
	checkSame(t, in, []string{"one", "missing", "-", ".", "two"}, 1,
		"check",
		"check --on-error fail",
		"parse",
		"parse --json --offsets",
		"parse --format {line}:{byte}:{kind}:{value} --max-line 1000",
		"parse --format [{host|-}{path}]",
		"parse --format [{host|-}{path}] --on-error keep --max-line 1000",
		"parse --format {line}:{value} --on-error keep --max-line 500",
		"parse -0 --format {line}:{value} --on-error keep --max-line 500",
		"parse --format {host} --on-error fail",
		"parse -0 --format {path} --on-error keep --max-line 500",
		"normalize",
		"normalize --changed --on-error keep",
		"normalize --key",
		"parse --split --json --offsets",
		"inspect",
		"inspect --json --deny userinfo --max-line 500",
		"inspect --print good --deny empty-port --on-error keep",
		"target --host example.com:8080 --on-error keep",
		"query --get q --decoded",
		"query --add a=b --on-error keep --max-line 1000",
		"repair --explain",
		"surt --on-error fail",
		"redact --text --max-line 500",
		"resolve --base http://b/c",
		"relativize --base http://a/b")
}

// Workers share no memory that lines are written into.
func TestWorkersShareNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	var in strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&in, "HTTP://h%d/%%7e/%d\t../b%%7e?q=%d&p=%d#%d\n", i, i, i, i, i)
	}
	first := "--field 1"
	for command, flags := range map[string]string{
		"resolve --pairs": "", "resolve --pairs --key --with-target": "", "resolve --pairs --repair --key --profile crawl-v1 --with-target": "",
		"query --set q=1 --add r=2": "--field 2", "normalize --explain": first, "normalize --profile crawl-v1": first, "repair": first, "surt": first, "template": first,
		"parse --semconv": first, "parse --format {site}{filename}{path:decoded}": first, "redact": first, "inspect --json": first, "target --json": first, "dedupe --normalized": first,
	} {
		args := strings.Fields(command + " " + flags)
		want := runWith(in.String(), append(args, "-j", "1")...)
		for range 2 {
			if got := runWith(in.String(), append(args, "-j", "4", "--block-size", "2K")...); got != want || len(want.out) < 1000 {
				t.Errorf("run(%q) by several workers = %s, want %s", args, clip(got), clip(want))
			}
		}
	}
}

// With --null a command does what it does without to lines that end in LF, also where it ends one
// by itself: the last of an input, and a long one in which an input is damaged.
func TestNullIsNewline(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.NewReplacer("\r", "r", "\x00", "0").Replace(mixedLines(5, 200))
	for i := range 3100 {
		text += "http://h/" + strconv.Itoa(i) + "\n" // more classes than fit into the least memory
	}
	requests := strings.Join(oddRequests, "\n") + "\n"
	damaged := "a b\nHTTP:\n//" + strings.Repeat("long", 2000) // much of it is left
	for _, command := range []string{
		"check", "check --print good", "check --print bad --max-line 300", "inspect", "inspect --print good", "inspect --json",
		"parse", "parse --json", "parse --json --split", "parse --semconv", "parse --format {line}:{path|-}", "parse --format {host} --on-error keep --max-line 300", "parse --format {byte}{value} --split",
		"normalize --on-error keep --max-line 300", "normalize --changed --rejects bad", "normalize --key", "normalize --explain", "normalize --profile crawl-v1", "normalize --only case --max-line 300",
		"normalize --field 1 --delimiter / --max-line 300", "normalize --json-field a", "normalize --log --rejects bad",
		"resolve --base http://h/a --on-error keep --max-line 300", "resolve --pairs --on-error keep", "relativize --base http://h/a --on-error keep",
		"query --get q", "query --keys", "query --pairs --on-error keep", "query --set a=b --on-error keep --max-line 300", "query --sort --rejects bad",
		"repair --explain --on-error keep", "redact", "redact --text", "redact --mask X --max-line 300", "template --on-error keep", "surt --rejects bad", "target", "target --host h --on-error keep",
		"dedupe", "dedupe -c", "dedupe -d --max-line 300", "dedupe -u --on-error keep --max-line 300", "dedupe --normalized --rejects bad", "dedupe --key host --level identical",
		"dedupe --on-error keep --max-line 300 --memory 64K", "dedupe --field 1 --delimiter :", "dedupe --on-error keep --level identical", "stats --json",
		"check --log", "inspect --log --policy ingress", "parse --log --append", "parse --log --append --format {path}", "normalize --log --explain", "resolve --log --base http://h/a/", "relativize --log --base http://h/a/",
		"query --log --set a=b", "repair --log", "redact --log", "template --log", "surt --log", "target --log", "target --log --host h", "dedupe --log", "dedupe --log --as reference", "stats --log --json", "relativize --log-field referer --base http://h/",
	} {
		var got [2]outcome
		text := text
		if strings.Contains(command, " --log") {
			text = requests
		}
		for i, end := range []string{"\n", "\x00"} {
			testkit.Write(t, "bad", "")
			testkit.Write(t, "text", strings.ReplaceAll(text, "\n", end))
			member := packed.Gzip(strings.ReplaceAll(damaged, "\n", end))
			testkit.Write(t, "damaged", string(member[:len(member)-1]))
			testkit.Write(t, "ended", string(packed.Gzip("d:1"+end+"d:2"+end))+"junk")
			testkit.Write(t, "open", string(packed.Gzip("d:3"+end+"d:4"))+"junk")
			args := append(strings.Fields(command), []string{"--null=false", "--null"}[i], "--block-size", "1000", "text", "damaged", "ended", "open", "-")
			got[i] = runWith(strings.ReplaceAll("a:1\n/a b\nc", "\n", end), args...)
			got[i].err += testkit.Read(t, "bad")
		}
		lines, nulls := got[0], got[1]
		if strings.Contains(nulls.out, "\x00") {
			nulls.out = strings.NewReplacer("\n", "\x00", "\x00", "\n").Replace(nulls.out)
		}
		lines.err = offsetOf.ReplaceAllString(lines.err, "")
		nulls.err = offsetOf.ReplaceAllString(strings.ReplaceAll(nulls.err, "\x00", "\n"), "")
		if lines != nulls || len(lines.out+lines.err) < 100 {
			t.Errorf("%s --null = %s, want %s", command, clip(nulls), clip(lines))
		}
	}
}

// oddRequests are lines of a log with each form of a request-target, and what is no request.
var oddRequests = []string{
	`- "GET //h/a/../%41?b HTTP/1.1" "http://h/%41"`, `- "GET /a/./b?utm_id=1&a HTTP/1.1" "-"`, `- "GET http://h/a/../%7e#c HTTP/1.1" "//u:p@h"`, `- "GET HTTP://h HTTP/1.1"`,
	`- "CONNECT h:80 HTTP/1.1"`, `- "CONNECT http://h/ HTTP/1.1"`, `- "OPTIONS * HTTP/1.1"`, `- "OPTIONS http://h HTTP/1.1"`, `- "GET * HTTP/1.1"`, `- "GET a:b HTTP/1.1"`, `- "GET /a\x22\xC3 HTTP/1.1" "a\x20"`,
	`- "GET /a b"`, `- "-"`, `- ""`, `- "GET /%zz HTTP/1.1" "a b"`, `- "GET /1234/8f3a91c2?token=a HTTP`,
}

// offsetOf is where data is damaged, which depends on how it is compressed.
var offsetOf = regexp.MustCompile(` at offset \d+`)

// Results that do not fit into memory at once are written in parts, in order all
// the same, and to the first part that cannot be written.
func TestResultsInParts(t *testing.T) {
	t.Parallel()
	in := strings.Repeat("\n \n", 1<<14)
	few := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 100, Workers: pipeline.MaxWorkers, BlockSize: 64 << 10}}
	limit := (<-pipeline.New[record.None](few.Records(), nil).Free).Limit
	for _, args := range [][]string{{"parse", "--json"}, {"check"}} {
		args = append(args, "--block-size", "64K")
		want := runWith(in, append(args, "-j", "1")...)
		if n := len(want.out + want.err); n < 2*limit {
			t.Fatalf("run(%q) gives %d bytes, want more than %d, which fit at once", args, n, limit)
		}
		if got := runWith(in, append(args, "-j", "1000")...); got != want {
			t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(want))
		}
		writes := 0
		once := testkit.WriterFunc(func(p []byte) (int, error) {
			if writes++; writes == 1 {
				return 0, syscall.ENOSPC
			}
			return len(p), nil
		})
		status := run(t.Context(), append(args, "-j", "1000"), stream.Std{In: strings.NewReader(in), Out: once, Err: io.Discard})
		if status != diag.ExitIO || writes != 1 {
			t.Errorf("run(%q), the first part of whose results cannot be written, = %d after %d writes, want %d and 1", args, status, writes, diag.ExitIO)
		}
	}
}

// The number of blocks is bounded: an input without end is read only so far while nobody
// reads what is written, by what -j and --block-size say. Nothing waits for ever when the
// command ends.
func TestReadAheadIsBounded(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, command := range []string{"parse", "check --print good", "normalize", "resolve --base a:", "relativize --base a:", "dedupe"} {
		for args, tt := range map[string]struct {
			workers, size int64
			line          string
		}{
			"": {3, pipeline.BlockSize, "a:/\n"}, "-j 1 --block-size 1000": {1, 1000, "a:/\n"}, "--jobs 9 --block-size 1K": {9, 1024, "a:/\n"},
			"-j 1 --max-line 4M": {1, 600 << 10, strings.Repeat("a", 2*pipeline.RoomyBlock) + "\n"},
		} {
			synctest.Test(t, func(t *testing.T) {
				var n atomic.Int64
				text := strings.Repeat(tt.line, max(pipeline.BlockSize/len(tt.line), 1))
				in := testkit.ReaderFunc(func(p []byte) (int, error) {
					k := copy(p, text[int(n.Load())%len(text):])
					n.Add(int64(k))
					return k, nil
				})
				out, written := io.Pipe()
				go func() {
					run(t.Context(), strings.Fields(command+" "+args), stream.Std{In: in, Out: written, Err: io.Discard})
				}()
				synctest.Wait()
				if least, most, got := (tt.workers+tt.workers/2+2)*tt.size, (2*tt.workers+4)*tt.size, n.Load(); got < least || got > most {
					t.Errorf("%s %s reads %d bytes ahead, want %d to %d", command, args, got, least, most)
				}
				out.Close()
			})
		}
	}
}

// Lines longer than the roomy block share one block, so that many of them do
// not add up.
func TestLargeLinesShareABlock(t *testing.T) {
	long := strings.Repeat("a", pipeline.RoomyBlock+1)
	in := strings.Repeat(long+long+"\n"+"b\n"+long+" \n", 3)
	j := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: defaultMaxLine, Workers: 4}, Reference: printNothing}
	p := (&record.Driver[record.None]{Job: j}).Pipeline()
	p.Start(t.Context(), []string{"in"}, func(string) (*stream.Input, error) { return stream.Open("-", strings.NewReader(in), new(atomic.Int64)) })
	lines, flaws, large := 0, 0, 0
	for b := range p.Order {
		<-b.Done
		lines += b.Work.Res.Lines
		flaws += len(b.Work.Res.Flaws)
		if b.IsLarge {
			large++
		} else if len(b.Buf) > pipeline.RoomyBlock {
			t.Fatalf("a block has %d bytes, want at most %d", len(b.Buf), pipeline.RoomyBlock)
		}
		p.Release(b)
	}
	if lines != 9 || flaws != 3 || large < 6 {
		t.Errorf("%d lines, %d flaws, %d large blocks, want 9, 3 and at least 6", lines, flaws, large)
	}
	if took, most := bytesOf(func() { runWith(in, "check", "-j", "1") })-bytesOf(func() { runWith(in[:len(in)/3], "check", "-j", "1") }), 2*pipeline.RoomyBlock; took > most {
		t.Errorf("three times as many long lines take %d bytes more, want %d at most", took, most)
	}
	in = strings.Repeat(long[:pipeline.RoomyBlock/2]+"\n", 40)
	if took, most := bytesOf(func() { runWith(in, "dedupe", "-j", "8") }), 12<<20; took > most {
		t.Errorf("dedupe takes %d bytes for lines over the size of its blocks, want %d at most", took, most)
	}
}

// bytesOf returns how much memory f takes, all in all.
func bytesOf(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// An input that breaks off within a long line that is passed on does not run
// into the next one, and is no line of a file.
func TestLongLineBrokenOff(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"before": "before\n", "next": "next\n"})
	for command, out := range map[string]string{
		"parse --format [{path}]": "[before]\n[first]\nlonger than the limit\n[next]\n",
		"dedupe":                  "before\nfirst\nlonger than the limit\nnext\n",
		"dedupe --count":          "      1 before\n      1 first\nlonger than the limit\n      1 next\n",
	} {
		in := io.MultiReader(strings.NewReader("first\nlonger than the limit"), iotest.ErrReader(errors.New("cable cut")))
		args := append(strings.Fields(command), "--on-error", "keep", "--max-line", "6", "before", "-", "missing", "next")
		want := outcome{diag.ExitIO, out, "-:2:7: too-long\nuriscan: standard input: cable cut after 27 bytes\n" +
			"uriscan: missing: no such file or directory\n"}
		if got := runOn(in, args...); got != want {
			t.Errorf("run(%q) = %+v, want %+v", args, got, want)
		}
	}
	in := io.MultiReader(strings.NewReader("first\nlonger than the limit"), iotest.ErrReader(errors.New("cable cut")))
	runOn(in, strings.Fields("parse --format [{path}] --on-error keep --max-line 6 --block-size 2 -o out - next")...)
	if out := contents("out"); out != "[first]\n[next]\n" {
		t.Errorf("parse leaves %q in out, want the lines of both", out)
	}
}

// As many workers work at once as there are to be: here each line waits for the others.
func TestWorkersAtOnce(t *testing.T) {
	for workers, atOnce := range map[int]int{0: runtime.GOMAXPROCS(0), 5: 5} {
		synctest.Test(t, func(t *testing.T) {
			var met sync.WaitGroup
			met.Add(atOnce)
			j := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 10, Workers: workers, BlockSize: 2}, Line: func(dst, _ []byte) ([]byte, diag.Flaw) {
				met.Done()
				met.Wait()
				return dst, diag.Flaw{}
			}}
			in := strings.NewReader(strings.Repeat("a\n", atOnce))
			if err := j.Run(t.Context(), stream.Std{In: in, Out: io.Discard, Err: io.Discard}, nil); err != nil {
				t.Errorf("run = %v, want no error", err)
			}
		})
	}
}

// Blocks are enough for all workers, and their results bounded together, but not each to
// a few lines.
func TestBlocks(t *testing.T) {
	for _, workers := range []int{1, 4, 1000} {
		for _, size := range []int{0, 1, 1 << 20} {
			p := pipeline.New[record.None](pipeline.Reading{Workers: workers, BlockSize: size}, nil)
			n, limit := cap(p.Free), (<-p.Free).Limit
			if n < p.Workers+2 || n > 2*p.Workers+3 || (n+1)*limit > max(32<<20, (n+1)*p.BlockSize) || limit < max(p.BlockSize, 64<<10) {
				t.Errorf("%d workers and blocks of %d bytes: %d blocks with %d bytes of results each", workers, size, n, limit)
			}
		}
	}
}

// What waits to be printed at the end is not printed after an interrupt.
func TestInterruptInDrain(t *testing.T) {
	var in, out strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&in, "%0500d\n", i)
	}
	text := in.String()
	for _, in := range []string{text, "a:\n" + strings.ReplaceAll(text[:600_000], "\n", "x") + "\n" + text} {
		ctx, cancel := context.WithCancel(t.Context())
		out.Reset()
		writer := testkit.WriterFunc(func(p []byte) (int, error) {
			if in == text || p[len(p)-1] != '\n' { // within the long line
				cancel()
			}
			return out.Write(p)
		})
		args := []string{"dedupe", "--unique", "--on-error", "keep", "--max-line", "1000", "--block-size", "10000"}
		got := run(ctx, args, stream.Std{In: strings.NewReader(in), Out: writer, Err: io.Discard})
		if got != diag.ExitInterrupted || out.Len() >= len(in) || !strings.HasPrefix(in, out.String()) || !strings.HasSuffix(out.String(), "\n") {
			t.Errorf("dedupe, interrupted when it prints, = %d and %d of %d bytes, want %d and a part", got, out.Len(), len(in), diag.ExitInterrupted)
		}
		cancel()
	}
}

// An interrupt within a long line that is passed on waits for its end.
func TestInterruptInLongLine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	out, written := io.Pipe()
	done := make(chan int, 1)
	go func() {
		args := []string{"parse", "--format", "[{path}]", "--on-error", "keep", "--max-line", "6", "--quiet"}
		done <- run(ctx, args, stream.Std{In: in, Out: written, Err: io.Discard})
		written.Close()
	}()
	go io.WriteString(feed, "first\nlonger than")
	head := make([]byte, len("[first]\nlonger than"))
	_, err := io.ReadFull(out, head)
	testkit.Must(t, err)
	cancel()
	go io.WriteString(feed, " the limit\nnext\n")
	tail, err := io.ReadAll(out)
	if want := " the limit\n"; string(tail) != want || err != nil {
		t.Errorf("after the interrupt %q, %v, want %q", tail, err, want)
	}
	if got := <-done; got != diag.ExitInterrupted {
		t.Errorf("run = %d, want %d", got, diag.ExitInterrupted)
	}
}
