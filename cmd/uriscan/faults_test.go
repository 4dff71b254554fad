package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// Which faults are injected where, and what is demanded:
//
//	call       on                            with                        status
//	read       every input, plain or packed  EIO, for good and once      3
//	write      -o FILE, standard output      ENOSPC, EIO, short writes   3
//	           standard output               EPIPE                       0
//	           standard error                ENOSPC, EPIPE               3, 0 for check
//	           all three                     EAGAIN                      that without
//	open       inputs, -o FILE               EMFILE                      3
//	fstat      inputs, -o FILE               EIO                         3
//	ftruncate  -o FILE                       EIO                         3
//	close      -o FILE                       EDQUOT, EINTR               3, 0 for EINTR
//
// The first call of a kind fails, then the second, and so on until the command
// succeeds. Its output is then the first whole lines of what it is without the
// fault, its diagnostics are those of at least these lines, and one error names
// the file and the reason. Files that grow and full disks come last; signals, limits
// of the system and what blocks are in process_test.go, limits_linux_test.go and devices_linux_test.go; archives with
// damage in package archive.

type fault struct {
	call  string // which ones
	on    string // the name of the file; "" is all
	nth   int    // from this one on, counted from 0
	once  bool   // those after it succeed again
	err   error
	taken int // how many bytes a write takes before it fails, at most

	mu    sync.Mutex
	calls int
}

// hits counts a call and returns the error that it fails with.
func (f *fault) hits(call, on string) error {
	if f.call != call || f.on != "" && f.on != on {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if n := f.calls - 1; n < f.nth || f.once && n > f.nth {
		return nil
	}
	return f.err
}

func (f *fault) wasHit() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls > f.nth
}

// A faultyFile is a file whose calls fail. It reads step bytes at a time.
type faultyFile struct {
	disk.File
	*fault
	name string
	step int
}

func (f *faultyFile) Read(p []byte) (int, error) {
	if err := f.hits("read", f.name); err != nil {
		return 0, err
	}
	return f.File.Read(p[:min(len(p), f.step)])
}

func (f *faultyFile) Write(p []byte) (int, error) {
	err := f.hits("write", f.name)
	if err == nil {
		return f.File.Write(p)
	}
	n, wrong := f.File.Write(p[:min(len(p), f.taken)])
	return n, errors.Join(err, wrong)
}

func (f *faultyFile) Stat() (fs.FileInfo, error) {
	if err := f.hits("fstat", f.name); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

func (f *faultyFile) Truncate(size int64) error {
	if err := f.hits("ftruncate", f.name); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f *faultyFile) Close() error {
	openFiles.Add(-1)
	return errors.Join(f.File.Close(), f.hits("close", f.name))
}

var openFiles atomic.Int64

// inject makes files fail that are opened until restore is called, and lets them
// be read step bytes at a time.
func inject(f *fault, step int) (restore func()) {
	unwrap := faults.Wrap(func(opened disk.File, name string) disk.File {
		openFiles.Add(1)
		return &faultyFile{opened, f, name, step}
	})
	disk.Current = &faultySystem{disk.Current, f}
	return unwrap
}

type faultySystem struct {
	disk.System
	*fault
}

func (s *faultySystem) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	if err := s.hits("open", name); err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return s.System.OpenFile(name, flag, perm)
}

// faultText has lines of all kinds that commands work on, good and bad, a record
// of CSV with a newline in it, and a line over the limit of faultCommands.
const faultText = "http://a/%7Ex\nb c\n%\n\"HTTP:\",x,\"y\nz\"\n" +
	"{\"a\":\"HTTP://A/\"}\n- - [d] \"GET /%7E HTTP/1.1\" 200 0 \"http://r/\"\nhttp://b/\t../c?d\nx:" +
	"0123456789012345678901234567890123456789012345678901234567890\n<http://c/>,last"

var faultCommands = []string{
	"parse",
	"parse --json --offsets",
	"parse --semconv --quiet",
	"parse --format {path|-} --on-error keep",
	"check",
	"check --log --on-error fail",
	"resolve --base http://h/i/",
	"resolve --pairs",
	"relativize --base http://b/",
	"query --sort --add a=b",
	"redact --deny q",
	"template",
	"surt",
	"target --host h --on-error keep",
	"inspect --json",
	"inspect --print bad --deny dot-segment",
	"dedupe --profile crawl-v1",
	"normalize --profile crawl-v1 --explain",
	"repair",
	"normalize --max-line 60",
	"normalize --on-error fail",
	"normalize --field 2 --on-error keep",
	"normalize --csv --field 1 --on-error keep",
	"parse --csv --field 1 --append --header",
	"normalize --json-field a --append",
	"explain",
	"extract",
	"extract --with-position --max-line 8",
	"dedupe --count --on-error keep --max-line 60",
}

// forFaults are ways to do the work: one block after the other, and several.
var forFaults = []string{"-j 1 --block-size 16", "-j 4 --block-size 5", "-j 4 --block-size 16K"}

// isWholePart reports whether got is lines at the start of want.
func isWholePart(args []string, got, want string) bool {
	if got == "" || got == want {
		return true
	}
	command := strings.Join(args, " ")
	if strings.Contains(command, "--csv") && !strings.Contains(command, "--format") && strings.HasPrefix(want, got) {
		return slices.Contains(slowEnds(want, ','), len(got)-1)
	}
	whole, isEnded := strings.CutSuffix(got, "\n")
	return isEnded && (strings.HasPrefix(want, got) || isCutInLongLine(args, whole, want))
}

// isCutInLongLine reports whether got is a part of want that ends in a line over
// --max-line, which is passed on in pieces.
func isCutInLongLine(args []string, got, want string) bool {
	keeps := strings.Contains(strings.Join(args, " "), "keep --max-line")
	last := got[strings.LastIndexByte(got, '\n')+1:]
	return keeps && strings.Contains(last, "x:0") && strings.HasPrefix(want, got)
}

// isFailure reports whether got is what a fault leaves: the first lines of want on
// both streams, and one error with all of says.
func isFailure(args []string, got, want outcome, says ...string) bool {
	at := strings.LastIndex("\n"+got.err, "\nuriscan: ")
	if got.status != diag.ExitIO || at < 0 || !isWholePart(args, got.out, want.out) || !isWholePart(nil, got.err[:at], want.err) {
		return false
	}
	message, _, _ := strings.Cut(got.err[at:], "hint: ") // on what was read
	lacks := func(s string) bool { return !strings.Contains(message, s) }
	return !slices.ContainsFunc(says, lacks) && strings.Index(message, "\n") == len(message)-1
}

// expectNothingLeft fails if there are more goroutines than before, when those that are
// about to end have ended, or files that are still open.
func expectNothingLeft(t *testing.T, before int) {
	t.Helper()
	for range 10_000 {
		if runtime.NumGoroutine() <= before && openFiles.Load() == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines and %d open files, want %d and 0:\n%s", runtime.NumGoroutine(), openFiles.Load(), before,
		stacks[:runtime.Stack(stacks, true)])
}

// eachWay calls do with the ways to run every command of faultCommands whose turn it
// is, numbered, and expects that no goroutine or file is left.
func eachWay(t *testing.T, turn int, do func(args []string, number int)) {
	t.Helper()
	before := runtime.NumGoroutine()
	number := turn
	for i, command := range faultCommands {
		runWith(faultText, strings.Fields(command)...)
		ways := forFaults
		if command == "explain" { // which has no say in that
			ways = []string{"--color never"}
		}
		for _, how := range sizes.InTurn(turn+i, ways...) {
			do(strings.Fields(command+" "+how), number)
			number++
		}
	}
	expectNothingLeft(t, before)
}

// runOnFile runs a command on the file "in", which is standard input for explain.
func runOnFile(args ...string) outcome {
	var out, err strings.Builder
	status := runBetween(&out, &err, args...)
	return outcome{status, out.String(), err.String()}
}

func runBetween(out, err io.Writer, args ...string) int {
	if args[0] != "explain" {
		return run(context.Background(), append(args, "in"), stream.Std{In: nil, Out: out, Err: err})
	}
	f, failed := disk.Current.OpenFile("in", os.O_RDONLY, 0)
	if failed != nil {
		panic(failed) // it is there
	}
	defer f.Close()
	return run(context.Background(), args, stream.Std{In: f, Out: out, Err: err})
}

// inputName is how errors of runOnFile name the input.
func inputName(args []string) string {
	if args[0] == "explain" {
		return "standard input: "
	}
	return " in: "
}

// inputsForFaults are faultText as it is and in two members of every format.
func inputsForFaults() map[string][]byte {
	inputs := map[string][]byte{"plain": []byte(faultText)}
	for name, pack := range packed.Packers {
		inputs[name] = packed.Members(pack, faultText, 2)
	}
	return inputs
}

// withEach runs something with f at the first call, the second and so on, until f
// is not hit any more, which compare is told. It returns how often that was.
func (f *fault) withEach(step int, run func() outcome, compare func(got outcome, hit bool)) int {
	for f.nth = 0; ; f.nth++ {
		f.calls = 0
		restore := inject(f, step)
		got := run()
		restore()
		compare(got, f.wasHit())
		if !f.wasHit() {
			return f.nth
		}
	}
}

// endsEarly reports whether a bad line may end a command before a fault does.
func endsEarly(args []string) bool {
	return strings.Contains(strings.Join(args, " "), "--on-error fail")
}

// Whichever read fails, on whatever input of whatever command, what was read
// before it counts.
func TestEveryReadFails(t *testing.T) {
	t.Chdir(t.TempDir())
	inputs := inputsForFaults()
	for turn, name := range slices.Sorted(maps.Keys(inputs)) {
		in := inputs[name]
		testkit.Write(t, "in", string(in))
		place := "data is damaged at offset "
		if name == "plain" {
			place = " bytes"
		}
		eachWay(t, turn, func(args []string, number int) {
			want := runOnFile(args...)
			f := &fault{call: "read", err: syscall.EIO, once: number%2 == 0}
			reads := f.withEach(len(in)/5+1, func() outcome { return runOnFile(args...) }, func(got outcome, hit bool) {
				says := []string{inputName(args), syscall.EIO.Error(), place}
				if f.nth == 0 {
					says = says[:2] // there is no place yet
				}
				good := got == want && (!hit || endsEarly(args))
				if !good && !(hit && isFailure(args, got, want, says...)) {
					t.Errorf("%q on %s, read %d fails: %+v, want lines of %+v and an error with %q", args, name, f.nth, got, want, says)
				}
			})
			if reads < 5 && !endsEarly(args) {
				t.Errorf("%q on %s: %d reads, want some", args, name, reads)
			}
		})
	}
}

// What cannot be opened or looked at is an error, and touches nothing.
func TestEveryOpenFails(t *testing.T) {
	const old = "what was there before\n"
	const bad = "in:2:2: bad-path\nother:2:2: bad-path\n"
	args := []string{"normalize", "-o", "out", "in", "other"}
	const all = "http://a/\nhttp://a/\n"
	tests := []struct {
		name string
		fault
		out  string
		want outcome
	}{
		{"nothing", fault{}, all, outcome{diag.ExitBad, "", bad}},
		{"an input", fault{call: "open", on: "in", err: syscall.EMFILE}, all[:10], outcome{diag.ExitIO, "", "uriscan: in: " + syscall.EMFILE.Error() + "\n" + bad[17:]}},
		{"the last input", fault{call: "open", on: "other", err: syscall.EMFILE}, all[:10], outcome{diag.ExitIO, "", bad[:17] + "uriscan: other: " + syscall.EMFILE.Error() + "\n"}},
		{"the output", fault{call: "open", on: "out", err: syscall.EMFILE}, old, outcome{diag.ExitIO, "", "uriscan: out: " + syscall.EMFILE.Error() + "\n"}},
		{"the output, looked at", fault{call: "fstat", on: "out", err: syscall.EIO}, old, outcome{diag.ExitIO, "", "uriscan: out: input/output error\n"}},
		{"the output, emptied", fault{call: "ftruncate", on: "out", err: syscall.EIO}, old, outcome{diag.ExitIO, "", "uriscan: out: input/output error\n"}},
		{"the output, closed", fault{call: "close", on: "out", err: syscall.EDQUOT}, all, outcome{diag.ExitIO, "", bad + "uriscan: out: " + syscall.EDQUOT.Error() + "\n"}},
		{"the output, closed while a signal came", fault{call: "close", on: "out", err: syscall.EINTR}, all, outcome{diag.ExitBad, "", bad}},
		{"an input, looked at", fault{call: "fstat", on: "in", err: syscall.EIO}, all[:10], outcome{diag.ExitIO, "", "uriscan: in: input/output error\n" + bad[17:]}},
		{"an input, closed", fault{call: "close", on: "in", err: syscall.EIO}, all, outcome{diag.ExitBad, "", bad}},
	}
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", "http://A\nb c\n")
	testkit.Write(t, "other", "http://A\nb c\n")
	before := runtime.NumGoroutine()
	for i := range tests {
		tt := &tests[i]
		testkit.Write(t, "out", old)
		restore := inject(&tt.fault, 1<<20)
		got := runWith("", args...)
		expectNothingLeft(t, before) // what reads may still open an input
		restore()
		if out := contents("out"); got != tt.want || out != tt.out {
			t.Errorf("%s: %s fails: %+v and %q in out, want %+v and %q", tt.name, tt.call, got, out, tt.want, tt.out)
		}
	}
}

// However much of them a file takes, it ends with a whole line, also of those that
// are written in pieces and of CSV.
func TestFullAfterEveryByte(t *testing.T) {
	t.Chdir(t.TempDir())
	few := 1 + sizes.Rarely(1)/2 // of the bytes, one in three
	testkit.Write(t, "in", stream.ByteOrderMark+"http://a/b\nlonger than the limit of it\n\"HTTP:\",\"y\nz\"\n\nlast\n")
	for i, command := range []string{
		"normalize --on-error keep --max-line 12 --quiet --block-size 4",
		"normalize --on-error keep --max-line 12 --quiet --block-size 64",
		"normalize --on-error keep --csv --field 1 --quiet --block-size 64",
		"parse --append --csv --field 1 --on-error keep --quiet --block-size 4",
		`parse --format "{path}\n" --csv --field 1 --quiet`,
		"dedupe --on-error keep --max-line 12 --quiet --block-size 4",
		"dedupe --count --on-error keep --max-line 12 --quiet --block-size 4",
		"dedupe --on-error keep --csv --field 1 --quiet --block-size 64",
	} {
		args := append(strings.Fields(command), "-o", "out")
		runOnFile(args...)
		want := contents("out")
		if strings.Count(want, "\n") < 5 {
			t.Fatalf("run(%q) writes %q, want all lines", args, want)
		}
		for room := i % few; room < len(want); room += few {
			d := &smallDisk{room: room}
			restore := d.mount()
			got := runOnFile(args...)
			restore()
			out, says := contents("out"), "uriscan: out: no space left on device"
			if out != "" {
				says += fmt.Sprintf(" after %d bytes\n", len(out))
			}
			if !isFailure(nil, got, outcome{}, says) || out != stream.ByteOrderMark && !isWholePart(args, out, want) {
				t.Errorf("run(%q) with room for %d bytes = %+v and %q, want whole lines of %q and an error", args, room, got, out, want)
			}
		}
	}
}

// So does standard error, with diagnostics and the error at the end.
func TestDiagnosticsFullAfterEveryByte(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", faultText)
	want := runOnFile("normalize").err
	if strings.Count(want, "\n") < 3 {
		t.Fatalf("normalize says %q, want diagnostics", want)
	}
	for room := 0; room < len(want); room += 2 {
		d := &smallDisk{room: room}
		restore := d.mount()
		f, err := disk.Current.OpenFile("err", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o666)
		testkit.Must(t, err)
		status := runBetween(io.Discard, f, "normalize", "-j", "2", "--block-size", "30")
		f.Close()
		restore()
		if got := contents("err"); status != diag.ExitIO || !isWholePart(nil, got, want) {
			t.Errorf("normalize 2>err with room for %d bytes = %d and %q, want %d and whole lines of %q", room, status, got, diag.ExitIO, want)
		}
	}
}

// A file to which somebody adds as fast as it is read is read to where it ended
// when its former end was reached, and no further than to a whole line.
func TestFileGrowsForever(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "http://h/a\n"
	defer faults.Wrap(func(f disk.File, name string) disk.File { return &growing{f, name, 0} })()
	for _, args := range [][]string{
		{"normalize", "in"},
		{"normalize", "--block-size", "7", "-j", "1", "in"},
		{"normalize", "--csv", "--field", "1", "in"},
		{"extract", "--block-size", "5", "in"},
		{"extract", "in"},
		{"extract", "."},
		{"normalize"},
	} {
		testkit.Write(t, "in", strings.Repeat(line, 5))
		in, err := disk.Current.OpenFile("in", os.O_RDONLY, 0)
		testkit.Must(t, err)
		in.Seek(int64(len(line)), io.SeekStart)
		got := runOn(in, args...)
		in.Close()
		n := strings.Count(got.out, line)
		if n < 4 || n > mostReads/2 || got != (outcome{diag.ExitGood, strings.Repeat(line, n), ""}) {
			t.Errorf("run(%q) of a file that grows = %+v, want at least 4 lines, and an end", args, got)
		}
	}
	got := runWith("a\n", "normalize", "--max-line", "3", "--on-error", "keep", "--quiet", "in", "-")
	if got.status != diag.ExitIO || !strings.HasSuffix(got.out, "\na\n") {
		t.Errorf("normalize of a file that grows within a long line = %+v, want an error, and the next input as a line of its own", got)
	}
}

// A growing file gets most of a line more at each read, up to mostReads.
type growing struct {
	disk.File
	name  string
	reads int
}

const mostReads = 2000

func (g *growing) Read(p []byte) (int, error) {
	if g.reads++; g.reads > mostReads {
		return g.File.Read(p)
	}
	f, err := os.OpenFile(g.name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	const line = "http://h/a\n"
	at := int(info.Size()) % len(line)
	if _, err := f.WriteString((line + line)[at : at+8]); err != nil {
		return 0, err
	}
	return g.File.Read(p)
}

type smallDisk struct{ room int }

// mount puts all files on d until restore is called.
func (d *smallDisk) mount() (restore func()) {
	return faults.Wrap(func(f disk.File, _ string) disk.File { return &fileOnDisk{f, d} })
}

type fileOnDisk struct {
	disk.File
	*smallDisk
}

func (f *fileOnDisk) Write(p []byte) (int, error) {
	if len(p) <= f.room {
		f.room -= len(p)
		return f.File.Write(p)
	}
	n, err := f.File.Write(p[:f.room])
	f.room = 0
	return n, errors.Join(err, syscall.ENOSPC)
}
