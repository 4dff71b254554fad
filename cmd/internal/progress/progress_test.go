package progress

import (
	"bytes"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/internal/testkit"
)

func TestTotalOf(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "five", "12345")
	testkit.Write(t, "empty", "")
	testkit.Must(t, os.Mkdir("folder", 0o777))
	in := testkit.Open(t, "five", os.O_RDONLY)
	r, w, err := os.Pipe()
	testkit.Must(t, err)
	defer r.Close()
	defer w.Close()
	for _, tt := range []struct {
		files string
		in    io.Reader
		want  int64
	}{
		{"", r, 0}, {"five empty five", r, 10}, {"five missing", r, -1}, {"five folder", r, -1},
		{"- five", in, 10}, {"five -", r, -1}, {"-", strings.NewReader("12"), -1},
	} {
		if got := totalOf(strings.Fields(tt.files), tt.in); got != tt.want {
			t.Errorf("totalOf(%q) = %d, want %d", tt.files, got, tt.want)
		}
	}
}

// What is written to draw the line and to make room for what goes above it.
func TestBarDraws(t *testing.T) {
	columns := 80
	const state = " 50%  ETA 1s  1 bad  5 B in 1s  5 B/s"
	over := func(text string) string { return "\r" + text + clearRest }
	end := over(" 50%  1 bad  5 B in 1s  5 B/s") + "\n"
	erased := over("")
	of := func(done, total int64) func(*Bar, io.Writer) {
		return func(p *Bar, _ io.Writer) {
			p.Done.Store(done)
			p.total = total
			p.tick()
		}
	}
	for _, tt := range []struct {
		name string
		do   func(p *Bar, out io.Writer)
		want string
	}{
		{"nothing", func(*Bar, io.Writer) {}, ""},
		{"again", func(p *Bar, _ io.Writer) { p.tick() }, over(state)},
		{"a line", func(_ *Bar, out io.Writer) { io.WriteString(out, "line\n") }, erased + "line\n" + over(state)},
		{"half a line", func(_ *Bar, out io.Writer) {
			io.WriteString(out, "li")
			io.WriteString(out, "")
			io.WriteString(out, "ne")
			io.WriteString(out, "\n")
		}, erased + "line\n" + over(state)},
		{"half a line in the end", func(p *Bar, out io.Writer) {
			io.WriteString(out, "li")
			p.tick()
			p.Stop()
			io.WriteString(out, "ne\n")
		}, erased + "line\n"},
		{"a line that is cut off", func(p *Bar, out io.Writer) {
			io.WriteString(p.Over(testkit.WriterFunc(func(text []byte) (int, error) { return out.(*overBar).w.Write(text[:2]) })), "line\n")
		}, erased + "li"},
		{"a file that grew", of(12, 10), over("100%  1 bad  12 B in 1s  12 B/s")},
		{"all is read", of(10, 10), over("100%  1 bad  10 B in 1s  10 B/s")},
		{"almost all", of(999_999, 1_000_000), over(" 99%  ETA 0s  1 bad  976.6 KiB in 1s  976.6 KiB/s")},
		{"little in 100 hours", of(5, 5*360_000), over("  0%  ETA 99h59m59s  1 bad  5 B in 1s  5 B/s")},
		{"less in 100 hours", of(5, 5*360_000+5), over("  0%  1 bad  5 B in 1s  5 B/s")},
		{"nothing read yet", of(0, math.MaxInt64), over("  0%  1 bad  0 B in 1s  0 B/s")},
		{"nothing to read", of(0, 0), over("1 bad  0 B in 1s  0 B/s")},
		{"unknown total", of(5, -1), over("1 bad  5 B in 1s  5 B/s")},
		{"less room", func(p *Bar, out io.Writer) {
			columns = 20
			io.WriteString(out, "line\n")
		}, erased + "line\n" + over(state[:19])},
		{"no room", func(p *Bar, out io.Writer) {
			columns = 0
			p.tick()
		}, over("")},
		{"more room", func(p *Bar, _ io.Writer) {
			columns = 100
			p.tick()
		}, over(state)},
		{"stop", func(p *Bar, _ io.Writer) { p.Stop() }, end},
		{"after the end", func(p *Bar, out io.Writer) {
			p.Stop()
			p.tick()
			io.WriteString(out, "line\n")
			p.Stop()
		}, end + "line\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				columns = 80
				var screen strings.Builder
				p := &Bar{Note: func() string { return "1 bad" }}
				p.Start(term.Always, stream.Std{Err: &screen}, nil, true, nil)
				p.total, p.columns = 10, func() int { return columns }
				p.Done.Add(5)
				time.Sleep(time.Second)
				p.tick()
				screen.Reset()
				tt.do(p, p.Over(&screen))
				if got := screen.String(); got != tt.want {
					t.Errorf("written is %q, want %q", got, tt.want)
				}
				p.Stop()
			})
		})
	}
}

// Whoever writes where the line is has the bar for himself meanwhile, and so has who draws it.
func TestBarIsAlone(t *testing.T) {
	var p Bar
	writes := 0
	w := testkit.WriterFunc(func(text []byte) (int, error) {
		if writes++; p.mu.TryLock() {
			p.mu.Unlock()
			t.Errorf("while %q is written another could write", text)
		}
		return len(text), nil
	})
	p.w, p.running, p.due, p.columns, p.every = w, true, true, func() int { return 80 }, time.Hour
	p.timer = time.AfterFunc(p.every, p.tick)
	p.tick()
	io.WriteString(p.Over(w), "a\n")
	p.Stop()
	if writes < 6 {
		t.Errorf("there are %d writes, want more", writes)
	}
}

// The rate is the real one from the beginning. A line that can be written over is there after
// half a second, and is drawn ten times a second.
func TestProgressRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var p Bar
		p.Start(term.Always, stream.Std{Err: &out}, nil, true, nil)
		p.total, p.due, p.every, p.columns = 1<<40, false, barEvery, func() int { return 80 }
		p.timer.Reset(barEvery)
		time.Sleep(time.Millisecond)
		for range 30 {
			time.Sleep(100 * time.Millisecond)
			p.Done.Add(10 << 20)
			if got := p.state(); !strings.HasSuffix(got, "MiB/s") || !strings.Contains(got, "  99.") && !strings.Contains(got, "  100 ") {
				t.Errorf("of 100 MiB a second the line is %q", got)
			} else if elapsed := time.Since(p.begun); strings.Contains(got, "ETA") != (elapsed >= time.Second) {
				t.Errorf("after %v the line is %q, want what is left after a second", elapsed, got)
			}
		}
		p.Stop()
		if drawn := strings.Count(out.String(), "\r"); drawn != 27 {
			t.Errorf("in 3 seconds the line is drawn %d times, want 27", drawn)
		}
	})
}

func TestBytesText(t *testing.T) {
	for in, want := range map[float64]string{
		0: "0 B", 999.9: "999.9 B", 1023.9: "1024 B", 1024: "1 KiB", 1536: "1.5 KiB", 5 << 20: "5 MiB", 3 << 40: "3 TiB",
		math.MaxInt64: "8 EiB", 1e22: "8674 EiB",
	} {
		if got := BytesText(in); got != want {
			t.Errorf("bytesText(%g) = %q, want %q", in, got, want)
		}
	}
}
