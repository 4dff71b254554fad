package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/testkit"
)

func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	testkit.Must(t, err)
	c := exec.Command(self, args...)
	// The race detector would wait for a second at the end.
	c.Env = append(os.Environ(), asCommand+"=1", "GORACE=atexit_sleep_ms=0")
	return c
}

// canStart skips a test that needs the command in a shell, where start would skip it.
func canStart(t *testing.T) {
	t.Helper()
	if err := starts(); errors.Is(err, syscall.ENOEXEC) {
		t.Skipf("this system cannot run the command by itself: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
}

// starts returns the error if a process cannot start the command. It tries once.
var starts = sync.OnceValue(func() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.Command(self, "--version")
	c.Env = append(os.Environ(), asCommand+"=1")
	return c.Run()
})

// start starts c. Under an emulator a test cannot start itself: the system
// does not know the format of the file.
func start(t *testing.T, c *exec.Cmd) {
	t.Helper()
	canStart(t)
	testkit.Must(t, c.Start())
}

// terminated is what a shell reports of a process that died by SIGTERM.
const terminated = 128 + int(syscall.SIGTERM)

// exitStatus waits for c, and returns its status as a shell reports it.
func exitStatus(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	err := c.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if by, ok := c.ProcessState.Sys().(interface{ Signal() syscall.Signal }); ok && by.Signal() > 0 {
		return 128 + int(by.Signal())
	}
	return c.ProcessState.ExitCode()
}

func finish(t *testing.T, c *exec.Cmd) outcome {
	t.Helper()
	var out, err strings.Builder
	c.Stdout, c.Stderr = &out, &err
	start(t, c)
	status := exitStatus(t, c)
	return outcome{status, out.String(), err.String()}
}

// many is an input that no pipe can hold.
func many() io.Reader { return strings.NewReader(strings.Repeat("http://a/\nb c\n", 1<<16)) }

// A reader of the output that goes away, as head -1 does, ends the command quietly, with 0
// and not by a signal. Where nobody reads the diagnostics, the bad lines or the page, it goes on
// without them.
func TestClosedPipe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args  []string
		reads bool // a line of standard output; else it is standard error that nobody reads
		want  int
		lines int
	}{
		{[]string{"parse"}, true, diag.ExitGood, 0},
		{[]string{"parse", "--json"}, true, diag.ExitGood, 0},
		{[]string{"parse", "--quiet", "--format", "{host}"}, true, diag.ExitGood, 0},
		{[]string{"check"}, true, diag.ExitGood, 0},
		{[]string{"parse", "missing", "-"}, true, diag.ExitGood, 1},
		{[]string{"parse", "--format", "{host}"}, false, diag.ExitBad, 1 << 16},
		{[]string{"normalize", "--quiet", "--rejects", "/dev/stderr"}, false, diag.ExitBad, 1 << 16},
		{[]string{"stats", "--json", "--html", "/dev/stderr"}, false, diag.ExitGood, 1},
	} {
		r, w, err := os.Pipe()
		testkit.Must(t, err)
		c := command(t, tt.args...)
		c.Stdin = many()
		var other strings.Builder
		if c.Stdout, c.Stderr = w, &other; !tt.reads {
			c.Stdout, c.Stderr = &other, w
			r.Close()
		}
		start(t, c)
		w.Close()
		if tt.reads {
			if _, err := bufio.NewReaderSize(r, 16).ReadString('\n'); err != nil {
				t.Errorf("%q: reading the first line: %v", tt.args, err)
			}
			r.Close()
		}
		c.Wait() // the copy into standard input ends with an error of its own
		if got, lines := c.ProcessState.ExitCode(), strings.Count(other.String(), "\n"); got != tt.want || lines != tt.lines {
			t.Errorf("%q into a closed pipe = %v and %d lines of the other stream, want %d and %d", tt.args, c.ProcessState, lines, tt.want, tt.lines)
		}
	}
}

// Where nobody reads either stream, as with 2>&1 | head -1, bad lines alone also end the command.
func TestClosedPipeOfBoth(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	testkit.Must(t, err)
	r.Close()
	c := command(t, "normalize")
	in, feed, err := os.Pipe()
	testkit.Must(t, err)
	c.Stdin, c.Stdout, c.Stderr = in, w, w
	start(t, c)
	in.Close()
	w.Close()
	hung := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	for err == nil {
		_, err = feed.WriteString("a b\n")
	}
	if got := exitStatus(t, c); got != diag.ExitGood {
		t.Errorf("normalize 2>&1 into a closed pipe = %v, want status %d", c.ProcessState, diag.ExitGood)
	}
	hung.Stop()
	feed.Close()
}

// A signal ends the command also while it waits for somebody to read what it
// writes, on either stream, and leaves whole lines.
func TestInterruptWhileWriting(t *testing.T) {
	t.Parallel()
	var ends []func() // each takes half a second
	for _, args := range [][]string{{"parse", "--quiet"}, {"parse", "--format", "{port}"}, {"check"}, {"extract"}} {
		r, w, err := os.Pipe()
		testkit.Must(t, err)
		c := command(t, args...)
		in, feed, err := os.Pipe()
		testkit.Must(t, err)
		c.Stdin, c.Stdout, c.Stderr = in, w, w
		start(t, c)
		in.Close()
		w.Close()
		go func() {
			io.Copy(feed, many())
			feed.Close()
		}()
		// It writes more than the pipe holds, and this byte alone is read.
		_, err = io.ReadFull(r, make([]byte, 1))
		testkit.Must(t, err)
		testkit.Must(t, c.Process.Signal(syscall.SIGTERM))
		hung := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
		ends = append(ends, func() {
			if got := exitStatus(t, c); got != terminated {
				t.Errorf("%q, terminated while it writes, = %v, want status %d", args, c.ProcessState, terminated)
			}
			hung.Stop()
			if rest, err := io.ReadAll(r); !bytes.HasSuffix(rest, stream.Newline) || err != nil {
				t.Errorf("%q, interrupted while it writes, ends with %q, %v, want a whole line", args, rest[max(0, len(rest)-40):], err)
			}
			r.Close()
		})
	}
	for _, end := range ends {
		end()
	}
}

// A signal that comes while the command waits for input lets it take away what it has not finished.
func TestInterruptLeavesNothing(t *testing.T) {
	t.Parallel()
	for try := 0; ; try++ {
		dir := t.TempDir()
		c := command(t, "dedupe", "--seen", filepath.Join(dir, "set"))
		in, err := c.StdinPipe()
		testkit.Must(t, err)
		out, err := c.StdoutPipe()
		testkit.Must(t, err)
		start(t, c)
		io.WriteString(in, "http://a/\n")
		_, err = io.ReadFull(out, make([]byte, len("http://a/\n")))
		testkit.Must(t, err)
		if testkit.Read(t, filepath.Join(dir, "set.tmp")) == "" {
			t.Fatal("dedupe --seen does not begin with a file for the set")
		}
		testkit.Must(t, c.Process.Signal(syscall.SIGTERM))
		if got := exitStatus(t, c); got != terminated {
			t.Fatalf("dedupe, terminated while it waits, = %v, want status %d", c.ProcessState, terminated)
		}
		if _, left := os.Stat(filepath.Join(dir, "set.tmp")); errors.Is(left, os.ErrNotExist) {
			return
		}
		if try == 5 { // if it has no time for that it is ended before
			t.Fatal("a signal leaves set.tmp behind")
		}
	}
}

// A slowFile waits in the middle of each write.
type slowFile struct {
	disk.File
	pause time.Duration
}

func (f *slowFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p[:len(p)/2])
	time.Sleep(f.pause)
	m, second := f.File.Write(p[n:])
	return n + m, errors.Join(err, second)
}

// A signal waits for the end of a write into a file, and a second one ends that, too.
func TestInterruptWhileWritingFile(t *testing.T) {
	t.Parallel()
	var ends []func() // most take more than a second
	for _, tt := range []struct {
		files, out string
		signal     syscall.Signal
	}{{"slow", "a\nhost\n", syscall.SIGTERM}, {"slow", "a\nhost\n", syscall.SIGHUP}, {"slow", "a\nhost\n", syscall.SIGINT}, {"stuck", "a\nh", syscall.SIGTERM}} {
		if signal.Ignored(tt.signal) {
			t.Run(tt.signal.String(), func(t *testing.T) { t.Skip("it is ignored here, as under nohup") })
			continue
		}
		name := filepath.Join(t.TempDir(), "out")
		c := command(t, "parse", "--format", "{host}", "-o", name)
		c.Env = append(c.Env, asCommand+"="+tt.files)
		in, err := c.StdinPipe()
		testkit.Must(t, err)
		start(t, c)
		io.WriteString(in, "http://a/\nhttp://host/\n")
		for testkit.Read(t, name) == "" {
			time.Sleep(time.Millisecond)
		}
		go func() {
			for c.Process.Signal(tt.signal) == nil && tt.files == "stuck" { // until it has ended
				time.Sleep(time.Millisecond)
			}
		}()
		ends = append(ends, func() {
			if got, out := exitStatus(t, c), testkit.Read(t, name); got != 128+int(tt.signal) || out != tt.out {
				t.Errorf("parse, interrupted by %v in the middle of a write that is %s, = %d and %q, want %q", tt.signal, tt.files, got, out, tt.out)
			}
		})
	}
	for _, end := range ends {
		end()
	}
}

// A context that is done already stops a file as well, which never waits.
func TestInterruptedBeforeRead(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range 50 { // a choice left to chance would show
		var out, err strings.Builder
		in, failed := os.Open("testdata/links.txt") // not by its name: what opens it then may read disk.Current beside the next tests
		testkit.Must(t, failed)
		defer in.Close()
		got := run(ctx, []string{[]string{"parse", "stats", "dedupe", "extract"}[i%4]}, stream.Std{In: in, Out: &out, Err: &err})
		if got != diag.ExitInterrupted || out.String() != "" || err.String() != "" {
			t.Fatalf("run = %d, %q, %q, want %d and nothing", got, out.String(), err.String(), diag.ExitInterrupted)
		}
	}
}

// The kernel is the one that is asked for, else the best. To ask for one that there is not
// is wrong usage.
func TestKernels(t *testing.T) {
	type test struct{ kernel, says string }
	tests := []test{
		{"", ""},
		{"nonesuch", `uriscan: URISCAN_KERNEL: no kernel is called "nonesuch": there are portable, `},
	}
	levels := kernel.Levels()
	for _, level := range levels {
		tests = append(tests, test{level.String(), ""})
	}
	for _, tt := range tests {
		c := command(t, "check", "-")
		c.Args = append(c.Args, os.DevNull)
		c.Env = append(c.Env, asCommand+"=kernel", "URISCAN_KERNEL="+tt.kernel)
		want := outcome{status: diag.ExitGood, out: cmp.Or(tt.kernel, levels[len(levels)-1].String()) + "\n"}
		if tt.says != "" {
			want = outcome{status: diag.ExitUsage}
		}
		got := finish(t, c)
		if got.status != want.status || got.out != want.out || !strings.HasPrefix(got.err, tt.says) || (got.err != "") != (tt.says != "") {
			t.Errorf("with URISCAN_KERNEL=%s check = %+v, want %d, %q, %q", tt.kernel, got, want.status, want.out, tt.says)
		}
	}
}

// A signal leaves time to write a block. A second one has its default effect from the
// beginning.
func TestGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, stopped, ended := time.Now(), time.Duration(-1), time.Duration(-1)
		endSoon(func() { stopped = time.Since(begun) }, func() {
			stream.FileWrite.Unlock()
			ended = time.Since(begun)
		})
		if stopped != 0 || ended < time.Second/4 || ended > time.Second {
			t.Errorf("a signal takes its effect back after %v, and ends the process after %v", stopped, ended)
		}
	})
}

// A signal after the end changes nothing.
func TestEndedBy(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	if by := endedBy(ctx, diag.ExitInterrupted); by != nil {
		t.Errorf("without a signal the command is ended by %v", by)
	}
	cancel(signaled{syscall.SIGTERM})
	for status := range diag.ExitInterrupted + 1 {
		if by := endedBy(ctx, status); (by == os.Signal(syscall.SIGTERM)) != (status == diag.ExitInterrupted) {
			t.Errorf("with status %d after a signal the command is ended by %v", status, by)
		}
	}
}

// A lockChecker is a file system that notices what a signal does not wait for.
type lockChecker struct {
	disk.System
	unlocked []string
}

func (s *lockChecker) Rename(from, to string) error {
	if stream.FileWrite.TryLock() {
		s.unlocked = append(s.unlocked, to)
		stream.FileWrite.Unlock()
	}
	return s.System.Rename(from, to)
}

// A signal waits while a finished file takes the place of an older one.
func TestRenamesHoldSignals(t *testing.T) {
	t.Chdir(t.TempDir())
	checker := &lockChecker{System: disk.Current}
	disk.Current = checker
	t.Cleanup(func() { disk.Current = checker.System })
	for _, args := range []string{"dedupe --seen set", "stats --state state --html page", "merge -o sum state", "merge -o both set"} {
		if got := runWith("http://h/\n", strings.Fields(args)...); got.status != diag.ExitGood {
			t.Errorf("%s = %s", args, clip(got))
		}
	}
	if len(checker.unlocked) > 0 {
		t.Errorf("a signal does not wait for %q", checker.unlocked)
	}
	for _, name := range []string{"set", "state", "page", "sum", "both"} {
		if contents(name) == "" {
			t.Errorf("there is no file %s", name)
		}
	}
}
