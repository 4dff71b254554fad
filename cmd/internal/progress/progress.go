// Package progress shows on one line of standard error how much of the inputs was read.
package progress

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
)

// When and how the status line is drawn.
const (
	barDelay = 500 * time.Millisecond // work that ends before shows no line
	barEvery = 100 * time.Millisecond // on a terminal
	logEvery = 2 * time.Second        // where each state is a line of its own

	clearRest = "\x1b[K" // erases what is after the cursor in its line
)

// A Bar shows on standard error, in one line, how much of the inputs was read. The zero
// Bar shows nothing.
//
// What this process writes to the same terminal goes through Over, so that the status
// line stays below it and neither cuts the other.
type Bar struct {
	Done  atomic.Int64 // bytes read, compressed if the input is
	total int64        // bytes there are to read, -1 if that is not known
	begun time.Time
	Note  func() string // what else the line says, in ASCII, if not nil

	mu      sync.Mutex
	timer   *time.Timer
	every   time.Duration
	w       io.Writer
	columns func() int // of the terminal w; nil if w cannot be written over
	running bool       // from start to stop
	due     bool       // the line is to be seen
	drawn   bool       // and is, with the cursor in it
	midLine bool       // the last write through Over ended within a line
}

// Start shows how far the work on files is, and reports whether it does: mode or the
// streams may say no. The results go to out, line after line if they flow.
func (p *Bar) Start(mode term.When, std stream.Std, out io.Writer, flow bool, files []string) (shown bool) {
	redraws := term.IsTerminal(std.Err) && os.Getenv("TERM") != "dumb"
	// By itself the line appears only where neither results nor typing are on the screen.
	typed := term.IsTerminal(std.In) && slices.Contains(files, "-")
	if mode == term.Never || mode == term.Auto && (!redraws || typed || flow && term.IsTerminal(out)) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running, p.due, p.w, p.every = true, mode == term.Always, std.Err, logEvery
	if redraws {
		p.every = barEvery
		p.columns = func() int { return term.Columns(std.Err) }
	}
	p.total, p.begun = totalOf(files, std.In), time.Now()
	p.timer = time.AfterFunc(p.every, p.tick)
	return true
}

// totalOf returns how many bytes files have, or -1 if that is not known of one of
// them, such as a pipe or a folder.
func totalOf(files []string, in io.Reader) (total int64) {
	for _, name := range files {
		info := stream.StatOf(in)
		if name != "-" {
			info, _ = os.Stat(name) // what is wrong is reported later
		}
		if !stream.IsRegular(info) {
			return -1
		}
		total += info.Size()
	}
	return total
}

// tick draws the state as it is now, and asks to be called again.
func (p *Bar) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running {
		p.due = p.due || time.Since(p.begun) >= barDelay
		p.draw()
		p.timer.Reset(p.every)
	}
}

// Stop ends the line with what was reached, if it was ever to be seen. Writers from Over
// still work.
func (p *Bar) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.running {
		return
	}
	p.running = false
	p.timer.Stop()
	p.draw()
	if p.drawn {
		p.w.Write(stream.Newline)
		p.drawn = false
	}
}

// state returns the line. What a narrow terminal cuts off comes last. The rate is
// that of the whole run: an average over the last seconds would begin wrong.
func (p *Bar) state() (text string) {
	done, total, elapsed := float64(p.Done.Load()), float64(p.total), time.Since(p.begun)
	seconds := max(elapsed.Seconds(), 1e-9)
	if total > 0 {
		text = fmt.Sprintf("%3d%%  ", int(100*min(done/total, 1)))
	}
	if left := seconds * (total - done) / done; p.running && seconds >= 1 && left > 0 && left < 360_000 {
		text += fmt.Sprintf("ETA %v  ", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	if p.Note != nil {
		text += p.Note() + "  "
	}
	return text + fmt.Sprintf("%s in %v  %s/s", BytesText(done), elapsed.Round(100*time.Millisecond), BytesText(done/seconds))
}

// BytesText returns n bytes in units that are easy to read.
func BytesText(n float64) string {
	unit := 0
	for ; n >= 1024 && unit < 6; unit++ {
		n /= 1024
	}
	return fmt.Sprintf("%.4g %s", n, []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}[unit])
}

// draw writes the state over what is shown, or as a line of its own where nothing
// can be written over. The last column of a terminal stays free: some go on to the
// next line when it is written.
func (p *Bar) draw() {
	switch {
	case !p.due || p.midLine:
	case p.columns == nil:
		io.WriteString(p.w, p.state()+"\n")
	default:
		text := p.state()
		io.WriteString(p.w, "\r"+text[:min(len(text), max(0, p.columns()-1))]+clearRest)
		p.drawn = true
	}
}

// Over returns a writer to w, which may be the terminal that the line is on.
func (p *Bar) Over(w io.Writer) io.Writer {
	if p.w == nil {
		return w
	}
	return &overBar{p, w}
}

// An overBar writes where the status line is, which makes room and comes back below.
type overBar struct {
	bar *Bar
	w   io.Writer
}

func (o *overBar) Write(text []byte) (int, error) {
	p := o.bar
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		io.WriteString(p.w, "\r"+clearRest)
		p.drawn = false
	}
	n, err := o.w.Write(text)
	if n > 0 {
		p.midLine = text[n-1] != '\n'
	}
	if p.columns != nil && p.running {
		p.draw()
	}
	return n, err
}
