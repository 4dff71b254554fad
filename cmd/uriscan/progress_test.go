package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// A bar that is off is nothing, and can be used like one that is on.
func TestNoProgress(t *testing.T) {
	var std streams
	std.err = new(strings.Builder)
	for _, mode := range []progressMode{progressAuto, progressNever} {
		p := startProgress(mode, std, nil, true, nil)
		if p != nil {
			t.Errorf("startProgress(%v) = %v where there is no terminal, want nil", &mode, p)
		}
		in := io.NopCloser(strings.NewReader(""))
		if p.count(in) != in || p.over(std.err) != std.err {
			t.Errorf("progress %v puts something before the streams", &mode)
		}
		p.add(1)
		p.status(nil)
		p.stop()
	}
}

// Where nothing can be written over, each state is a line, and so is the end.
func TestProgressInFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Chdir(t.TempDir())
		write(t, "in", strings.Repeat("x", 1000))
		var out bytes.Buffer
		p := startProgress(progressAlways, streams{err: &out}, nil, true, []string{"in"})
		var spills atomic.Int64
		p.status(func() string { return strings.Repeat("spilled", int(spills.Load())) })
		p.add(100)
		time.Sleep(logEvery + time.Second)
		spills.Add(1)
		io.WriteString(p.over(&out), "in:1:1: bad-path\n")
		p.add(150)
		time.Sleep(logEvery)
		p.add(750)
		p.stop()
		p.stop()
		io.WriteString(p.over(&out), "uriscan: the end\n")
		want := ` 10% [===>                          ]  100 B of 1000 B  50 B/s  ETA 18s
in:1:1: bad-path
 25% [=======>                     ]  250 B of 1000 B  58 B/s  ETA 13s  spilled
100% [==============================]  1000 B in 5s  200 B/s  spilled
uriscan: the end
`
		if got := out.String(); got != want {
			t.Errorf("the bar is\n%swant\n%s", got, want)
		}
	})
}

func TestTotalOf(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "five", "12345")
	write(t, "empty", "")
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open("five")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	// What was read before is not there to be read.
	if _, err := in.Seek(2, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	tests := []struct {
		name  string
		files []string
		in    io.Reader
		want  int64
	}{
		{"none", nil, r, 0},
		{"files", []string{"five", "empty", "five"}, r, 10},
		{"a file that is not there", []string{"five", "missing"}, r, 5},
		{"a folder", []string{"five", "folder"}, r, -1},
		{"a file as standard input", []string{"-", "five"}, in, 8},
		{"standard input twice", []string{"-", "-"}, in, 3},
		{"a pipe", []string{"five", "-"}, r, -1},
		{"a reader", []string{"-"}, strings.NewReader("12"), -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := totalOf(tt.files, tt.in); got != tt.want {
				t.Errorf("totalOf(%q) = %d, want %d", tt.files, got, tt.want)
			}
		})
	}
}

// What is counted are the bytes of the files, all of them whatever is in them,
// and the lines that are bad whatever becomes of them.
func TestProgressEnds(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "http://a/\nb c\n" + strings.Repeat("x", 100) + "\nlast\\"
	var size int
	var files []string
	for name, data := range archives(text) {
		write(t, name, string(data))
		files = append(files, name)
		size += len(data)
	}
	bad := 3 * len(files)
	const amount = "100% [==============================]  "
	tests := []struct {
		name  string
		args  []string
		total int
		bad   int
	}{
		{"check", []string{"check", "--quiet", "--max-line", "99"}, size, bad},
		{"parse", []string{"parse", "--json", "--max-line", "99"}, size, bad},
		{"kept", []string{"normalize", "--quiet", "--on-error", "keep", "--max-line", "99"}, size, bad},
		{"column", []string{"normalize", "--quiet", "--field", "2"}, size, 4 * len(files)},
		{"one byte at a time", []string{"check", "--quiet", "--max-line", "99", "--block-size", "1"}, size, bad},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith("", append(append(tt.args, "--progress", "always"), files...)...).err
			state := got[strings.LastIndexByte(strings.TrimSuffix(got, "\n"), '\n')+1 : len(got)-1]
			if !strings.HasPrefix(state, amount+bytesText(float64(tt.total))+" in ") || !strings.HasSuffix(state, fmt.Sprintf("  %d bad", tt.bad)) {
				t.Errorf("%q ends with %q, want all of %d bytes and %d bad lines", tt.args, state, tt.total, tt.bad)
			}
		})
	}
	for _, mode := range []string{"auto", "never"} {
		if got := runWith("", append([]string{"check", "--quiet", "--progress", mode}, files...)...); got.err != "" {
			t.Errorf("check --progress %s = %q, want nothing", mode, got.err)
		}
	}
}

// What is wrong is said below the bar.
func TestProgressBeforeErrors(t *testing.T) {
	in := iotest.DataErrReader(io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(io.ErrClosedPipe)))
	got := runOn(in, "check", "--progress", "always").err
	message, state, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(message, "uriscan: standard input: ") || !strings.HasPrefix(state, "2 B in ") || strings.Count(state, "\n") != 1 {
		t.Errorf("check of what fails = %q, want the error, and the state after it", got)
	}
	got = runWith("http://a/\n", "parse", "--progress", "always", "-o", t.TempDir()).err
	if strings.Contains(got, " in ") {
		t.Errorf("parse into a folder = %q, want no bar", got)
	}
}

// A mode that is none is refused.
func TestProgressMode(t *testing.T) {
	got := runWith("", "check", "--progress", "sometimes")
	if got.status != exitUsage || !strings.Contains(got.err, "it is one of auto, always, never") {
		t.Errorf("check --progress sometimes = %+v, want status %d and the modes", got, exitUsage)
	}
}
