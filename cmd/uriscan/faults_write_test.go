package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A faultyStream is a standard stream that is no file, of which writes fail.
type faultyStream struct {
	strings.Builder
	*fault
}

func (s *faultyStream) Write(p []byte) (int, error) {
	err := s.hits("write", "")
	if err == nil {
		return s.Builder.Write(p)
	}
	n, _ := s.Builder.Write(p[:min(len(p), s.taken)])
	return n, err
}

// noFault is none.
var noFault = &fault{}

// taken are how many bytes a write takes before it fails.
var taken = []int{0, 1, 7, 50, 1000}

// isDiagnosed tells whether all of the first lines written have the diagnostics
// that they have in want, which is of a command that writes a line for each.
func isDiagnosed(got, want outcome) bool {
	lines := strings.Count(got.out, "\n")
	for diagnostic := range strings.Lines(want.err) {
		var number int
		if _, err := fmt.Sscanf(diagnostic, "in:%d:", &number); err != nil {
			return false
		}
		if number <= lines && !strings.Contains(got.err, diagnostic) {
			return false
		}
	}
	return true
}

// Whichever write fails, a file ends with a whole line, be it -o FILE or standard
// output.
func TestEveryWriteFails(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", faultText)
	writes := 0
	toFile := func(args []string) outcome {
		var err strings.Builder
		status := runBetween(io.Discard, &err, append(args, "-o", "out")...)
		return outcome{status, contents("out"), err.String()}
	}
	toStdout := func(args []string) outcome {
		f, failed := openFile("out", os.O_CREATE|os.O_WRONLY|os.O_TRUNC)
		if failed != nil {
			t.Fatal(failed)
		}
		defer f.Close()
		var err strings.Builder
		status := runBetween(f, &err, args...)
		return outcome{status, contents("out"), err.String()}
	}
	eachWay(t, 0, func(args []string, number int) {
		want := runOnFile(args...)
		to, name := toFile, "uriscan: out: "
		if number%2 == 1 || args[0] == "check" { // which has no -o
			to, name = toStdout, "uriscan: standard output: "
		}
		for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EIO} {
			f := &fault{call: "write", on: "out", err: errno, taken: taken[number%len(taken)], once: errno == syscall.EIO}
			writes += f.withEach(1<<20, func() outcome { return to(args) }, func(got outcome, hit bool) {
				good := !hit && got == want
				if hit {
					good = isFailure(args, got, want, name+errno.Error())
				}
				if good && args[1] == "--format" {
					good = isDiagnosed(got, want)
				}
				if !good {
					t.Errorf("%q > out, write %d takes %d bytes and fails: %+v, want lines of %+v and an error of out", args, f.nth, f.taken, got, want)
				}
			})
		}
	})
	if writes < 100 {
		t.Errorf("%d writes failed, want many", writes)
	}
}

func contents(name string) string {
	text, _ := os.ReadFile(name)
	return string(text)
}

// A write into what is no file may leave a line cut, and nothing after it. Who closes
// a pipe is not told why there is no more. Diagnostics that cannot be written end a command
// with 3, and that nobody reads only one that has nothing else to say.
func TestEveryWriteToStreamFails(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", faultText)
	for turn, stream := range []string{"results", "diagnostics"} {
		eachWay(t, 1+turn, func(args []string, number int) {
			want := runOnFile(args...)
			for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EPIPE} {
				f := &fault{call: "write", err: errno, taken: taken[number%len(taken)]}
				f.withEach(1<<20, func() outcome {
					out, err := &faultyStream{fault: noFault}, &faultyStream{fault: noFault}
					[]*faultyStream{out, err}[turn].fault = f
					status := runBetween(out, err, args...)
					return outcome{status, out.String(), err.String()}
				}, func(got outcome, hit bool) {
					good := got == want
					switch {
					case !hit:
					case stream == "results":
						good = isCut(args, got, want, f)
					case errno == syscall.ENOSPC:
						good = got.status == exitIO && isWholePart(args, got.out, want.out)
					case args[0] == "check":
						good = got.status == exitGood && f.calls == f.nth+1
					default: // and no more of them are written
						good = got.status == want.status && got.out == want.out && f.calls == f.nth+1
					}
					if !good {
						t.Errorf("%q, write %d of %s takes %d bytes and fails with %v: %+v, want a part of %+v", args, f.nth, stream, f.taken, errno, got, want)
					}
				})
			}
		})
	}
}

// isCut reports whether got is what is left where a write of results fails with f.
func isCut(args []string, got, want outcome, f *fault) bool {
	if !strings.HasPrefix(want.out, got.out) || f.taken == 0 && !isWholePart(args, got.out, want.out) {
		return false
	}
	if f.err == syscall.EPIPE {
		// The lines of a block that nobody reads have no diagnostics.
		unread := f.nth == 0 && args[len(args)-1] == "16K"
		return got.status == exitGood && isWholePart(nil, got.err, want.err) && !(unread && got.err != "")
	}
	says := "uriscan: standard output: no space left on device"
	if got.out != "" {
		says += fmt.Sprintf(" after %d bytes\n", len(got.out))
	}
	return isFailure(args, outcome{got.status, want.out, got.err}, want, says)
}

// A write that is to be tried again goes on where it was, and one that is short
// without a reason is an error.
func TestWriteAgain(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want error
		out  string
	}{
		{"full, not waiting", syscall.EAGAIN, nil, "abc\ndef\n"},
		{"a signal", syscall.EINTR, nil, "abc\ndef\n"},
		{"an error", syscall.EIO, syscall.EIO, "ab"},
	} {
		s := &faultyStream{fault: &fault{call: "write", err: tt.err, taken: 2, once: true}}
		n, err := writeTo(s, []byte("abc\ndef\n"), 0)
		if s.String() != tt.out || n != len(tt.out) || !errors.Is(err, tt.want) {
			t.Errorf("%s: writeTo = %d, %v and %q, want %d, %v and %q", tt.name, n, err, s.String(), len(tt.out), tt.want, tt.out)
		}
	}
	if n, err := writeTo(shortWriter{}, []byte("abc"), 0); n != 2 || err != io.ErrShortWrite {
		t.Errorf("writeTo a writer that takes 2 of 3 bytes = %d, %v, want 2, %v", n, err, io.ErrShortWrite)
	}
}

// What was written last is taken back from a file that ends with it, and from nothing else.
func TestUnwrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	for _, tt := range []struct {
		others string // what somebody else has added
		n      int64
		want   string
		done   bool
	}{
		{"", 0, "a\nbc+", true},
		{"", 2, "a\n+", true},
		{"", 4, "+", true},
		{"", 5, "a\nbc+", false},
		{"d", 2, "a\nbc+", false},
		{"\nd\n", 2, "a\nbc+d\n", false},
	} {
		write(t, name, "a\nbc"+tt.others)
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		must(t, err)
		f.Seek(4, io.SeekStart)
		done := unwrite(f, tt.n)
		f.WriteString("+")
		f.Close()
		if got := read(t, name); got != tt.want || done != tt.done {
			t.Errorf("unwrite(%d) with %q after it = %t and %q, want %t and %q", tt.n, tt.others, done, got, tt.done, tt.want)
		}
	}
	if unwrite(io.Discard, 1) || !unwrite(io.Discard, 0) {
		t.Error("unwrite takes something back from what is no file, or cannot take back nothing")
	}
}

// A shortWriter does not take the last byte, and does not say why.
type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) - 1, nil }

// Lines are written together as long as they are no longer than a pipe takes as a
// whole.
func TestWritePieces(t *testing.T) {
	for _, tt := range []struct {
		in   string
		most int
		want string
	}{
		{"a\nb\nc\n", 0, "a\nb\nc\n|"},
		{"a\nb\nc\n", 6, "a\nb\nc\n|"},
		{"a\nb\nc\n", 5, "a\nb\n|c\n|"},
		{"a\nb\nc\n", 4, "a\nb\n|c\n|"},
		{"a\nlong\nb\nc\n", 4, "a\n|long\n|b\nc\n|"},
		{"long\n", 2, "long\n|"},
		{"a\x00b\x00", 3, "a\x00|b\x00|"},
		{"no end of this line", 3, "no e|nd of this line|"},
	} {
		var out strings.Builder
		n, err := writeTo(writerFunc(func(p []byte) (int, error) {
			out.Write(append(bytes.Clone(p), '|'))
			return len(p), nil
		}), []byte(tt.in), tt.most)
		if out.String() != tt.want || n != len(tt.in) || err != nil {
			t.Errorf("writeTo(%q, %d) = %d, %v and %q, want %d, nil and %q", tt.in, tt.most, n, err, out.String(), len(tt.in), tt.want)
		}
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// An interrupt waits for a write into a file, however slow that is, and not for
// one into a stream that somebody has to read.
func TestInterruptWaitsForFile(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := openFile("out", os.O_CREATE|os.O_WRONLY)
	must(t, err)
	defer f.Close()
	r, w := io.Pipe()
	defer r.Close()
	for _, tt := range []struct {
		name string
		to   io.Writer
		want bool
	}{
		{"a file", f, true},
		{"a stream", w, false},
	} {
		waits := false
		slow := struct {
			io.Writer
			stater
		}{writerFunc(func(p []byte) (int, error) {
			waits = !fileWrite.TryLock()
			if !waits {
				fileWrite.Unlock()
			}
			return len(p), nil
		}), stater{tt.to}}
		if err := newOutput(slow, "out").write([]byte("a\n"), false, nil); err != nil || waits != tt.want {
			t.Errorf("a write into %s: an interrupt waits: %t, %v, want %t", tt.name, waits, err, tt.want)
		}
	}
}

// A stater says what is known of a stream.
type stater struct{ of io.Writer }

func (s stater) Stat() (fs.FileInfo, error) {
	if info := statOf(s.of); info != nil {
		return info, nil
	}
	return nil, errors.ErrUnsupported
}
