package main

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

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

// openTerminal returns an emulator of so many columns that knows what terminals do.
func openTerminal(t *testing.T, columns int) *emulator {
	t.Helper()
	t.Setenv("TERM", "xterm")
	master, screen := terminal(t)
	x := &emulator{t: t, screen: screen, master: master, ended: make(chan struct{})}
	x.resize(columns)
	go x.record()
	t.Cleanup(func() { x.close() })
	return x
}

func (x *emulator) control(do func(fd int) error) {
	x.t.Helper()
	raw, err := x.master.SyscallConn()
	if err == nil {
		raw.Control(func(fd uintptr) { err = do(int(fd)) })
	}
	if err != nil {
		x.t.Fatal(err)
	}
}

func (x *emulator) resize(columns int) {
	x.t.Helper()
	x.control(func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	})
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
	stream = strings.ReplaceAll(stream, clearRest, "\v")
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

// states returns what a bar showed one after the other.
func states(stream string) (all []string) {
	stream = strings.ReplaceAll(stream, clearRest, "")
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

// startOn starts a command that reads what is fed to it.
func startOn(ctx context.Context, x *emulator, out io.Writer, args ...string) *running {
	in, feed := io.Pipe()
	r := &running{x, feed, make(chan int, 1)}
	go func() { r.status <- run(ctx, args, streams{in, out, x.screen}) }()
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
