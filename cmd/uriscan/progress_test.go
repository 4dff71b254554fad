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

	"github.com/uriscan/uriscan/cmd/internal/progress"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/internal/testkit"
)

// Where nothing can be written over, each state is a line, and so is the end.
func TestProgressInFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Chdir(t.TempDir())
		testkit.Write(t, "in", strings.Repeat("x", 1000))
		var out bytes.Buffer
		var bad atomic.Int64
		p := progress.Bar{Note: func() string { return fmt.Sprintf("%d bad", bad.Load()) }}
		p.Start(term.Always, stream.Std{Err: &out}, nil, true, []string{"in"})
		p.Done.Add(100)
		time.Sleep(3 * time.Second)
		bad.Add(1)
		io.WriteString(p.Over(&out), "in:1:1: bad-path\n")
		p.Done.Add(150)
		time.Sleep(2 * time.Second)
		p.Done.Add(750)
		p.Stop()
		p.Stop()
		io.WriteString(p.Over(&out), "uriscan: the end\n")
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

// Errors are printed below the bar, which says what waits on disk.
func TestProgressBeforeErrors(t *testing.T) {
	in := iotest.DataErrReader(io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(io.ErrClosedPipe)))
	got := runOn(in, "check", "--progress", "always").err
	message, state, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(message, "uriscan: standard input: ") || !strings.HasPrefix(state, "0 bad  2 B in ") || strings.Count(state, "\n") != 1 {
		t.Errorf("check of what fails = %q, want the error, and the state after it", got)
	}
	lines := ""
	for i := range 4000 {
		lines += fmt.Sprintln(i)
	}
	if got := runWith(lines, "dedupe", "--memory", "64K", "--progress", "always", "-o", os.DevNull).err; !strings.Contains(got, " spilled ") {
		t.Errorf("dedupe beyond its memory = %q, want how much is spilled", got)
	}
	got = runWith("http://a/\n", "parse", "--progress", "always", "-o", t.TempDir()).err
	if strings.Contains(got, " in ") {
		t.Errorf("parse into a folder = %q, want no bar", got)
	}
}
