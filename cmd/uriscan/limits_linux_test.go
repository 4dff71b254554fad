package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/sys/unix"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/picture"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
)

// inShell is the command as a process of its own that a shell has started, with
// $@ for its command line.
func inShell(t *testing.T, script string, args ...string) *exec.Cmd {
	t.Helper()
	canStart(t)
	c := command(t, args...)
	c.Args = append([]string{"sh", "-c", script, "sh", c.Path}, args...)
	c.Path = "/bin/sh"
	return c
}

// A file that may not get any longer ends with a whole line, wherever it was
// opened, and keeps what was there before.
func TestFileSizeLimit(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", strings.Repeat("http://a/b\nc d\n", 1000))
	for _, tt := range []struct{ before, redirect, name string }{
		{"", "-o out", "out"},
		{"", ">out", "standard output"},
		{"first\n", ">>out", "standard output"},
	} {
		testkit.Write(t, "out", tt.before)
		got := finish(t, inShell(t, `ulimit -f 4; exec "$@" `+tt.redirect, "normalize", "--quiet", "in"))
		out := contents("out")
		want := "uriscan: " + tt.name + ": file too large after "
		lines, isPrefixed := strings.CutPrefix(out, tt.before)
		if got.status != diag.ExitIO || !strings.HasPrefix(got.err, want) || !isPrefixed ||
			len(lines) < 1000 || strings.Repeat("http://a/b\n", len(lines)/11) != lines {
			t.Errorf("normalize in %s, with a limit = %d, %q and %q at the end of out, want %d, %q and whole lines",
				tt.redirect, got.status, got.err, out[max(0, len(out)-30):], diag.ExitIO, want)
		}
	}
}

// Inputs are opened one after the other.
func TestFewFilesAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", "links\nhttp://a/\n")
	testkit.Write(t, "packed", string(packed.Gzip("links\nhttp://a/\n")))
	args := []string{"parse", "--field", "1", "--header", "--format", "{host}", "-j", "4", "-o", "out"}
	for range 50 {
		args = append(args, "in", "packed")
	}
	testkit.Write(t, "out", "replaced once every input can be opened\n")
	got := finish(t, inShell(t, `ulimit -n 10; exec "$@"`, args...))
	if out := contents("out"); got != (outcome{}) || out != strings.Repeat("a\n", 100) {
		t.Errorf("parse of 100 files with 10 open = %+v and %d bytes, want 0, nothing and 200", got, len(out))
	}
}

// Signals end the command after whole lines, whatever it writes into. What is
// started by nohup does not end when the terminal is closed.
func TestSignals(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		name   string
		setup  string
		signal syscall.Signal
		args   []string
		want   int
	}{
		{"interrupt", ":", syscall.SIGINT, []string{"normalize", "-o", "out"}, diag.ExitInterrupted},
		{"interrupt, in the background of a script", "trap '' INT", syscall.SIGINT, []string{"normalize"}, diag.ExitGood},
		{"end", ":", syscall.SIGTERM, []string{"parse", "--json"}, terminated},
		{"terminal closed", ":", syscall.SIGHUP, []string{"extract", "-o", "out"}, 128 + int(syscall.SIGHUP)},
		{"terminal closed under nohup", "trap '' HUP INT TERM", syscall.SIGHUP, []string{"normalize"}, diag.ExitGood},
	} {
		if signal.Ignored(tt.signal) && tt.want != diag.ExitGood {
			t.Logf("%s: ignored here, as under nohup", tt.name)
			continue
		}
		out := testkit.Open(t, "out", os.O_CREATE|os.O_TRUNC|os.O_RDWR)
		c := inShell(t, tt.setup+`; exec "$@"`, append(tt.args, "--quiet")...)
		in, err := c.StdinPipe()
		testkit.Must(t, err)
		c.Stdout = out
		start(t, c)
		_, err = io.WriteString(in, strings.Repeat("http://a/\n", 10_000)+"http://la")
		testkit.Must(t, err)
		for range 10_000 { // until it is at work, and has its signals
			if info := stream.StatOf(out); info.Size() > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		testkit.Must(t, c.Process.Signal(tt.signal))
		if tt.want == diag.ExitGood {
			// A signal that is caught might end it only after all is read.
			var ignored uint64
			_, mask, _ := strings.Cut(contents(fmt.Sprintf("/proc/%d/status", c.Process.Pid)), "SigIgn:\t")
			if fmt.Sscanf(mask, "%x", &ignored); ignored>>(tt.signal-1)&1 == 0 {
				t.Errorf("%s: %v is not ignored", tt.name, tt.signal)
			}
			if _, err := io.WriteString(in, "st/\n"); err != nil {
				t.Errorf("%s: writing after the signal: %v", tt.name, err)
			}
			in.Close()
		}
		status := exitStatus(t, c)
		out.Close()
		got := contents("out")
		if status != tt.want || c.ProcessState.Exited() != (tt.want == diag.ExitGood) || !strings.HasSuffix(got, "\n") || strings.Contains(got, "la") != (tt.want == diag.ExitGood) {
			t.Errorf("%s: %q = %d and %q at the end of out, want %d and a whole line", tt.name, tt.args, status, got[max(0, len(got)-30):], tt.want)
		}
	}
}

// What is written to a standard output that is closed is not lost in silence, but to the null
// device it is, which a program may also give.
func TestClosedOutput(t *testing.T) {
	for _, shell := range []string{"sh", "bash", "dash", "zsh", "ksh", "fish", "busybox"} {
		path := "/bin/sh" // under the name of another one
		if found, err := exec.LookPath(shell); shell == "bash" && err == nil {
			path = found
		}
		link := t.TempDir() + "/" + shell
		testkit.Must(t, os.Symlink(path, link))
		for redirect, want := range map[string]outcome{
			">&-":                 {diag.ExitIO, "", "uriscan: standard output: file already closed\n"},
			">/dev/null":          {diag.ExitGood, "", ""},
			"1<>" + link + ".out": {diag.ExitGood, "", ""},
		} {
			c := inShell(t, `"$@" `+redirect+"; exit $?", "check", "--print", "good", "-")
			c.Path, c.Stdin = link, strings.NewReader("http://a/\n")
			if got := finish(t, c); got != want {
				t.Errorf("check %s in %s = %+v, want %+v", redirect, shell, got, want)
			}
		}
	}
	c := command(t, "normalize", "--url", "a:")
	c.Stdout = testkit.Open(t, os.DevNull, os.O_RDWR)
	if err := c.Run(); err != nil {
		t.Errorf("normalize into the null device: %v", err)
	}
	c = inShell(t, `"$@"; exit $?`, "normalize", "--url", "a:")
	c.Stdout = testkit.Open(t, os.DevNull, os.O_RDWR)
	if err := c.Run(); err != nil {
		t.Errorf("normalize in a shell whose output is the null device: %v", err)
	}
}

// What is printed when asked for fails on a full disk, as results do, and ends quietly where nobody
// reads it.
func TestFullDisk(t *testing.T) {
	full := testkit.Open(t, "/dev/full", os.O_WRONLY)
	state := filepath.Join(t.TempDir(), "state")
	runWith("a:\n", "stats", "--state", state)
	for _, line := range []string{"--version", "parse --version", "completion zsh", "parse --help", "-h", "merge " + state, "merge --json " + state} {
		var says strings.Builder
		got := run(t.Context(), strings.Fields(line), stream.Std{In: strings.NewReader(""), Out: full, Err: &says})
		if want := "uriscan: standard output: no space left on device\n"; got != diag.ExitIO || says.String() != want {
			t.Errorf("uriscan %s = %d, %q, want %d, %q", line, got, says.String(), diag.ExitIO, want)
		}
		says.Reset()
		closed := testkit.WriterFunc(func([]byte) (int, error) { return 0, syscall.EPIPE })
		if got := run(t.Context(), strings.Fields(line), stream.Std{In: strings.NewReader(""), Out: closed, Err: &says}); got != diag.ExitGood || says.Len() > 0 {
			t.Errorf("uriscan %s that nobody reads = %d, %q, want %d and nothing", line, got, says.String(), diag.ExitGood)
		}
	}
}

// What a command says at its end fails on a full disk, as diagnostics do.
func TestFullDiskOfNotes(t *testing.T) {
	full := testkit.Open(t, "/dev/full", os.O_WRONLY)
	for line, in := range map[string]string{"dedupe --key host": "http://h/1\nhttp://h/2\n", "extract": "http://h/é"} {
		got := run(t.Context(), strings.Fields(line), stream.Std{In: strings.NewReader(in), Out: io.Discard, Err: full})
		if got != diag.ExitIO {
			t.Errorf("%s whose standard error is on a full disk = %d, want %d", line, got, diag.ExitIO)
		}
	}
}

// What merge cannot read is not taken for the file of another program.
func TestMergeUnreadable(t *testing.T) {
	if got, want := runWith("", "merge", "/proc/self/mem"), (outcome{diag.ExitIO, "", "uriscan: /proc/self/mem: input/output error\n"}); got != want {
		t.Errorf("merge of a file that fails = %+v, want %+v", got, want)
	}
}

// A FIFO is read like any file, whatever comes out of it.
func TestFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Must(t, syscall.Mkfifo("fifo", 0o600))
	for name, in := range packed.Archives("http://a/\nhttp://b c\nlast") {
		for _, command := range []string{"check", "extract"} {
			want := runWith(string(in), command)
			want.out, want.err = strings.ReplaceAll(want.out, "-:", "fifo:"), strings.ReplaceAll(want.err, "-:", "fifo:")
			fed := make(chan error, 1)
			go func() { fed <- os.WriteFile("fifo", in, 0) }()
			if got := runWith("", command, "fifo"); got != want {
				t.Errorf("%s of a FIFO with %s = %+v, want %+v", command, name, got, want)
			}
			testkit.Must(t, <-fed)
		}
	}
}

// A signal ends the wait for a process that opens a FIFO to write.
func TestInterruptedOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", "http://a/\n")
	testkit.Must(t, syscall.Mkfifo("fifo", 0o600))
	for _, name := range []string{"normalize", "extract"} {
		c := command(t, name, "in", "fifo")
		out, err := c.StdoutPipe()
		testkit.Must(t, err)
		start(t, c)
		line := make([]byte, len("http://a/\n"))
		_, err = io.ReadFull(out, line)
		testkit.Must(t, err)
		testkit.Must(t, c.Process.Signal(syscall.SIGTERM))
		if status := exitStatus(t, c); status != terminated || string(line) != "http://a/\n" {
			t.Errorf("%s in fifo, terminated = %d after %q, want %d and a line", name, status, line, terminated)
		}
	}
}

// An input that is not a file of lines is read as what it is, or the error has the reason.
func TestOddFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	socket, err := net.Listen("unix", "socket")
	testkit.Must(t, err)
	defer socket.Close()
	folder := testkit.Open(t, ".", os.O_RDONLY)
	testkit.Must(t, syscall.Mkfifo("fifo", 0o600))
	testkit.Write(t, "\xff\xfe\x01", "b c\n")
	testkit.Write(t, "colon:1:2", "b c\n")
	for _, tt := range []struct {
		name string
		in   io.Reader
		args []string
		want outcome
	}{
		{"a FIFO as a set", strings.NewReader("a:b\n"), []string{"dedupe", "--seen", "fifo"}, outcome{diag.ExitIO, "", "uriscan: fifo: it was not written by dedupe --seen\n"}},
		{"a device, read and written", nil, []string{"parse", "-o", "/dev/null", "/dev/null"}, outcome{diag.ExitGood, "", ""}},
		{"bad lines on a full disk", strings.NewReader("a b\n"), []string{"check", "--quiet", "--rejects", "/dev/full"}, outcome{diag.ExitIO, "", "uriscan: /dev/full: no space left on device\n"}},
		{"a socket", nil, []string{"check", "socket"}, outcome{diag.ExitIO, "", "uriscan: socket: no such device or address\n"}},
		{"a folder as standard input", folder, []string{"check"}, outcome{diag.ExitIO, "", "uriscan: standard input: is a directory\n"}},
		{"a folder as standard input", folder, []string{"extract"}, outcome{diag.ExitIO, "", "uriscan: standard input: is a directory\n"}},
		{"a folder as output", nil, []string{"normalize", "-o", ".", "/dev/null"}, outcome{diag.ExitIO, "", "uriscan: .: is a directory; give the name of a file\n"}},
		{"a file without a size", nil, []string{"parse", "--format", "{path}", "/proc/sys/kernel/ostype"}, outcome{diag.ExitGood, "Linux\n", ""}},
		{"a name that is no text", nil, []string{"check", "\xff\xfe\x01"}, outcome{diag.ExitBad, `"\xff\xfe\x01":1:2: bad-path` + "\n", ""}},
		{"a name with a colon", nil, []string{"check", "colon:1:2"}, outcome{diag.ExitBad, "colon:1:2:1:2: bad-path\n", ""}},
	} {
		if got := runOn(tt.in, tt.args...); got != tt.want {
			t.Errorf("%s: run(%q) = %+v, want %+v", tt.name, tt.args, got, tt.want)
		}
	}
	r, w, err := os.Pipe() // from which nothing can be taken back
	testkit.Must(t, err)
	defer r.Close()
	runOn(io.MultiReader(strings.NewReader("longer than the limit"), iotest.ErrReader(io.ErrNoProgress)), "check", "--quiet", "--max-line", "6", "--rejects", fmt.Sprintf("/dev/fd/%d", w.Fd()), "-", "colon:1:2")
	atOnce := stream.AtOnce(w)
	w.Close()
	if text, err := io.ReadAll(r); string(text) != "longer than the limit\nb c\n" || err != nil || atOnce != 4096 {
		t.Errorf("bad lines into a pipe, %d bytes at once, are %q, %v, want two lines, 4096 at once", atOnce, text, err)
	}
}

// On a terminal the command says that it waits for input, unless that was to be expected.
func TestInvitesTyping(t *testing.T) {
	const invitation = "uriscan: no FILE is given: reading standard input, until Ctrl-D\r\n"
	for _, tt := range []struct {
		name string
		args []string
		want bool
	}{
		{"check", []string{"check"}, true},
		{"extract", []string{"extract"}, true},
		{"standard input named", []string{"check", "-"}, false},
		{"quiet", []string{"check", "--quiet"}, false},
		{"arguments", []string{"explain", "a"}, false},
	} {
		x := openTerminal(t, 80)
		_, err := io.WriteString(x.master, "a b\n\x04")
		testkit.Must(t, err)
		run(context.Background(), tt.args, stream.Std{In: x.screen, Out: io.Discard, Err: x.screen})
		if shown := x.close(); strings.Contains(shown, invitation) != tt.want { // what was typed is shown at any time
			t.Errorf("%s: a terminal shows %q, with the invitation: %t, want %t", tt.name, shown, !tt.want, tt.want)
		}
	}
}

func TestColorOnTerminal(t *testing.T) {
	tty := openTerminal(t, 80).screen
	var said strings.Builder
	if record.InviteTyping(stream.Std{In: tty, Err: &said}); said.Len() > 0 {
		t.Errorf("a file of errors has the invitation to type %q", said.String())
	}
	for _, tt := range []struct {
		name, noColor, term string
		when                term.When
		out                 any
		want                bool
	}{
		{"terminal", "", "xterm", term.Auto, tty, true},
		{"NO_COLOR", "1", "xterm", term.Auto, tty, false},
		{"dumb", "", "dumb", term.Auto, tty, false},
		{"dumb, asked for", "", "dumb", term.Always, tty, true},
		{"not wanted", "", "xterm", term.Never, tty, false},
		{"pipe", "", "xterm", term.Auto, io.Discard, false},
		{"file for the output", "", "xterm", term.Auto, nil, false},
	} {
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("TERM", tt.term)
		if got := tt.when.On(tt.out); got != tt.want {
			t.Errorf("%s: when(%v).on = %t, want %t", tt.name, tt.when, got, tt.want)
		}
	}
	for _, env := range [][2]string{{"xterm", "C.UTF-8"}, {"dumb", "C.UTF-8"}, {"xterm", "C"}} {
		t.Setenv("TERM", env[0])
		t.Setenv("LC_ALL", env[1])
		if got, want := screenOf(tty, term.Auto).Blocks, env[0]+env[1] == "xtermC.UTF-8"; got != want {
			t.Errorf("a terminal with TERM and LC_ALL %q has blocks: %t, want %t", env, got, want)
		}
	}
	t.Setenv("TERM", "xterm")
	for _, command := range []string{"explain", "stats"} {
		for name, want := range map[string]bool{"-": true, t.TempDir() + "/out": false} {
			x := openTerminal(t, 80)
			run(t.Context(), []string{command, "-o", name, "--url", "http://h/"}, stream.Std{Out: x.screen, Err: io.Discard})
			if text := x.close() + contents(name); strings.Contains(text, "\x1b[") != want || !strings.Contains(text, "uri") {
				t.Errorf("%s -o %s on a terminal = %q, with colours: %t", command, name, text, want)
			}
		}
	}
	t.Setenv("COLUMNS", "")
	for columns, want := range map[int]int{20: picture.LeastWidth, 60: 60, 200: 200} {
		if got := widthOf(openTerminal(t, columns).screen); got != want {
			t.Errorf("on a terminal of %d columns %d are drawn on, want %d", columns, got, want)
		}
	}
}

// What waits for the end of the reader of rows goes on after a signal of the runtime.
func TestRowsEndDespiteSignals(t *testing.T) {
	c := command(t, "normalize", "--rows")
	feed, err := c.StdinPipe()
	testkit.Must(t, err)
	defer feed.Close()
	from, out, err := os.Pipe()
	testkit.Must(t, err)
	c.Stdout = out
	start(t, c)
	out.Close()
	io.WriteString(feed, "A:\n")
	_, err = io.ReadFull(from, make([]byte, len("a:\n")))
	testkit.Must(t, err)
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", c.Process.Pid))
	testkit.Must(t, err)
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		testkit.Must(t, err)
		unix.Tgkill(c.Process.Pid, id, unix.SIGURG) // unless the thread has ended
	}
	from.Close()
	hung := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer hung.Stop()
	if got := exitStatus(t, c); got != diag.ExitGood {
		t.Errorf("without a reader the status is %d, want 0", got)
	}
}

// Rows end with their reader also where that is at the other end of a socket. A command that waits
// for it, or for lines, takes no time of the processor meanwhile.
func TestRowsOverSocket(t *testing.T) {
	t.Parallel()
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	testkit.Must(t, err)
	ours, theirs := os.NewFile(uintptr(ends[0]), "ours"), os.NewFile(uintptr(ends[1]), "theirs")
	c := command(t, "normalize", "--rows")
	feed, err := c.StdinPipe()
	testkit.Must(t, err)
	c.Stdout = theirs
	start(t, c)
	theirs.Close()
	defer feed.Close()
	io.WriteString(feed, "A:\n")
	if got, err := bufio.NewReader(ours).ReadString('\n'); got != "a:\n" || err != nil {
		t.Errorf("the row is %q, %v, want %q", got, err, "a:\n")
	}
	begun := processorTime(t, c.Process.Pid)
	time.Sleep(500 * time.Millisecond)
	if took := processorTime(t, c.Process.Pid) - begun; took > 100*time.Millisecond {
		t.Errorf("to wait for 500 ms takes %v of the processor", took)
	}
	ours.Close()
	defer time.AfterFunc(10*time.Second, func() { c.Process.Kill() }).Stop()
	if got := exitStatus(t, c); got != diag.ExitGood {
		t.Errorf("without a reader the status is %d, want 0", got)
	}
}

// processorTime returns how much time of the processor a process has taken.
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	_, after, _ := strings.Cut(contents(fmt.Sprintf("/proc/%d/stat", pid)), ") ")
	fields := strings.Fields(after) // from the third on
	user, err := strconv.Atoi(fields[11])
	testkit.Must(t, err)
	system, err := strconv.Atoi(fields[12])
	testkit.Must(t, err)
	return time.Duration(user+system) * 10 * time.Millisecond // a tick is 10 ms
}
