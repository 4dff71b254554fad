package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/progress"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"golang.org/x/sys/unix"
)

// On a terminal every line of the results and of the diagnostics stays whole, in
// its order, and below them is the last state of the bar.
func TestBarOnTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	var in strings.Builder
	var results, links, diagnostics []string
	lines := sizes.Times(10_000)
	for i := range lines {
		results, links = append(results, fmt.Sprint("h", i)), append(links, fmt.Sprintf("http://h%d/", i))
		in.WriteString(links[i] + "\n")
		if i%2 == 0 {
			in.WriteString("b c\n")
			diagnostics = append(diagnostics, fmt.Sprintf("in:%d:2: bad-path", i/2*3+2))
		}
	}
	testkit.Write(t, "in", in.String())
	long := "//" + strings.Repeat("x", 5000)
	testkit.Write(t, "long", long+"\n//y\n")
	hosts := []string{"parse", "--format", "{host}", "in"}
	small := []string{"--block-size", "100"}
	begin := fmt.Sprintf("100%%  %d bad  ", lines/2)
	for _, tt := range []struct {
		name                 string
		columns              int
		args                 []string
		results, diagnostics []string
		begin, end           string
	}{
		{"diagnostics", 90, []string{"check", "in"}, nil, diagnostics, begin, "/s"},
		{"diagnostics of small blocks", 90, append(small, "check", "in"), nil, diagnostics, begin, "/s"},
		{"narrow", 40, append(small, "check", "in"), nil, diagnostics, begin, ""},
		{"10 columns", 10, append(small, "check", "in"), nil, diagnostics, "100%", ""},
		{"1 column", 1, []string{"check", "in"}, nil, diagnostics, "", ""},
		{"both", 90, hosts, results, diagnostics, begin, "/s"},
		{"both of small blocks", 90, append(small, hosts...), results, diagnostics, begin, "/s"},
		{"lines in pieces", 90, []string{"normalize", "--block-size", "7", "--max-line", "9", "--on-error", "keep", "--quiet", "long"},
			[]string{long, "//y"}, nil, "100%  1 bad  ", "/s"},
		{"quiet", 90, []string{"check", "--quiet", "in"}, nil, nil, begin, "/s"},
		{"of no lines", 90, []string{"extract", "in"}, links, nil, "100%  ", "/s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := openTerminal(t, tt.columns)
			run(t.Context(), append([]string{"--progress", "always"}, tt.args...), stream.Std{In: nil, Out: x.screen, Err: x.screen})
			got := rows(t, x.close(), tt.columns)
			state, cursor := got[len(got)-2], got[len(got)-1]
			if cursor != "" || !strings.HasPrefix(state, tt.begin) || !strings.HasSuffix(state, tt.end) {
				t.Errorf("%q ends with %q and %q, want %s...%s and an empty line", tt.args, state, cursor, tt.begin, tt.end)
			}
			var gotResults, gotDiagnostics []string
			for _, row := range got[:len(got)-2] {
				if strings.Contains(row, ": ") {
					gotDiagnostics = append(gotDiagnostics, row)
				} else {
					gotResults = append(gotResults, row)
				}
			}
			if !slices.Equal(gotResults, tt.results) || !slices.Equal(gotDiagnostics, tt.diagnostics) {
				t.Errorf("%q prints %d results and %d diagnostics, want the %d and %d that there are without a bar",
					tt.args, len(gotResults), len(gotDiagnostics), len(tt.results), len(tt.diagnostics))
			}
		})
	}
}

// The bar follows what happens while it does: lines that come, bad ones, and a
// terminal that becomes narrower and wider.
func TestBarFollows(t *testing.T) {
	t.Parallel()
	r := startOn(t.Context(), openTerminal(t, 100), io.Discard, "check", "--quiet", "--progress", "always", "-", "missing")
	for _, step := range []struct {
		columns           int
		in, begin, middle string
	}{
		{100, "", "0 bad  0 B in ", "/s"},
		{100, "b c\n", "1 bad  4 B in ", "/s"},
		{20, "d\n", "1 bad  6 B in ", ""},
		{10, "b c\n", "2 bad  10", ""},
		{100, "b c\n", "3 bad  14 B in ", "/s"},
	} {
		r.resize(step.columns)
		_, err := io.WriteString(r.feed, step.in)
		testkit.Must(t, err)
		r.waitState(fmt.Sprintf("%s on %d columns", step.begin, step.columns), func(state string) bool {
			return strings.HasPrefix(state, step.begin) && strings.Contains(state, step.middle)
		})
	}
	r.feed.Close()
	if got := <-r.status; got != diag.ExitIO {
		t.Errorf("check = %d, want %d", got, diag.ExitIO)
	}
	got := rows(t, r.close(), 100)
	if len(got) != 3 || got[0] != "uriscan: missing: no such file or directory" || got[2] != "" || !strings.HasPrefix(got[1], "3 bad  14 B in ") {
		t.Errorf("the bar leaves %q, want an error, one state, 14 B with 3 bad, and an empty line", got)
	}
}

// An interrupt leaves the state on a line of its own, also with the ^C that the
// terminal shows, and where the command waits for a reader.
func TestBarInterrupted(t *testing.T) {
	for _, name := range []string{"reading", "writing"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var out io.Writer = io.Discard
			if name == "writing" {
				r, w := io.Pipe()
				defer r.Close()
				out = w
			}
			r := startOn(ctx, openTerminal(t, 80), out, "normalize", "--progress", "always")
			io.WriteString(r.feed, "a\nb c\n")
			r.waitState("the bar", func(state string) bool { return strings.Contains(state, "  6 B in ") })
			io.WriteString(r.screen, "^C")
			cancel()
			r.wait("the end of the line", func(stream string) bool { return strings.HasSuffix(stream, "\n") })
			if name == "reading" {
				if got := <-r.status; got != diag.ExitInterrupted {
					t.Errorf("normalize = %d, want %d", got, diag.ExitInterrupted)
				}
			}
			got := rows(t, r.close(), 80)
			if len(got) != 2 && name == "writing" || got[len(got)-1] != "" || !strings.Contains(got[len(got)-2], " bad  6 B in ") {
				t.Errorf("an interrupt while %s leaves %q, want the state and an empty line", name, got)
			}
		})
	}
}

// On its own the bar is only where it is seen by a person and in nobody's way.
func TestBarIsWanted(t *testing.T) {
	x := openTerminal(t, 80)
	var text strings.Builder
	pipe := strings.NewReader("")
	for _, tt := range []struct {
		name  string
		std   stream.Std
		out   io.Writer
		flow  bool
		files []string
		term  string
		want  bool
	}{
		{"terminal", stream.Std{In: pipe, Out: nil, Err: x.screen}, &text, true, []string{"-"}, "xterm", true},
		{"no terminal", stream.Std{In: pipe, Out: nil, Err: &text}, &text, true, []string{"-"}, "xterm", false},
		{"dumb terminal", stream.Std{In: pipe, Out: nil, Err: x.screen}, &text, true, []string{"-"}, "dumb", false},
		{"results flow by", stream.Std{In: pipe, Out: nil, Err: x.screen}, x.screen, true, []string{"-"}, "xterm", false},
		{"results come in the end", stream.Std{In: pipe, Out: nil, Err: x.screen}, x.screen, false, []string{"-"}, "xterm", true},
		{"somebody types", stream.Std{In: x.screen, Out: nil, Err: x.screen}, &text, true, []string{"a", "-"}, "xterm", false},
		{"somebody could type", stream.Std{In: x.screen, Out: nil, Err: x.screen}, &text, true, []string{"a"}, "xterm", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("TERM", tt.term)
			var p progress.Bar
			got := p.Start(term.Auto, tt.std, tt.out, tt.flow, tt.files)
			defer p.Stop()
			if got != tt.want {
				t.Errorf("there is a bar: %t, want %t", got, tt.want)
			}
		})
	}
	for _, findings := range []bool{true, false} { // check and inspect print little, as a rule
		d := &record.Driver[record.None]{Job: &record.Job{Findings: findings}, Std: stream.Std{In: pipe, Out: x.screen, Err: x.screen}}
		shown := false
		d.Run([]string{"-"}, func([]string) error {
			shown = d.Out.Writer != io.Writer(x.screen)
			return nil
		})
		if shown != findings {
			t.Errorf("on a terminal there is a bar: %t, with findings: %t", shown, findings)
		}
	}
	if x.resize(0); term.Columns(x.screen) != 80 {
		t.Errorf("a terminal that does not know its width has %d columns, want 80", term.Columns(x.screen))
	}
}

// A long run has a bar without being asked for one.
func TestBarDelay(t *testing.T) {
	t.Parallel()
	delay(t, true)
}

// A short run has no bar.
func TestNoBarAtFirst(t *testing.T) { delay(t, false) }

func delay(t *testing.T, lasts bool) {
	r := startOn(t.Context(), openTerminal(t, 80), io.Discard, "normalize")
	io.WriteString(r.feed, "b c\n")
	if lasts {
		r.waitState("the bar", func(state string) bool { return strings.HasPrefix(state, "1 bad  4 B in ") })
	}
	r.feed.Close()
	<-r.status
	got := rows(t, r.close(), 80)
	if n := len(got); got[0] != "-:1:2: bad-path" || got[n-1] != "" || lasts != (n == 3 && strings.HasPrefix(got[1], "1 bad  4 B in ")) {
		t.Errorf("normalize, which lasts: %t, leaves %q, want a diagnostic, and a state if it lasts", lasts, got)
	}
}

// If nobody reads the results any more, only the state is left. On a terminal that cannot
// write over anything states are lines.
func TestBarAtTheEnd(t *testing.T) {
	in, closed := io.Pipe()
	in.Close()
	for _, tt := range []struct {
		term, in string
		out      io.Writer
		want     []string
	}{
		{"xterm", "a\n", closed, []string{"0 bad  2 B in ", ""}},
		{"dumb", "b c\n", io.Discard, []string{"-:1:2: bad-path", "1 bad  4 B in ", ""}},
	} {
		x := openTerminal(t, 80)
		t.Setenv("TERM", tt.term)
		run(t.Context(), []string{"normalize", "--progress", "always"}, stream.Std{In: strings.NewReader(tt.in), Out: tt.out, Err: x.screen})
		got := rows(t, x.close(), 80)
		if !slices.EqualFunc(got, tt.want, strings.HasPrefix) || got[len(got)-1] != "" {
			t.Errorf("normalize on %s leaves %q, want %q", tt.term, got, tt.want)
		}
	}
	x := openTerminal(t, 80)
	t.Setenv("TERM", "xterm")
	t.Setenv("LC_ALL", "C")
	run(t.Context(), []string{"stats", "--color", "never", "--progress", "always"}, stream.Std{In: strings.NewReader("a\n"), Out: x.screen, Err: x.screen})
	if got := rows(t, x.close(), 80); !strings.HasPrefix(got[0], "0 bad  2 B in ") || got[1] != "standard input" {
		t.Errorf("stats on a terminal leaves %q, want the state before the tables", got)
	}
}

// An emulator is one end of a pseudoterminal, and remembers what was written to
// the other.
type emulator struct {
	t      *testing.T
	screen *os.File // the end that the command writes to
	master *os.File
	ended  chan struct{}
	mu     sync.Mutex
	stream []byte
}

// openTerminal returns an emulator of a terminal with a number of columns.
func openTerminal(t *testing.T, columns int) *emulator {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	var number uint32
	testkit.Must(t, control(master, func(fd int) error {
		number, err = unix.IoctlGetUint32(fd, unix.TIOCGPTN)
		return errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	}))
	screen, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	testkit.Must(t, err)
	x := &emulator{t: t, screen: screen, master: master, ended: make(chan struct{})}
	x.resize(columns)
	go x.record()
	t.Cleanup(func() { x.close() })
	return x
}

func control(f *os.File, do func(fd int) error) error {
	raw, err := f.SyscallConn()
	if err == nil {
		raw.Control(func(fd uintptr) { err = do(int(fd)) })
	}
	return err
}

func (x *emulator) resize(columns int) {
	x.t.Helper()
	testkit.Must(x.t, control(x.master, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	}))
}

func (x *emulator) record() {
	defer close(x.ended)
	var buf [4096]byte
	for {
		n, err := x.master.Read(buf[:])
		x.mu.Lock()
		x.stream = append(x.stream, buf[:n]...)
		x.mu.Unlock()
		if err != nil { // nobody has the other end any more
			return
		}
	}
}

// close closes the terminal and returns what was written to it. The system may
// drop what is unread when the last end is closed, so it waits for a mark.
func (x *emulator) close() string {
	const mark = "\x00"
	if _, err := io.WriteString(x.screen, mark); err == nil {
		x.wait("the end", func(stream string) bool { return strings.Contains(stream, mark) })
	}
	x.screen.Close()
	<-x.ended
	x.master.Close()
	stream, _, _ := strings.Cut(string(x.stream), mark)
	return stream
}

// wait waits until what is on the terminal is as wanted.
func (x *emulator) wait(what string, wanted func(stream string) bool) {
	x.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		x.mu.Lock()
		stream := string(x.stream)
		x.mu.Unlock()
		if wanted(stream) {
			return
		}
		if time.Now().After(end) {
			x.t.Fatalf("%s does not come, after %q", what, stream)
		}
	}
}

// rows returns the lines that a stream leaves on a terminal, without blanks at
// their ends; the cursor is in the last one. What is written over is to leave the
// last of the columns free: else there would be two lines of it.
func rows(t *testing.T, stream string, columns int) []string {
	t.Helper()
	lines := [][]byte{nil}
	column := 0
	stream = strings.ReplaceAll(stream, "\x1b[K", "\v")
	for i, c := range []byte(stream) {
		row := &lines[len(lines)-1]
		switch {
		case c == '\r':
			if column >= columns && stream[i+1] != '\n' {
				t.Fatalf("%d columns are to be written over, in a terminal of %d", column, columns)
			}
			column = 0
		case c == '\n':
			lines = append(lines, nil)
		case c == '\v':
			*row = (*row)[:min(column, len(*row))]
		case c < ' ' || c > '~':
			t.Fatalf("%q is written to a terminal", c)
		default:
			if column == len(*row) {
				*row = append(*row, ' ')
			}
			(*row)[column] = c
			column++
		}
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = strings.TrimRight(string(line), " ")
	}
	return texts
}

func states(stream string) (all []string) {
	stream = strings.ReplaceAll(stream, "\x1b[K", "")
	for state := range strings.FieldsFuncSeq(stream, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if state = strings.TrimSpace(state); state != "" {
			all = append(all, state)
		}
	}
	return all
}

// A running command has a terminal as standard error.
type running struct {
	*emulator
	feed   io.WriteCloser
	status chan int
}

// startOn starts a command that reads its input from the test.
func startOn(ctx context.Context, x *emulator, out io.Writer, args ...string) *running {
	in, feed := io.Pipe()
	r := &running{x, feed, make(chan int, 1)}
	go func() { r.status <- run(ctx, args, stream.Std{In: in, Out: out, Err: x.screen}) }()
	return r
}

// waitState waits until the last state of the bar is as wanted.
func (r *running) waitState(what string, wanted func(state string) bool) {
	r.t.Helper()
	r.wait(what, func(stream string) bool {
		all := states(stream)
		return len(all) > 0 && wanted(all[len(all)-1])
	})
}
