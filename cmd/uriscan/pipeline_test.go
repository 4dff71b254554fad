package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/uriscan/uriscan/scanner"
)

// mixedLines are lines of all kinds: good, bad, empty, of every length up to
// some hundred bytes, some over 1000.
func mixedLines(seed uint64, n int) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	pieces := []string{"http://a/", "b c", "", "//h:80?q#f", "%", "\x00", "\r", "http://user@example.com:8080/a/b?q=1#top"}
	ends := []string{"\n", "\n", "\r\n"}
	var in strings.Builder
	for range n {
		for range rng.IntN(4) {
			in.WriteString(pieces[rng.IntN(len(pieces))])
		}
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
	write(t, "one", mixedLines(1, 60))
	write(t, "two", mixedLines(2, 60))
	in := mixedLines(3, 60)
	commands := [][]string{
		{"check"},
		{"check", "--on-error", "fail"},
		{"parse"},
		{"parse", "--json", "--offsets"},
		{"parse", "--format", "{host|-} {path}"},
		{"parse", "--format", "{host|-} {path}", "--on-error", "keep", "--max-line", "1000"},
		{"parse", "--format", "{host}", "--on-error", "fail"},
		{"parse", "-0", "--format", "{path}", "--on-error", "keep", "--max-line", "500"},
		{"normalize"},
		{"normalize", "--changed", "--on-error", "keep"},
		{"resolve", "--base", "http://b/c"},
		{"relativize", "--base", "http://a/b"},
	}
	for i, c := range commands {
		args := append(c, "one", "missing", "-", ".", "two", "-j", "1")
		want := runWith(in, args...)
		if !strings.Contains(want.out+want.err, "2") || want.status == exitGood {
			t.Fatalf("run(%q) = %d, want diagnostics", args, want.status)
		}
		for j, n := range []string{"1", "2", "8"} {
			for _, size := range inTurn(3*i+j, "1", "7", "100", "4K", "256K") {
				args := append(args, "-j", n, "--block-size", size)
				if got := runOn(iotest.HalfReader(strings.NewReader(in)), args...); got != want {
					t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(want))
				}
			}
		}
	}
}

// Results that do not fit into memory at once are written in parts, and in
// order all the same.
func TestResultsInParts(t *testing.T) {
	t.Parallel()
	in := strings.Repeat("\n \n", 1<<14)
	few := &job{delim: '\n', maxLine: 100, workers: maxWorkers, blockSize: 64 << 10}
	limit := (<-newPipeline(few).free).res.limit
	for _, args := range [][]string{{"parse", "--json"}, {"check"}} {
		args = append(args, "--block-size", "64K")
		want := runWith(in, append(args, "-j", "1")...)
		if n := len(want.out + want.err); n < 2*limit {
			t.Fatalf("run(%q) gives %d bytes, want more than %d, which fit at once", args, n, limit)
		}
		if got := runWith(in, append(args, "-j", "1000")...); got != want {
			t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(want))
		}
	}
}

// do gives results in parts that respect the limit but for one line, and all
// parts together are the results without a limit.
func TestDoInParts(t *testing.T) {
	j := &job{reference: printNothing, delim: '\n', maxLine: 100, onError: keep}
	src := []byte(strings.Repeat("a\nb c\n", 100))
	parts, lines, flaws := 0, 0, 0
	r := results{limit: 200}
	var found []scanner.Line
	for rest := src; len(rest) > 0; parts++ {
		rest = j.do(&r, &found, rest, wholeLines)
		if held := len(r.out) + flawSize*len(r.flaws); held > 200+flawSize+10 {
			t.Fatalf("do holds %d bytes, want about 200 at most", held)
		}
		lines += r.lines
		flaws += len(r.flaws)
	}
	if parts < 10 || lines != 200 || flaws != 100 {
		t.Errorf("do = %d parts with %d lines and %d flaws, want many, 200 and 100", parts, lines, flaws)
	}
}

// counting is a reader of lines without end that counts what was read. The count
// may be asked while a read goes on: one that was abandoned ends when it likes.
type counting struct{ n atomic.Int64 }

func (c *counting) Read(p []byte) (int, error) {
	n := int(c.n.Load())
	for i := range p {
		p[i] = "a\n"[(n+i)%2]
	}
	c.n.Add(int64(len(p)))
	return len(p), nil
}

// The number of blocks is bounded: a reader without end is read only so far
// while nothing is written.
func TestReadAheadIsBounded(t *testing.T) {
	j := &job{delim: '\n', maxLine: 10, workers: 3, blockSize: 1000, reference: printNothing}
	p := newPipeline(j)
	in := &counting{}
	ctx, stop := context.WithCancel(t.Context())
	p.start(ctx, []string{"in"}, func(string) (*input, error) { return openInput("-", in, new(progress)) })
	blocks := cap(p.free)
	if n := cap(newPipeline(&job{workers: 10 * maxWorkers}).free); n > 2*maxWorkers {
		t.Errorf("%d workers have %d blocks, want those of %d", 10*maxWorkers, n, maxWorkers)
	}
	// All blocks but the one that is read into come through, and no more.
	for range blocks - 1 {
		if b := <-p.order; <-b.done {
			t.Fatal("a block of good lines has more results, want all at once")
		}
	}
	stop()
	for range p.order {
		t.Error("a block came after the end")
	}
	if n, most := in.n.Load(), int64(blocks*1000); n > most {
		t.Errorf("%d bytes were read, want at most %d", n, most)
	}
}

// Lines longer than the roomy block share one block, so that many of them do
// not add up.
func TestLargeLinesShareABlock(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", roomyBlock+1)
	in := strings.Repeat(long+"\n"+"b\n"+long+" \n", 3)
	j := &job{delim: '\n', maxLine: defaultMaxLine, workers: 4, reference: printNothing}
	p := newPipeline(j)
	p.start(t.Context(), []string{"in"}, func(string) (*input, error) { return openInput("-", strings.NewReader(in), new(progress)) })
	lines, flaws, large := 0, 0, 0
	for b := range p.order {
		<-b.done
		lines += b.res.lines
		flaws += len(b.res.flaws)
		if b.isLarge {
			large++
		} else if len(b.buf) > roomyBlock {
			t.Fatalf("a block has %d bytes, want at most %d", len(b.buf), roomyBlock)
		}
		p.release(b)
	}
	if lines != 9 || flaws != 3 || large < 6 {
		t.Errorf("%d lines, %d flaws, %d large blocks, want 9, 3 and at least 6", lines, flaws, large)
	}
}

// A block more costs no allocation: the memory goes round.
func TestPipelineAllocs(t *testing.T) {
	text := strings.Repeat("http://example.com/a/b\nb c\n", 100)
	allocs := func(blocks int, j job) float64 {
		return testing.AllocsPerRun(3, func() {
			j := j
			j.delim, j.maxLine, j.workers, j.blockSize = '\n', 100, 2, len(text)
			in := strings.NewReader(strings.Repeat(text, blocks))
			if err := j.run(t.Context(), streams{in, io.Discard, io.Discard}, nil, ""); err != ended(exitBad) {
				t.Fatalf("run = %v, want %v", err, ended(exitBad))
			}
		})
	}
	for name, j := range map[string]job{
		"records":     {reference: tsvTemplate(false).line, bad: tsvBad(false)},
		"diagnostics": {reference: printNothing, onError: keep},
	} {
		// The runtime allocates now and then for goroutines that wait.
		few, many := allocs(10, j), allocs(110, j)
		if many-few > 10 {
			t.Errorf("%s: %v allocations for 10 blocks, %v for 110, want about as many", name, few, many)
		}
	}
}

// An input that breaks off within a long line that is passed on does not run
// into the next one, and is no line of a file.
func TestLongLineBrokenOff(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "next", "next\n")
	for command, out := range map[string]string{
		"parse --format [{path}]": "[first]\nlonger than the limit\n[next]\n",
		"dedupe":                  "first\nlonger than the limit\nnext\n",
		"dedupe --count":          "      1 first\nlonger than the limit\n      1 next\n",
	} {
		in := io.MultiReader(strings.NewReader("first\nlonger than the limit"), iotest.ErrReader(errors.New("cable cut")))
		args := append(strings.Fields(command), "--on-error", "keep", "--max-line", "6", "-", "next")
		want := outcome{exitIO, out, "-:2:7: too-long\nuriscan: standard input: cable cut after 27 bytes\n"}
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

// A read that waits is given up when the context is done, and none begins after that.
func TestInterruptible(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in, feed := io.Pipe()
	defer feed.Close()
	defer time.AfterFunc(time.Minute, func() { feed.CloseWithError(errors.New("it still waits")) }).Stop()
	go io.WriteString(feed, "ab")
	r := newInterruptible(ctx, in, true)
	defer r.close()
	for i, want := range []error{nil, nil, context.Canceled, context.Canceled} {
		if i == 2 {
			time.AfterFunc(time.Millisecond, cancel)
		}
		if n, err := r.Read(make([]byte, 1)); err != want || n != max(0, min(1, 2-i)) {
			t.Errorf("read %d = %d, %v, want %v", i, n, err, want)
		}
	}
	if n, err := newInterruptible(ctx, strings.NewReader("a"), false).Read(make([]byte, 1)); n != 0 || err != context.Canceled {
		t.Errorf("Read after the end of the context = %d, %v, want %v", n, err, context.Canceled)
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
		writer := writerFunc(func(p []byte) (int, error) {
			cancel()
			return out.Write(p)
		})
		args := []string{"dedupe", "--unique", "--on-error", "keep", "--max-line", "1000", "--block-size", "10000"}
		got := run(ctx, args, streams{strings.NewReader(in), writer, io.Discard})
		if got != exitInterrupted || out.Len() >= len(in) || !strings.HasPrefix(in, out.String()) || !strings.HasSuffix(out.String(), "\n") {
			t.Errorf("dedupe, interrupted when it prints, = %d and %d of %d bytes, want %d and a part", got, out.Len(), len(in), exitInterrupted)
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
		done <- run(ctx, args, streams{in, written, io.Discard})
		written.Close()
	}()
	go io.WriteString(feed, "first\nlonger than")
	head := make([]byte, len("[first]\nlonger than"))
	_, err := io.ReadFull(out, head)
	must(t, err)
	cancel()
	go io.WriteString(feed, " the limit\nnext\n")
	tail, err := io.ReadAll(out)
	if want := " the limit\n"; string(tail) != want || err != nil {
		t.Errorf("after the interrupt %q, %v, want %q", tail, err, want)
	}
	if got := <-done; got != exitInterrupted {
		t.Errorf("run = %d, want %d", got, exitInterrupted)
	}
}
