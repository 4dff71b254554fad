package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// A bar that is off can be used like one that is on.
func TestNoProgress(t *testing.T) {
	var std streams
	std.err = new(strings.Builder)
	for _, mode := range []when{whenAuto, whenNever} {
		var p progress
		p.start(mode, std, nil, true, nil)
		if p.running {
			t.Errorf("start(%d) starts a bar where there is no terminal", mode)
		}
		if p.over(std.err) != std.err {
			t.Errorf("progress %d puts something before standard error", mode)
		}
		p.stop()
	}
}

// Where nothing can be written over, each state is a line, and so is the end.
func TestProgressInFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Chdir(t.TempDir())
		write(t, "in", strings.Repeat("x", 1000))
		var out bytes.Buffer
		var bad atomic.Int64
		p := progress{note: func() string { return fmt.Sprintf("%d bad", bad.Load()) }}
		p.start(whenAlways, streams{err: &out}, nil, true, []string{"in"})
		p.done.Add(100)
		time.Sleep(logEvery + time.Second)
		bad.Add(1)
		io.WriteString(p.over(&out), "in:1:1: bad-path\n")
		p.done.Add(150)
		time.Sleep(logEvery)
		p.done.Add(750)
		p.stop()
		p.stop()
		io.WriteString(p.over(&out), "uriscan: the end\n")
		want := ` 10%  ETA 18s  0 bad  100 B in 2s  50 B/s
in:1:1: bad-path
 25%  ETA 12s  1 bad  250 B in 4s  62.5 B/s
100%  1 bad  1000 B in 5s  200 B/s
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
	must(t, os.Mkdir("folder", 0o777))
	in, err := os.Open("five")
	must(t, err)
	defer in.Close()
	r, w, err := os.Pipe()
	must(t, err)
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
		{"a file that is not there", []string{"five", "missing"}, r, -1},
		{"a folder", []string{"five", "folder"}, r, -1},
		{"a file as standard input", []string{"-", "five"}, in, 10},
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
			if want := fmt.Sprintf("100%%  %d bad  %s in ", tt.bad, bytesText(float64(tt.total))); !strings.HasPrefix(state, want) {
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
	if !strings.HasPrefix(message, "uriscan: standard input: ") || !strings.HasPrefix(state, "0 bad  2 B in ") || strings.Count(state, "\n") != 1 {
		t.Errorf("check of what fails = %q, want the error, and the state after it", got)
	}
	got = runWith("http://a/\n", "parse", "--progress", "always", "-o", t.TempDir()).err
	if strings.Contains(got, " in ") {
		t.Errorf("parse into a folder = %q, want no bar", got)
	}
}

// What is written to draw the line and to make room for what goes above it.
func TestBarDraws(t *testing.T) {
	columns := 80
	const state = " 50%  ETA 1s  1 bad  5 B in 1s  5 B/s"
	over := func(text string) string { return "\r" + text + clearRest }
	end := over(" 50%  1 bad  5 B in 1s  5 B/s") + "\n"
	erased := over("")
	tests := []struct {
		name string
		do   func(p *progress, out io.Writer)
		want string
	}{
		{"nothing", func(*progress, io.Writer) {}, ""},
		{"again", func(p *progress, _ io.Writer) { p.tick() }, over(state)},
		{"a line", func(_ *progress, out io.Writer) { io.WriteString(out, "line\n") }, erased + "line\n" + over(state)},
		{"half a line", func(_ *progress, out io.Writer) {
			io.WriteString(out, "li")
			io.WriteString(out, "")
			io.WriteString(out, "ne\n")
		}, erased + "line\n" + over(state)},
		{"half a line in the end", func(p *progress, out io.Writer) {
			io.WriteString(out, "li")
			p.tick()
			p.stop()
			io.WriteString(out, "ne\n")
		}, erased + "line\n"},
		{"a file that grew", func(p *progress, _ io.Writer) {
			p.done.Add(7)
			p.tick()
		}, over("100%  1 bad  12 B in 1s  12 B/s")},
		{"almost all", func(p *progress, _ io.Writer) {
			p.done.Store(999_999)
			p.total = 1_000_000
			p.tick()
		}, over(" 99%  ETA 0s  1 bad  976.6 KiB in 1s  976.6 KiB/s")},
		{"little in 100 hours", func(p *progress, _ io.Writer) {
			p.total = 5 * 360_000
			p.tick()
		}, over("  0%  ETA 99h59m59s  1 bad  5 B in 1s  5 B/s")},
		{"less in 100 hours", func(p *progress, _ io.Writer) {
			p.total = 5*360_000 + 5
			p.tick()
		}, over("  0%  1 bad  5 B in 1s  5 B/s")},
		{"nothing read yet", func(p *progress, _ io.Writer) {
			p.done.Store(0)
			p.total = math.MaxInt64
			p.tick()
		}, over("  0%  1 bad  0 B in 1s  0 B/s")},
		{"nothing to read", func(p *progress, _ io.Writer) {
			p.done.Store(0)
			p.total = 0
			p.tick()
		}, over("1 bad  0 B in 1s  0 B/s")},
		{"unknown total", func(p *progress, _ io.Writer) {
			p.total = -1
			p.tick()
		}, over("1 bad  5 B in 1s  5 B/s")},
		{"less room", func(p *progress, out io.Writer) {
			columns = 20
			io.WriteString(out, "line\n")
		}, erased + "line\n" + over(state[:19])},
		{"no room", func(p *progress, out io.Writer) {
			columns = 0
			p.tick()
		}, over("")},
		{"more room", func(p *progress, _ io.Writer) {
			columns = 100
			p.tick()
		}, over(state)},
		{"stop", func(p *progress, _ io.Writer) { p.stop() }, end},
		{"after the end", func(p *progress, out io.Writer) {
			p.stop()
			p.tick()
			io.WriteString(out, "line\n")
			p.stop()
		}, end + "line\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				columns = 80
				var stream strings.Builder
				p := &progress{note: func() string { return "1 bad" }}
				p.start(whenAlways, streams{err: &stream}, nil, true, nil)
				p.total, p.columns = 10, func() int { return columns }
				p.done.Add(5)
				time.Sleep(time.Second)
				p.tick()
				stream.Reset()
				tt.do(p, p.over(&stream))
				if got := stream.String(); got != tt.want {
					t.Errorf("written is %q, want %q", got, tt.want)
				}
				p.stop()
			})
		})
	}
}

// The rate is the real one from the beginning.
func TestProgressRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var p progress
		p.start(whenAlways, streams{err: &out}, nil, true, nil)
		time.Sleep(time.Millisecond)
		for range 30 {
			time.Sleep(100 * time.Millisecond)
			p.done.Add(10 << 20)
			if got := p.state(); !strings.HasSuffix(got, "MiB/s") || !strings.Contains(got, "  99.") && !strings.Contains(got, "  100 ") {
				t.Errorf("of 100 MiB a second the line is %q", got)
			}
		}
		p.stop()
	})
}

func TestBytesText(t *testing.T) {
	for in, want := range map[float64]string{
		0: "0 B", 999.9: "999.9 B", 1023.9: "1024 B", 1024: "1 KiB", 1536: "1.5 KiB", 5 << 20: "5 MiB", 3 << 40: "3 TiB",
		math.MaxInt64: "8 EiB", 1e22: "8674 EiB",
	} {
		if got := bytesText(in); got != want {
			t.Errorf("bytesText(%g) = %q, want %q", in, got, want)
		}
	}
}

// A mode that is not known is refused.
func TestProgressMode(t *testing.T) {
	checkLines(t, map[string]string{"check --progress sometimes": "it is one of auto, always, never"})
}
