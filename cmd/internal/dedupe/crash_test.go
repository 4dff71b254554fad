package dedupe

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/seen"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
)

// withFault runs dedupe where operation number at fails with err, and returns the
// system that it ran on, too.
func withFault(t *testing.T, at int, err error, in string, o Options) (outcome, *faults.System) {
	t.Helper()
	system := &faults.System{System: disk.Current, At: at, Err: err}
	disk.Current = system
	defer func() {
		disk.Current = system.System
		system.Release()
	}()
	return runWith(in, o), system
}

// A crash is a way to run dedupe so that it ends early.
type crash struct {
	name       string
	before, in string // the input of an earlier run, and of this one
	how        Options
}

// tried reports whether operation number at, of so many, is one at which to fail: the first
// ones and the last, and some between of what is done over and over.
func tried(at, all int) bool {
	switch {
	case testing.Short():
		return at%16 == 0
	case *sizes.Thorough:
		return at < 100 || at%4 == 0
	}
	return at < 14 || at >= all-12 || at%(all/12+1) == 0
}

// folder makes a new folder the one of the test, with one for temporary files. It is
// in memory where that can be had: hundreds of runs wait for a disk to sync.
func folder(t *testing.T) {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "uriscan")
	if err != nil {
		dir = t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Chdir(dir)
	testkit.Must(t, os.Mkdir("tmp", 0o700))
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	t.Setenv("TMP", filepath.Join(dir, "tmp")) // its name on Windows
}

func clean(t *testing.T) {
	t.Helper()
	for _, name := range []string{"out", "set", "set.lock", "set.tmp"} {
		testkit.Must(t, os.RemoveAll(name))
	}
}

// A successor knows what the next run gives, and the output then, after runs that left the
// same files: of the set all that does not depend on its secret counts.
type successor map[string]outcome

func (s successor) run(t *testing.T, in string, o Options) outcome {
	t.Helper()
	set := testkit.Read(t, "set")
	end := set[max(0, len(set)-33):] // what it knows of the output
	state := fmt.Sprintf("%s %d %q %s", namesIn(t, "."), len(set), end[:min(len(end), 13)], testkit.Read(t, "out"))
	if _, ok := s[state]; !ok {
		got := runWith(in, o)
		got.out += testkit.Read(t, "out")
		s[state] = got
	}
	return s[state]
}

// Wherever a run with --seen is killed, or fails with 3 and a reason, what came out is right
// and nothing is lost: the next run completes the file of -o, also where that was continued,
// with every line exactly once, and prints what is missing to a pipe.
func TestKilled(t *testing.T) {
	long := inBlocks(64)
	long.MaxLine, long.OnError, long.Quiet = 100, record.Keep, true
	for i, c := range []crash{
		{"in memory", "", linesOf(600), Options{Checkpoint: 100, Job: inBlocks(4 << 10), Memory: 128 << 10}},
		{"spilling", "", linesOf(3000), Options{Checkpoint: 1000, Job: inBlocks(64 << 10), Memory: LeastMemory}},
		{"second run", linesOf(300), linesOf(600), Options{Checkpoint: 100, Job: inBlocks(4 << 10), Memory: 128 << 10}},
		{"second run, larger than memory", linesOf(2700), linesOf(2850), Options{Checkpoint: 1, Job: inBlocks(4 << 10), Memory: LeastMemory}},
		{"long lines", "x:\n", "x:\ny:" + strings.Repeat("1", 300) + "\nz:\ny:" + strings.Repeat("2", 300) + "\n",
			Options{Checkpoint: 1, Job: long}},
	} {
		for _, out := range []string{"-", "out"}[min(i/2, 1):] { // to a pipe the first two
			next := successor{}
			for _, reason := range append(sizes.InTurn[error](i, syscall.ENOSPC, syscall.EIO), faults.ErrKilled) {
				t.Run(c.name+", -o "+out+", "+reason.Error(), func(t *testing.T) { c.try(t, out, reason, next) })
			}
		}
	}
}

// try ends runs that write to out at every operation.
func (c *crash) try(t *testing.T, out string, reason error, next successor) {
	folder(t)
	want := uniqueLines(c.in)
	o := c.how
	o.Level, o.Seen, o.Output = normalize.SchemeBased, "set", out
	files := map[string]string{}
	if c.before != "" {
		if got := runWith(c.before, o); got != (outcome{}) {
			t.Fatalf("the first run = %+v, want status 0", got)
		}
		files["set"], files["out"] = testkit.Read(t, "set"), testkit.Read(t, "out")
	}
	_, whole := withFault(t, math.MaxInt/2, nil, c.in, o)
	for at := range whole.Done + 1 {
		if !tried(at, whole.Done) {
			continue
		}
		clean(t)
		for name, text := range files {
			testkit.Write(t, name, text)
		}
		first, system := withFault(t, at, reason, c.in, o)
		if reason != faults.ErrKilled {
			checkReported(t, at, first, reason, system)
			if out == "-" {
				checkFailed(t, at, first, want)
			}
		}
		second := next.run(t, c.in, o)
		if o.OnError == record.Keep { // lines over MaxLine are passed on, each time
			second.status, second.out = diag.ExitGood, uniqueLines(second.out)
		}
		if !strings.HasPrefix(want, first.out) || !strings.HasSuffix(want, second.out) ||
			second.status != diag.ExitGood || second.err != "" || len(first.out)+len(second.out) < len(want) {
			t.Fatalf("after a run that ended at operation %d with %d lines: %+v, want those that follow", at,
				strings.Count(first.out, "\n"), second)
		}
	}
}

// checkReported checks that a run reports what failed, unless nothing is lost by it, and
// has closed its files.
func checkReported(t *testing.T, at int, got outcome, reason error, system *faults.System) {
	t.Helper()
	fails := system.Done > at && !(system.Harmless && got.status != diag.ExitIO)
	if fails && (got.status != diag.ExitIO || !strings.Contains(got.err, reason.Error())) || system.Unclosed != 0 {
		t.Fatalf("a run that fails at operation %d = %+v with %d files open, want status %d and %v",
			at, got, system.Unclosed, diag.ExitIO, reason)
	}
}

func checkFailed(t *testing.T, at int, got outcome, want string) {
	t.Helper()
	if got.status == diag.ExitGood && got.out != want {
		t.Fatalf("a run that succeeds at operation %d = %+v, want all lines", at, got)
	}
	if !strings.HasPrefix(want, got.out) || got.out != "" && !strings.HasSuffix(got.out, "\n") {
		t.Fatalf("a run that fails at operation %d prints %+v, want whole lines of the right output", at, got)
	}
	if left := namesIn(t, ".") + namesIn(t, "tmp"); left != "tmp" && left != "set.lock tmp" && left != "set set.lock tmp" {
		t.Fatalf("a run that fails at operation %d leaves %s", at, left)
	}
}

func namesIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	testkit.Must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// A power is a disk that knows what would be lost if the machine lost power now.
type power struct {
	disk.System
	t      *testing.T
	unsafe map[string]bool // files with bytes, and folders with names, that are not synced
	syncs  map[string]int  // how often each was synced
	saved  int
}

type poweredFile struct {
	disk.File
	power *power
	name  string
}

func (p *power) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	f, err := p.System.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return &poweredFile{f, p, filepath.Base(name)}, nil
}

// Rename is where the set changes: all that it refers to has to be safe.
func (p *power) Rename(from, to string) error {
	p.saved++
	if stream.FileWrite.TryLock() {
		stream.FileWrite.Unlock()
		p.t.Errorf("%s is to be %s, and an interrupt does not wait for that", from, to)
	}
	folder := filepath.Base(filepath.Dir(to))
	for _, name := range []string{filepath.Base(from), "out", "outs", folder} {
		if p.unsafe[name] {
			p.t.Errorf("%s is to be %s number %d, and %s is not safe", from, to, p.saved, name)
		}
	}
	p.unsafe[folder] = runtime.GOOS != "windows"
	return p.System.Rename(from, to)
}

func (f *poweredFile) Write(b []byte) (int, error) {
	f.power.unsafe[f.name] = true
	return f.File.Write(b)
}

func (f *poweredFile) Truncate(size int64) error {
	f.power.unsafe[f.name] = true
	return f.File.Truncate(size)
}

func (f *poweredFile) Sync() error {
	f.power.unsafe[f.name] = false
	f.power.syncs[f.name]++
	return f.File.Sync()
}

// Whenever the set is replaced, the output that it refers to is safe, and so is the set,
// and when a run ends, it is the one that will be found.
func TestPower(t *testing.T) {
	folder(t)
	in := linesOf(600)
	testkit.Must(t, errors.Join(os.Mkdir("sets", 0o700), os.Mkdir("outs", 0o700), os.Symlink("outs/out", "out")))
	for _, half := range []string{in[:len(in)/2], in} {
		p := &power{System: disk.Current, t: t, unsafe: map[string]bool{"outs": runtime.GOOS != "windows"}, syncs: map[string]int{}}
		disk.Current = p
		got := runWith(half, Options{Level: normalize.SchemeBased, Seen: "sets/set", Checkpoint: 100, Job: record.Job{Output: "out", Reading: inBlocks(4 << 10).Reading}, Memory: 1 << 20})
		disk.Current = p.System
		// At the start, at the end, and after so many new lines and the rest of a block.
		if got != (outcome{}) || p.saved < 3 || p.saved > 2+strings.Count(uniqueLines(half), "\n")/100 {
			t.Errorf("dedupe = %+v with the set saved %d times, want %+v and once for 100 new lines", got, p.saved, outcome{})
		}
		if p.unsafe["sets"] || p.syncs["outs"] > 1 {
			t.Errorf("the name of the set is not safe when dedupe ends, or that of its output was made safe %d times", p.syncs["outs"])
		}
	}
}

// Where nothing can be written, or not all read, dedupe says what and why, what came out is
// right, and nothing is left or changed.
func TestUnwritable(t *testing.T) {
	folder(t)
	in := linesOf(9000)
	testkit.WriteAll(t, map[string]string{"in": in, "folder/file": "", "shown/file": ""})
	if got := runWith("a:b\n", Options{Seen: "set"}); got != (outcome{diag.ExitGood, "a:b\n", ""}) {
		t.Fatalf("dedupe --seen set = %+v", got)
	}
	rename(t, "set", "shown/set")
	rename(t, "set.lock", "shown/set.lock")
	testkit.Must(t, os.Symlink("gone/set", "shown/set.tmp"))
	const missing = ": no such file or directory"
	gone, err := filepath.Abs("gone")
	testkit.Must(t, err)
	all := func() string {
		return strings.Join([]string{namesIn(t, "."), namesIn(t, "folder"), namesIn(t, "shown"), namesIn(t, "tmp")}, " ")
	}
	before := all()
	for _, tt := range []struct {
		name, tmp string
		o         Options
		want      string
	}{
		{"temporary file", gone, Options{Memory: LeastMemory}, "temporary file in " + gone + missing + ": TMPDIR can name another folder, and with more --memory less waits there"},
		{"temporary file, in small blocks", gone, Options{Memory: LeastMemory, Job: inBlocks(64)}, "temporary file in " + gone + missing + ": TMPDIR can name another folder, and with more --memory less waits there"},
		{"output", "tmp", Options{Job: record.Job{Output: "gone/out"}}, "gone/out" + missing},
		{"new set", "tmp", Options{Seen: "gone/set"}, "gone/set.lock" + missing + seen.LockHint},
		{"set", "tmp", Options{Seen: "shown/set"}, "shown/set.tmp" + missing + ": the set of --seen is written there, and then replaces the old one"},
		{"folder", "tmp", Options{Seen: "folder"}, "folder: it was not written by dedupe --seen"},
		{"output with a set", "tmp", Options{Seen: "new", Job: record.Job{Output: "gone/out"}}, "gone/out" + missing},
	} {
		t.Setenv("TMPDIR", tt.tmp)
		got := runWith("", tt.o, "in")
		if got.status != diag.ExitIO || got.err != "uriscan: "+tt.want+"\n" {
			t.Errorf("%s: Run = %d and %q, want 3 and %q", tt.name, got.status, got.err, tt.want)
		}
		if want := uniqueLines(in); len(got.out) >= len(want) || got.out == "" && tt.tmp == gone || got.out != want[:len(got.out)] || got.out != "" && got.out[len(got.out)-1] != '\n' {
			t.Errorf("%s: Run printed %d bytes, want whole lines of the right ones", tt.name, len(got.out))
		}
		if after := strings.ReplaceAll(all(), "new.lock ", ""); strings.ReplaceAll(after, "folder.lock ", "") != before {
			t.Errorf("%s: Run leaves\n%s, want what was there, and locks\n%s", tt.name, after, before)
		}
	}
	t.Setenv("TMPDIR", gone)
	if got := runWith("", Options{Memory: 16 << 20}, "in"); got != (outcome{diag.ExitGood, uniqueLines(in), ""}) {
		t.Errorf("Run in memory, without TMPDIR = %v, want status 0 and all lines", got)
	}
}
