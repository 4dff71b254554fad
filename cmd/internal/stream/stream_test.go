package stream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
)

// An input is known to be a file, from its offset to its end, or not to have a size.
func TestOpenInput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in")
	testkit.Write(t, name, "12345")
	std := testkit.Open(t, name, os.O_RDONLY)
	std.Seek(2, io.SeekStart)
	for _, tt := range []struct {
		name        string
		std         io.Reader
		sofar, size int64
	}{{"-", std, 2, 5}, {name, std, 0, 5}, {name, nil, 0, 5}, {os.DevNull, std, 0, noSize}, {"-", strings.NewReader(""), 0, noSize}} {
		in, err := Open(tt.name, tt.std, new(atomic.Int64))
		testkit.Must(t, err)
		if in.sofar != tt.sofar || in.size != tt.size {
			t.Errorf("openInput(%q) = %d bytes of %d, want %d of %d", tt.name, in.sofar, in.size, tt.sofar, tt.size)
		}
		in.Close()
	}
}

// What a read means for a file of 10 bytes if 5, 10 or 12 have been read and it then has
// 8, 10, 12 or 15: "-" that it goes on, "+" that it may grow this once, "E" its end, "S"
// that it shrank, "G" that it grows, "X" what else the read says. It is waited for where it grew
// and seems to end.
func TestSizesOfFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			err  error
			grew bool
			want string
		}{{nil, false, "-----E++--++"}, {nil, true, "------GG--GG"}, {io.EOF, false, "SEEEEEEEEEEE"}, {io.EOF, true, "SEGGEEGGEEGG"}, {io.ErrNoProgress, false, "XXXXXXXXXXXX"}, {io.ErrNoProgress, true, "XXXXXXXXXXXX"}} {
			got := ""
			began := time.Now()
			for _, read := range []int64{5, 10, 12} {
				for _, now := range []int64{8, 10, 12, 15} {
					in := &Input{from: struct {
						io.Reader
						fileInfo
					}{nil, fileInfo{size: now}}, size: 10, sofar: read, grew: tt.grew}
					switch err := in.judge(tt.err); {
					case err == io.EOF:
						got += "E"
					case err == io.ErrNoProgress:
						got += "X"
					case err == ErrGrows:
						got += "G"
					case err != nil:
						got += "S"
					case in.grew != tt.grew && in.size == now:
						got += "+"
					default:
						got += "-"
					}
				}
			}
			if waited := time.Since(began) > 0; got != tt.want || waited != (tt.grew && tt.err == io.EOF) {
				t.Errorf("after %v, grew: %t: %s, waited: %t, want %s", tt.err, tt.grew, got, waited, tt.want)
			}
		}
	})
}

// What is to be tried again is tried after a pause.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, tries := time.Now(), 0
		again := func(p []byte) (int, error) {
			if tries++; time.Since(began) < 10*pause && tries < 100 {
				return 0, syscall.EAGAIN
			}
			return len(p), nil
		}
		in, err := Open("-", testkit.ReaderFunc(again), new(atomic.Int64))
		testkit.Must(t, err)
		if n, err := in.Read(make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("Read = %d, %v, want a byte", n, err)
		}
		began = time.Now()
		if writeOnce(testkit.WriterFunc(again), Newline); tries > 30 {
			t.Errorf("a read and a write are tried %d times, want 30 at most", tries)
		}
	})
}

// The end of an input and what ended it come again, whatever a terminal or a disk would
// give next.
func TestEndStays(t *testing.T) {
	for _, end := range []error{io.EOF, syscall.EIO} {
		reads := 0
		in, err := Open("-", testkit.ReaderFunc(func(p []byte) (int, error) {
			if reads++; reads == 2 {
				return 0, end
			}
			return copy(p, "a"), nil
		}), new(atomic.Int64))
		testkit.Must(t, err)
		for i, want := range []error{nil, end, end} {
			if n, err := in.Read(make([]byte, 2)); err != want || n != max(0, 1-i) {
				t.Errorf("read %d = %d, %v, want %v", i, n, err, want)
			}
		}
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
		testkit.Write(t, name, "a\nbc"+tt.others)
		f := testkit.Open(t, name, os.O_RDWR)
		f.Seek(4, io.SeekStart)
		done := unwrite(f, tt.n)
		f.WriteString("+")
		f.Close()
		if got := testkit.Read(t, name); got != tt.want || done != tt.done {
			t.Errorf("unwrite(%d) with %q after it = %t and %q, want %t and %q", tt.n, tt.others, done, got, tt.done, tt.want)
		}
	}
	f := testkit.Open(t, name, os.O_RDWR|os.O_TRUNC)
	defer f.Close()
	o := NewOutput(f, "out")
	testkit.Must(t, errors.Join(o.WriteLines([]byte("a\n"), false, nil), o.WriteLines([]byte("bc"), true, nil)))
	once, twice := o.UnwriteLine(), o.UnwriteLine()
	if !once || !twice || testkit.Read(t, name) != "a\n" || o.Written != 2 {
		t.Errorf("an unfinished line, taken back twice, leaves %q and %d bytes", testkit.Read(t, name), o.Written)
	}
	if unwrite(io.Discard, 1) || !unwrite(io.Discard, 0) {
		t.Error("unwrite takes something back from what is no file, or cannot take back nothing")
	}
}

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
		{"\nlong\n", 3, "\n|long\n|"},
		{"a\x00b\x00", 3, "a\x00|b\x00|"},
		{"no end of this line", 3, "no e|nd of this line|"},
	} {
		var out strings.Builder
		n, err := writeTo(testkit.WriterFunc(func(p []byte) (int, error) {
			out.Write(append(bytes.Clone(p), '|'))
			return len(p), nil
		}), []byte(tt.in), tt.most)
		if out.String() != tt.want || n != len(tt.in) || err != nil {
			t.Errorf("writeTo(%q, %d) = %d, %v and %q, want %d, nil and %q", tt.in, tt.most, n, err, out.String(), len(tt.in), tt.want)
		}
	}
}

// A read that waits is given up when the context is done, and none begins after that.
func TestInterruptible(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // which fails if it leaves what waits for ever
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		in, feed := io.Pipe()
		go io.WriteString(feed, "ab")
		r := NewInterruptible(ctx, in)
		for i, want := range []error{nil, nil, context.Canceled, context.Canceled} {
			if i == 2 {
				time.AfterFunc(time.Millisecond, cancel)
			}
			if n, err := r.Read(make([]byte, 1)); err != want || n != max(0, min(1, 2-i)) {
				t.Errorf("read %d = %d, %v, want %v", i, n, err, want)
			}
		}
		r.Close()
		feed.Close()
	})
}

// A write that is to be tried again goes on where it was, and one that is short
// without a reason is an error.
func TestWriteAgain(t *testing.T) {
	for name, tt := range map[string]struct{ err, want error }{
		"full, not waiting": {syscall.EAGAIN, nil}, "a signal": {syscall.EINTR, nil}, "an error": {syscall.EIO, syscall.EIO}, "no reason": {nil, io.ErrShortWrite},
	} {
		var out strings.Builder
		n, err := writeTo(testkit.WriterFunc(func(p []byte) (int, error) {
			if out.Len() > 0 {
				return out.Write(p)
			}
			n, _ := out.Write(p[:2])
			return n, tt.err
		}), []byte("abc\ndef\n"), 0)
		want := "abc\ndef\n"
		if tt.want != nil {
			want = want[:2]
		}
		if out.String() != want || n != len(want) || err != tt.want {
			t.Errorf("%s: writeTo = %d, %v and %q, want %d, %v and %q", name, n, err, out.String(), len(want), tt.want, want)
		}
	}
}

// An interrupt waits for a write into a file, however slow that is, and not for
// one into a stream that somebody has to read.
func TestInterruptWaitsForFile(t *testing.T) {
	for _, mode := range []fs.FileMode{0, fs.ModeNamedPipe} {
		waits := false
		w := struct {
			io.Writer
			fileInfo
		}{testkit.WriterFunc(func(p []byte) (int, error) {
			waits = !FileWrite.TryLock()
			if !waits {
				FileWrite.Unlock()
			}
			return len(p), nil
		}), fileInfo{mode: mode}}
		if err := NewOutput(w, "out").WriteLines([]byte("a\n"), false, nil); err != nil || waits != (mode == 0) {
			t.Errorf("a write into a file of mode %v: an interrupt waits: %t, %v", mode, waits, err)
		}
	}
}

type fileInfo struct {
	fs.FileInfo
	size int64
	mode fs.FileMode
}

func (f fileInfo) Stat() (fs.FileInfo, error) { return f, nil }

func (f fileInfo) Size() int64 { return f.size }

func (f fileInfo) Mode() fs.FileMode { return f.mode }

// A file is not the output, whichever input it is, and standard input neither.
func TestRefuse(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"a": "", "b": ""})
	f, err := os.Open("a")
	testkit.Must(t, err)
	defer f.Close()
	for _, tt := range []struct {
		in    io.Reader
		files string
		want  bool
	}{{nil, "a", true}, {nil, "a b", true}, {nil, "b a", true}, {nil, "b none", false}, {f, "-", true}, {f, "b -", true}, {f, "b", false}, {strings.NewReader(""), "-", false}} {
		if err := Refuse(f, tt.in, strings.Fields(tt.files)); errors.Is(err, ErrOverlap) != tt.want {
			t.Errorf("an output among %s: %v, want an error: %t", tt.files, err, tt.want)
		}
		if tt.in == nil {
			if o, err := Create("a", nil, nil, strings.Fields(tt.files)); errors.Is(err, ErrOverlap) != tt.want {
				t.Errorf("a file for the output among %s: %v, want an error: %t", tt.files, err, tt.want)
			} else if err == nil {
				o.Close()
			}
		}
	}
}

// What is a file is not a URI of the command line.
func TestURIs(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"x:/y": ""})
	for name, want := range map[string]string{"x://y": "", "x://z": "x://z", URLPrefix + "x://y": "x://y", "1://z": "", "x:y": ""} {
		if got, ok := URI(name); ok != (want != "") || ok && got != want {
			t.Errorf("URI(%q) = %q, %t, want %q", name, got, ok, want)
		}
	}
}

// Errors name a file once.
func TestWithoutPath(t *testing.T) {
	for _, err := range []error{
		&fs.PathError{Op: "open", Path: "a", Err: syscall.EISDIR}, &os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EISDIR},
		fmt.Errorf("at the end: %w", &os.LinkError{Op: "rename", Err: syscall.EISDIR}), syscall.EISDIR,
	} {
		if got := WithoutPath(err); got != syscall.EISDIR {
			t.Errorf("WithoutPath(%v) = %v", err, got)
		}
	}
}
