package dedupe

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/progress"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) { suite.Run(m) }

// run runs dedupe with o and, where that is 0, the defaults of the command, except the level.
func run(std stream.Std, o Options, files ...string) (status int) {
	o.Delim = '\n'
	o.MaxLine, o.BlockSize = cmp.Or(o.MaxLine, 16<<20), cmp.Or(o.BlockSize, pipeline.BlockSize)
	o.Memory = cmp.Or(o.Memory, 1<<30)
	if err := o.Run(context.Background(), std, files); err != nil {
		status = int(err.(diag.Ended))
	}
	return status
}

type outcome struct {
	status   int
	out, err string
}

// String returns the outcome, with the beginnings of long outputs.
func (o outcome) String() string { return fmt.Sprintf("{%d %.1000q %.1000q}", o.status, o.out, o.err) }

func runOn(in io.Reader, o Options, files ...string) outcome {
	var out, err strings.Builder
	status := run(stream.Std{In: in, Out: &out, Err: &err}, o, files...)
	return outcome{status, out.String(), err.String()}
}

func runWith(in string, o Options, files ...string) outcome {
	return runOn(strings.NewReader(in), o, files...)
}

// inBlocks is a job that reads blocks of size bytes, one after the other.
func inBlocks(size int) record.Job {
	return record.Job{Reading: pipeline.Reading{BlockSize: size, Workers: 1}}
}

// linesOf returns n lines. Every third one came before.
func linesOf(n int) string {
	var b strings.Builder
	for i := range n {
		if i%3 == 2 {
			i /= 2
		}
		b.WriteString("http://example.com/a/path/of/some/length/" + strconv.Itoa(i) + "\n")
	}
	return b.String()
}

// uniqueLines is what dedupe prints for lines.
func uniqueLines(in string) string {
	var b strings.Builder
	printed := map[string]bool{}
	for line := range strings.Lines(in) {
		if !printed[line] {
			b.WriteString(line)
		}
		printed[line] = true
	}
	return b.String()
}

// newDeduper returns a deduper without inputs, whose output goes nowhere.
func newDeduper(t *testing.T, j *record.Job) *deduper {
	d := &deduper{
		Driver: &record.Driver[candidates]{Job: j, Out: stream.NewOutput(io.Discard, "")}, options: new(Options),
		ctx: t.Context(), set: seen.NewFilter(0, false),
	}
	t.Cleanup(d.set.Close)
	return d
}

// What dedupe takes beside its table is bounded, and what it prints is written together.
func TestBounds(t *testing.T) {
	few, many := [3]int{4, 128 << 10, 8 << 10}, [3]int{8, 1 << 20, record.PieceSize}
	for memory, want := range map[int64][3]int{LeastMemory: few, plentyMemory - 1: few, plentyMemory: many} {
		o := &Options{Memory: memory, Job: record.Job{Reading: pipeline.Reading{Workers: 100, BlockSize: 8 << 20}}}
		c := &collector{located: record.PieceSize}
		end := o.bound(c)
		limit := debug.SetMemoryLimit(1 << 20)
		again := o.bound(c)
		low := debug.SetMemoryLimit(-1)
		again()
		if after := debug.SetMemoryLimit(limit); limit != memory/4+44<<20 || low != 1<<20 || after != low || o.Unpacking != 8<<20+uint64(memory)/8 {
			t.Errorf("with %d bytes, the runtime has %d of them, or %d and then %d of 1 MiB, and decompression %d", memory, limit, low, after, o.Unpacking)
		}
		end()
		if got := [3]int{o.Workers, o.BlockSize, c.located}; got != want {
			t.Errorf("with %d bytes: workers, bytes of a block and located at a time are %v, want %v", memory, got, want)
		}
	}
	in := linesOf(30_000)
	for _, o := range []Options{{}, {Level: normalize.SchemeBased, Normalized: true}, {Level: normalize.SchemeBased, Count: true}} {
		var sizes []int
		out := testkit.WriterFunc(func(p []byte) (int, error) { sizes = append(sizes, len(p)); return len(p), nil })
		status := run(stream.Std{In: strings.NewReader(in), Out: out, Err: io.Discard}, o)
		if most := 4 + len(in)/(pipeline.BlockSize/2); status != diag.ExitGood || len(sizes) > most || slices.Max(sizes) > 256<<10 {
			t.Errorf("%+v: Run = %d after writes of %d bytes, want %d of 256 KiB at most", o, status, sizes, most)
		}
	}
	d := newDeduper(t, &record.Job{})
	if err := d.print(make([]byte, outSize)); err != nil || cap(d.out) > 0 {
		t.Errorf("print of much = %v with %d bytes kept, want none", err, cap(d.out))
	}
	d.Job.OnError, d.Job.Delim, d.options.Delim = record.Keep, '\n', '\n'
	var cut []bool
	d.Out = stream.NewOutput(testkit.WriterFunc(func([]byte) (int, error) { cut = append(cut, d.Unfinished()); return 0, io.ErrShortWrite }), "")
	for _, text := range []string{"a", "b\n", strings.Repeat("c", outSize-1) + "\n"} { // the last one alone is no part
		if err := d.printFirst([]byte(text), 0); err == nil {
			t.Errorf("printFirst of %.1q = nil, want the error of the write", text)
		}
	}
	if !slices.Equal(cut, []bool{true, false, false}) {
		t.Errorf("lines are cut after the writes of a head, a tail and a line: %v, want the first only", cut)
	}
	for i := 0; d.set.Spilled() == 0; i++ {
		if note := d.note(); note != d.BadLines() {
			t.Fatalf("note = %q before anything is spilled, want %q", note, d.BadLines())
		}
		_, err := d.set.Add(seen.Sum(new(seen.Seed), strconv.AppendInt(nil, int64(i), 10)), make([]byte, 100))
		testkit.Must(t, err)
	}
	if note, want := d.note(), d.BadLines()+"  "+progress.BytesText(float64(d.set.Spilled()))+" spilled"; note != want {
		t.Errorf("note = %q, want %q", note, want)
	}
}

// What is collected, and located, at once takes bounded memory, whatever the block.
func TestCandidatesAreBounded(t *testing.T) {
	j := &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 10}}
	c := &collector{keyer: &keyer{rungs: normalize.SchemeBased}, job: j, located: leastLocated}
	j.Reference = c.reference
	b := pipeline.NewBlock[work](pipeline.MaxResults)
	b.Src, b.IsLarge = bytes.Repeat(stream.Newline, 1<<18), true
	var found []scanner.Line
	lines, before := 0, collections()
	for more := true; more; lines += len(b.Work.Own.lines) {
		more = c.collect(b, &found)
		if n := len(b.Work.Own.lines); n > 3*leastLocated || cap(found) > 2*leastLocated || cap(found) < leastLocated {
			t.Fatalf("collect = %d lines, with room for %d at once, want about %d", n, cap(found), leastLocated)
		}
	}
	if n := collections() - before; lines != 1<<18 || n != 1 {
		t.Errorf("%d lines are collected after %d collections, want %d after 1", lines, n, 1<<18)
	}
	for size, want := range map[int]int{pipeline.RoomyBlock + 1: 0, pipeline.RoomyBlock: 3 * pipeline.RoomyBlock} {
		for _, memory := range []*[]byte{&b.Work.Own.out, &b.Work.Own.normal, &b.Work.Res.Out} {
			*memory = make([]byte, size)
		}
		if err := newDeduper(t, j).block(b); err != nil || cap(b.Work.Own.out)+cap(b.Work.Own.normal)+cap(b.Work.Res.Out) != want {
			t.Errorf("block = %v, with %d bytes kept thrice, or not 0 after long lines", err, size)
		}
	}
	b = pipeline.NewBlock[work](2 * record.FlawSize)
	b.Src = bytes.Repeat([]byte("b c\n"), 100)
	for more := true; more; {
		if more = c.collect(b, &found); len(b.Work.Res.Flaws) > 3 {
			t.Fatalf("collect finds %d bad lines at once, with room for 2", len(b.Work.Res.Flaws))
		}
	}
}

// collections returns how many garbage collections were forced.
func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumForcedGC
}

// A block that is collected in parts has one header, and its lines are counted on.
func TestCollectedInParts(t *testing.T) {
	in := "x,y\n" + strings.Repeat("u,v\n", 9000) + "a b,c\nx,y\n"
	for want, tb := range map[string]*record.Table{"x,y\nu,v\n": nil, "x,y\nu,v\nx,y\n": {Column: &column.CSV{Number: 1, Comma: ','}, Header: true}} {
		got := runWith(in, Options{Level: normalize.SchemeBased, Job: record.Job{Table: tb}})
		if want := (outcome{diag.ExitBad, want, "-:9002:2: bad-path\n"}); got != want {
			t.Errorf("in a table %t: %v, want %v", tb != nil, got, want)
		}
	}
}

// A long line is there twice at most: as it was read, and as it is printed or compared.
func TestLongCandidatesFit(t *testing.T) {
	long := []byte("HTTP://h/" + strings.Repeat("x", pipeline.RoomyBlock+column.RoomyCell-9)) // all of whole pages
	for _, parts := range []selection{{}, {components: scanner.Host | scanner.Path}, {derived: templatePart}} {
		for _, normalized := range []bool{false, true} {
			for _, tb := range []*record.Table{nil, {Column: &column.Plain{Number: 1, Delim: '\t', End: '\n'}, Names: []string{"normalized"}, Passes: true}} {
				c := &collector{keyer: &keyer{rungs: normalize.Syntax, parts: parts, rules: template.Default()}, normalized: normalized, located: record.PieceSize}
				c.job = &record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 16 << 20}, Table: tb, Reference: c.reference}
				for _, end := range []string{"\n", ""} {
					b := pipeline.NewBlock[work](pipeline.MaxResults)
					b.Src = append(bytes.Clone(long), end...)
					c.collect(b, new([]scanner.Line))
					out, scratch := cap(b.Work.Own.out), cap(b.Work.Own.normal)
					if most := len(long) + 2*column.RoomyCell; len(b.Work.Own.lines) != 1 || normalized && tb != nil && b.Work.Res.Cell.Value != nil || out > most || scratch > most || normalized && scratch > 0 {
						t.Errorf("parts %v, normalized %t, in a table %t: %d and %d bytes beside a line of %d", parts, normalized, tb != nil, out, scratch, len(long))
					}
				}
			}
		}
	}
}

// Counts are written as uniq -c writes them, however large they are.
func TestCountsAreAligned(t *testing.T) {
	o := &Options{Count: true}
	o.Delim = '\n'
	d := newDeduper(t, &o.Job)
	d.options = o
	for count, want := range map[uint64]string{0: "a\n", 1: "      1 a\n", 999_999: " 999999 a\n", 1_000_000: "1000000 a\n", 12_345_678: "12345678 a\n", 1 << 60: "1152921504606846976 a\n"} {
		d.out = d.out[:0]
		if err := d.printFirst([]byte("a\n"), count); err != nil || string(d.out) != want {
			t.Errorf("a line that occurs %d times is %q, %v, want %q", count, d.out, err, want)
		}
	}
}

// No two sequences of parts have the same key, however long a part is: a name that has in itself
// what is written between names is not two names. It would be if its length were cut to 7, 8, 14 or
// 16 bits, or written as at most so much.
func TestLongPartsAreApart(t *testing.T) {
	for _, bits := range []int{7, 8, 14, 16} {
		for _, short := range []int{0, 1, 1<<bits - 1} {
			first := strings.Repeat("a", short)
			one, many := "?"+first, "?"+first+"=" // the latter is a parameter even without a name
			for i := range 1 << (bits - 7) {      // names of 128 bytes with what is before them, in their order
				name := fmt.Sprintf("b%04d", i) + strings.Repeat("b", 126-5)
				one += fmt.Sprintf("%%%02X~", definedPart) + name
				many += "&" + name
			}
			in := one + "\n" + many + "\n"
			for _, level := range []normalize.Flags{0, normalize.SchemeBased} {
				if got := runWith(in+in, Options{Level: level, Key: namesPart}); got.out != in || got.status != 0 {
					t.Errorf("dedupe of one name of %d bytes, and of many = %v, want both", short+1<<bits, got)
				}
			}
		}
	}
}
