package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
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
	write(t, "in", strings.Repeat("http://a/b\nc d\n", 1000))
	for _, tt := range []struct{ before, redirect, name string }{
		{"", "-o out", "out"},
		{"", ">out", "standard output"},
		{"first\n", ">>out", "standard output"},
	} {
		write(t, "out", tt.before)
		got := finish(t, inShell(t, `ulimit -f 4; exec "$@" `+tt.redirect, "normalize", "--quiet", "in"))
		out := contents("out")
		want := "uriscan: " + tt.name + ": file too large after "
		lines, isPrefixed := strings.CutPrefix(out, tt.before)
		if got.status != exitIO || !strings.HasPrefix(got.err, want) || !isPrefixed ||
			len(lines) < 1000 || strings.Repeat("http://a/b\n", len(lines)/11) != lines {
			t.Errorf("normalize in %s, with a limit = %d, %q and %q at the end of out, want %d, %q and whole lines",
				tt.redirect, got.status, got.err, out[max(0, len(out)-30):], exitIO, want)
		}
	}
}

// An input that is the output is refused also by the names that a process has for them.
func TestInputIsOutputInShell(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "HTTP://A/\nb c\n"
	write(t, "in", text)
	for command, redirect := range map[string]string{"extract": "/dev/stdin <in >>in", "normalize": "-o /dev/stdin <in"} {
		got := finish(t, inShell(t, `exec "$@" `+redirect, command))
		says := "an input cannot be the output, too: write to another file, then rename it\n"
		if in := contents("in"); got.status != exitUsage || in != text || !strings.HasSuffix(got.err, says) || strings.Count(got.err, "\n") > 1 {
			t.Errorf("%s %s = %+v, and %q in the input, want %d, %q and no change", command, redirect, got, in, exitUsage, says)
		}
	}
}

// Inputs are opened one after the other.
func TestFewFilesAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", "links\nhttp://a/\n")
	write(t, "packed", string(packGzip("links\nhttp://a/\n")))
	args := []string{"parse", "--field", "1", "--header", "--format", "{host}", "-j", "4", "-o", "out"}
	for range 50 {
		args = append(args, "in", "packed")
	}
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
		{"interrupt", ":", syscall.SIGINT, []string{"normalize", "-o", "out"}, exitInterrupted},
		{"interrupt, in the background of a script", "trap '' INT", syscall.SIGINT, []string{"normalize"}, exitInterrupted},
		{"end", ":", syscall.SIGTERM, []string{"parse", "--json"}, exitInterrupted},
		{"terminal closed", ":", syscall.SIGHUP, []string{"extract", "-o", "out"}, exitInterrupted},
		{"terminal closed under nohup", "trap '' HUP", syscall.SIGHUP, []string{"normalize"}, exitGood},
	} {
		if signal.Ignored(tt.signal) && tt.want != exitGood {
			t.Logf("%s: ignored here, as under nohup", tt.name)
			continue
		}
		out, err := os.Create("out")
		must(t, err)
		c := inShell(t, tt.setup+`; exec "$@"`, append(tt.args, "--quiet")...)
		in, err := c.StdinPipe()
		must(t, err)
		c.Stdout = out
		start(t, c)
		text := strings.Repeat("http://a/\n", 10_000)
		_, err = io.WriteString(in, text)
		must(t, err)
		for range 10_000 { // until it is at work, and has its signals
			if info := statOf(out); info.Size() > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		must(t, c.Process.Signal(tt.signal))
		if tt.want == exitGood {
			// A signal that is caught might end it only after all is read.
			var ignored uint64
			_, mask, _ := strings.Cut(contents(fmt.Sprintf("/proc/%d/status", c.Process.Pid)), "SigIgn:\t")
			if fmt.Sscanf(mask, "%x", &ignored); ignored>>(tt.signal-1)&1 == 0 {
				t.Errorf("%s: %v is not ignored", tt.name, tt.signal)
			}
			if _, err := io.WriteString(in, "http://last/\n"); err != nil {
				t.Errorf("%s: writing after the signal: %v", tt.name, err)
			}
			in.Close()
		}
		status := exitStatus(t, c)
		out.Close()
		got := contents("out")
		if status != tt.want || !strings.HasSuffix(got, "\n") || strings.HasSuffix(got, "http://last/\n") != (tt.want == exitGood) {
			t.Errorf("%s: %q = %d and %q at the end of out, want %d and a whole line", tt.name, tt.args, status, got[max(0, len(got)-30):], tt.want)
		}
	}
}

// A FIFO is no set, and is not waited for.
func TestDedupeSeenFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, syscall.Mkfifo("fifo", 0o600))
	if got, want := runWith("a:b\n", "dedupe", "--seen", "fifo"), (outcome{exitIO, "", "uriscan: fifo: it is not a saved set\n"}); got != want {
		t.Errorf("dedupe --seen fifo = %+v, want %+v", got, want)
	}
}

// An interrupt ends the wait for somebody who opens a FIFO to write.
func TestInterruptedOpen(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", "http://a/\n")
	must(t, syscall.Mkfifo("fifo", 0o600))
	for _, name := range []string{"normalize", "extract"} {
		c := command(t, name, "in", "fifo")
		out, err := c.StdoutPipe()
		must(t, err)
		start(t, c)
		line := make([]byte, len("http://a/\n"))
		_, err = io.ReadFull(out, line)
		must(t, err)
		must(t, c.Process.Signal(os.Interrupt))
		if status := exitStatus(t, c); status != exitInterrupted || string(line) != "http://a/\n" {
			t.Errorf("%s in fifo, interrupted = %d after %q, want %d and a line", name, status, line, exitInterrupted)
		}
	}
}

// What is no file of lines is read as what it is, or has its reason.
func TestOddFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	socket, err := net.Listen("unix", "socket")
	must(t, err)
	defer socket.Close()
	folder, err := os.Open(".")
	must(t, err)
	defer folder.Close()
	write(t, "\xff\xfe\x01", "b c\n")
	write(t, "colon:1:2", "b c\n")
	for _, tt := range []struct {
		name string
		in   io.Reader
		args []string
		want outcome
	}{
		{"a socket", nil, []string{"check", "socket"}, outcome{exitIO, "", "uriscan: socket: no such device or address\n"}},
		{"a folder as standard input", folder, []string{"check"}, outcome{exitIO, "", "uriscan: standard input: is a directory\n"}},
		{"a folder as standard input", folder, []string{"extract"}, outcome{exitIO, "", "uriscan: standard input: is a directory\n"}},
		{"a folder as output", nil, []string{"normalize", "-o", ".", "/dev/null"}, outcome{exitIO, "", "uriscan: .: is a directory: --output needs the name of a file\n"}},
		{"a file without a size", nil, []string{"parse", "--format", "{path}", "/proc/sys/kernel/ostype"}, outcome{exitGood, "Linux\n", ""}},
		{"a name that is no text", nil, []string{"check", "\xff\xfe\x01"}, outcome{exitBad, "", `"\xff\xfe\x01":1:2: bad-path` + "\n"}},
		{"a name with a colon", nil, []string{"check", "colon:1:2"}, outcome{exitBad, "", "colon:1:2:1:2: bad-path\n"}},
	} {
		if got := runOn(tt.in, tt.args...); got != tt.want {
			t.Errorf("%s: run(%q) = %+v, want %+v", tt.name, tt.args, got, tt.want)
		}
	}
}

// terminal returns both ends of a new terminal: what is written into screen is
// typed, and what is read from it was shown.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	var number, unlocked int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &number} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value)))
		if errno != 0 {
			t.Skipf("no terminal can be made: %v", errno)
		}
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// Who types is told that the command waits, unless that was to be expected.
func TestInvitesTyping(t *testing.T) {
	const invitation = "uriscan: no FILE is given: reading standard input, until Ctrl-D\r\n"
	tests := []struct {
		name string
		args []string
		want bool
	}{
		{"check", []string{"check"}, true},
		{"extract", []string{"extract"}, true},
		{"standard input named", []string{"check", "-"}, false},
		{"quiet", []string{"check", "--quiet"}, false},
		{"arguments", []string{"explain", "a"}, false},
	}
	for _, tt := range tests {
		screen, tty := terminal(t)
		_, err := io.WriteString(screen, "a b\n\x04")
		must(t, err)
		run(context.Background(), tt.args, streams{tty, io.Discard, tty})
		const end = "that was all"
		io.WriteString(tty, end)
		// What was typed is shown at any time.
		var shown strings.Builder
		for p := make([]byte, 512); !strings.Contains(shown.String(), end); {
			n, err := screen.Read(p)
			must(t, err)
			shown.Write(p[:n])
		}
		if got := strings.Contains(shown.String(), invitation); got != tt.want {
			t.Errorf("%s: a terminal shows %q, with the invitation: %t, want %t", tt.name, shown.String(), got, tt.want)
		}
	}
}

func TestColorOnTerminal(t *testing.T) {
	_, tty := terminal(t)
	tests := []struct {
		name, noColor, term string
		when                when
		out                 any
		want                bool
	}{
		{"terminal", "", "xterm", whenAuto, tty, true},
		{"NO_COLOR", "1", "xterm", whenAuto, tty, false},
		{"dumb", "", "dumb", whenAuto, tty, false},
		{"dumb, asked for", "", "dumb", whenAlways, tty, true},
		{"not wanted", "", "xterm", whenNever, tty, false},
		{"pipe", "", "xterm", whenAuto, io.Discard, false},
		{"file for the output", "", "xterm", whenAuto, nil, false},
	}
	for _, tt := range tests {
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("TERM", tt.term)
		if got := tt.when.on(tt.out); got != tt.want {
			t.Errorf("%s: when(%v).on = %t, want %t", tt.name, tt.when, got, tt.want)
		}
	}
}
