package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// When and how the status line is drawn.
const (
	barDelay = 500 * time.Millisecond // what ends before shows none
	barEvery = 100 * time.Millisecond // on a terminal
	logEvery = 2 * time.Second        // where each state is a line of its own

	clearRest = "\x1b[K" // erases what is after the cursor in its line
)

// A progress shows on standard error, in one line, how much of the inputs was
// read. The zero progress shows nothing.
//
// What this process writes to the same terminal goes through over, so that the
// status line stays below it and neither cuts the other.
type progress struct {
	done  atomic.Int64 // bytes read, compressed if the input is
	total int64        // bytes there are to read, -1 if that is not known
	begun time.Time
	note  func() string // what else the line says, in ASCII, if not nil

	mu      sync.Mutex
	timer   *time.Timer
	every   time.Duration
	w       io.Writer
	columns func() int // of the terminal w; nil if w cannot be written over
	running bool       // from start to stop
	due     bool       // the line is to be seen
	drawn   bool       // and is, with the cursor in it
	midLine bool       // the last write through over ended within a line
}

// start shows how far the work on files is, unless mode or the streams say that
// nothing shall be shown. The results go to out, line after line if they flow.
func (p *progress) start(mode when, std streams, out io.Writer, flow bool, files []string) {
	redraws := isTerminal(std.err) && os.Getenv("TERM") != "dumb"
	// By itself the line appears only where neither results nor typing are on the screen.
	typed := isTerminal(std.in) && slices.Contains(files, "-")
	if mode == whenNever || mode == whenAuto && (!redraws || typed || flow && isTerminal(out)) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running, p.due, p.w, p.every = true, mode == whenAlways, std.err, logEvery
	if redraws {
		p.every = barEvery
		p.columns = func() int { return columnsOf(std.err) }
	}
	p.total, p.begun = totalOf(files, std.in), time.Now()
	p.timer = time.AfterFunc(p.every, p.tick)
}

// totalOf returns how many bytes files have, or -1 if that is not known of one of
// them, such as a pipe or a folder.
func totalOf(files []string, in io.Reader) (total int64) {
	for _, name := range files {
		info := statOf(in)
		if name != "-" {
			info, _ = os.Stat(name) // what is wrong is reported later
		}
		if !isRegular(info) {
			return -1
		}
		total += info.Size()
	}
	return total
}

// tick draws the state as it is now, and asks to be called again.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running {
		p.due = p.due || time.Since(p.begun) >= barDelay
		p.draw()
		p.timer.Reset(p.every)
	}
}

// stop ends the line with what was reached, if it was ever to be seen. What is
// written through over goes on to be written.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.running {
		return
	}
	p.running = false
	p.timer.Stop()
	p.draw()
	if p.drawn {
		p.w.Write(newline)
		p.drawn = false
	}
}

// state returns the line. What a narrow terminal cuts off comes last. The rate is
// that of the whole run: an average over the last seconds would begin wrong.
func (p *progress) state() (text string) {
	done, total, elapsed := float64(p.done.Load()), float64(p.total), time.Since(p.begun)
	seconds := max(elapsed.Seconds(), 1e-9)
	if total > 0 {
		text = fmt.Sprintf("%3d%%  ", int(100*min(done/total, 1)))
	}
	if left := seconds * (total - done) / done; p.running && seconds >= 1 && left > 0 && left < 360_000 {
		text += fmt.Sprintf("ETA %v  ", time.Duration(left*float64(time.Second)).Round(time.Second))
	}
	if p.note != nil {
		text += p.note() + "  "
	}
	return text + fmt.Sprintf("%s in %v  %s/s", bytesText(done), elapsed.Round(100*time.Millisecond), bytesText(done/seconds))
}

// bytesText returns n bytes as people read them.
func bytesText(n float64) string {
	unit := 0
	for ; n >= 1024 && unit < 6; unit++ {
		n /= 1024
	}
	return fmt.Sprintf("%.4g %s", n, []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}[unit])
}

// draw writes the state over what is shown, or as a line of its own where nothing
// can be written over. The last column of a terminal stays free: some go on to the
// next line when it is written.
func (p *progress) draw() {
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

// over returns a writer to w, which may be the terminal that the line is on.
func (p *progress) over(w io.Writer) io.Writer {
	if p.w == nil {
		return w
	}
	return &overBar{p, w}
}

// An overBar writes where the status line is, which makes room and comes back below.
type overBar struct {
	bar *progress
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
