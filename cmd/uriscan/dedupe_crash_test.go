package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
)

// withFault runs dedupe where operation number at fails with err, and returns the
// system that it ran on, too.
func withFault(t *testing.T, at int, err error, in string, args ...string) (outcome, *faults.System) {
	t.Helper()
	system := &faults.System{System: disk.Current, At: at, Err: err}
	disk.Current = system
	defer func() {
		disk.Current = system.System
		system.Release()
	}()
	return runWith(in, args...), system
}

// unharmed runs dedupe where nothing fails.
func unharmed(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	got, _ := withFault(t, math.MaxInt/2, nil, in, args...)
	return got
}

// linesOf returns n lines, every third of which came before.
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

// uniqueLines is what dedupe makes of lines.
func uniqueLines(in string) string { return twinOutput(twinDedupe(in, "identical", ""), "") }

// A crash is a way in which dedupe is run to be ended early.
type crash struct {
	name       string
	before, in string // the input of an earlier run, and of this one
	args       string
	again      bool // lines over --max-line are passed on, each time
}

var crashes = sync.OnceValue(func() []crash {
	return []crash{
		{"in memory", "", linesOf(600), "--checkpoint 100 --block-size 4K --memory 128K", false},
		{"spilling", "", linesOf(3000), "--checkpoint 1000 --block-size 64K --memory 64K", false},
		{"second run", linesOf(300), linesOf(600), "--checkpoint 100 --block-size 4K --memory 128K", false},
		{"second run, larger than memory", linesOf(2700), linesOf(2850), "--checkpoint 1 --block-size 4K --memory 64K", false},
		{"long lines", "x:\n", "x:\ny:" + strings.Repeat("1", 300) + "\nz:\ny:" + strings.Repeat("2", 300) + "\n",
			"--checkpoint 1 --block-size 64 --max-line 100 --on-error keep --quiet", true},
	}
})

// every calls fn with the numbers of operations at which to fail, until fn says
// that there are not so many. It leaves out most of the later ones.
func every(fn func(at int) (done int)) {
	for at := 0; fn(at) > at; at++ {
		switch { // later on it is what is done over and over
		case at > 100 || testing.Short():
			at += 16
		case at > 30 && !*thorough:
			at += 4
		}
	}
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
	if err := os.Mkdir("tmp", 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	t.Setenv("TMP", filepath.Join(dir, "tmp")) // its name on Windows
}

// clean removes what a run has left.
func clean(t *testing.T) {
	t.Helper()
	for _, name := range []string{"out", "set", "set.lock", "set.tmp"} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
}

// A successor knows what the next run gives, and the output then, after runs that left the
// same files: of the set all that does not depend on its secret counts.
type successor map[string]outcome

func (s successor) run(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	set := read(t, "set")
	end := set[max(0, len(set)-33):] // what it knows of the output
	state := fmt.Sprintf("%s %d %q %s", namesIn(t, "."), len(set), end[:min(len(end), 13)], read(t, "out"))
	if _, ok := s[state]; !ok {
		got := unharmed(t, in, args...)
		got.out += read(t, "out")
		s[state] = got
	}
	return s[state]
}

// Wherever a run with --seen and -o is killed or fails, also one that continues an
// output, the next one completes it, with every line exactly once.
func TestDedupeKilled(t *testing.T) {
	for _, c := range crashes() {
		next := successor{}
		for _, reason := range []error{faults.ErrKilled, syscall.ENOSPC} {
			t.Run(c.name+", "+reason.Error(), func(t *testing.T) {
				folder(t)
				want := uniqueLines(c.in)
				args := append([]string{"dedupe", "--seen", "set", "-o", "out", "-j", "1"}, strings.Fields(c.args)...)
				files := map[string]string{}
				if c.before != "" {
					if got := unharmed(t, c.before, args...); got != (outcome{}) {
						t.Fatalf("the first run = %+v, want status 0", got)
					}
					files["set"], files["out"] = read(t, "set"), read(t, "out")
				}
				every(func(at int) int {
					clean(t)
					for name, text := range files {
						write(t, name, text)
					}
					first, system := withFault(t, at, reason, c.in, args...)
					if reason != faults.ErrKilled {
						checkReported(t, at, first, reason, system)
					}
					got := next.run(t, c.in, args...)
					if c.again {
						got.status, got.out = exitGood, uniqueLines(got.out)
					}
					if got != (outcome{exitGood, want, ""}) {
						t.Fatalf("after a run that failed at operation %d: %+v, want %d lines", at, clip(got), strings.Count(want, "\n"))
					}
					return system.Done
				})
			})
		}
	}
}

// An operation that fails ends the run with 3 and a reason. What came out is right and
// nothing stays behind. To a pipe nothing is lost: every line is in the output of the run
// that failed or was killed, or in that of the next.
func TestDedupeFails(t *testing.T) {
	for i, c := range crashes()[:2] {
		next := successor{}
		for _, reason := range append(inTurn[error](i, syscall.ENOSPC, syscall.EIO), faults.ErrKilled) {
			t.Run(c.name+", "+reason.Error(), func(t *testing.T) {
				folder(t)
				want := uniqueLines(c.in)
				args := append([]string{"dedupe", "--seen", "set", "-j", "1"}, strings.Fields(c.args)...)
				every(func(at int) int {
					clean(t)
					first, system := withFault(t, at, reason, c.in, args...)
					if reason != faults.ErrKilled {
						checkReported(t, at, first, reason, system)
						checkFailed(t, at, first, want)
					}
					second := next.run(t, c.in, args...)
					if !strings.HasPrefix(want, first.out) || !strings.HasSuffix(want, second.out) ||
						second.status != exitGood || len(first.out)+len(second.out) < len(want) {
						t.Fatalf("after a run that ended at operation %d with %d lines: %+v, want the lines that follow", at,
							strings.Count(first.out, "\n"), clip(second))
					}
					return system.Done
				})
			})
		}
	}
}

// checkReported checks that a run reports what failed, unless nothing is lost by it, and
// has closed its files.
func checkReported(t *testing.T, at int, got outcome, reason error, system *faults.System) {
	t.Helper()
	fails := system.Done > at && !(system.Harmless && got.status != exitIO)
	if fails && (got.status != exitIO || !strings.Contains(got.err, reason.Error())) || system.Unclosed != 0 {
		t.Fatalf("a run that fails at operation %d = %+v with %d files open, want status %d and %v",
			at, clip(got), system.Unclosed, exitIO, reason)
	}
}

// checkFailed checks what a run leaves that failed.
func checkFailed(t *testing.T, at int, got outcome, want string) {
	t.Helper()
	if got.status == exitGood && got.out != want {
		t.Fatalf("a run that succeeds at operation %d = %+v, want all lines", at, clip(got))
	}
	if !strings.HasPrefix(want, got.out) || got.out != "" && !strings.HasSuffix(got.out, "\n") {
		t.Fatalf("a run that fails at operation %d prints %+v, want whole lines of the right output", at, clip(got))
	}
	if left := namesIn(t, "tmp"); left != "" {
		t.Fatalf("a run that fails at operation %d leaves %s", at, left)
	}
	if left := namesIn(t, "."); left != "tmp" && left != "set.lock tmp" && left != "set set.lock tmp" {
		t.Fatalf("a run that fails at operation %d leaves %s", at, left)
	}
}

// namesIn lists a folder.
func namesIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// read returns what is in a file, nothing if there is none.
func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}
