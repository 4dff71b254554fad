package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// When the status line is drawn.
const (
	barDelay = 500 * time.Millisecond // what ends before shows none
	barEvery = 100 * time.Millisecond // on a terminal
	logEvery = 2 * time.Second        // where each state is a line of its own
)

// A progress shows on standard error, in one line, how much of the inputs was
// read. A nil progress shows nothing and costs nothing.
//
// What this process writes to the same terminal goes through over, so that the
// status line stays below it and neither cuts the other.
type progress struct {
	done  atomic.Int64 // bytes read, compressed if the input is
	total int64        // bytes there are to read, -1 if that is not known
	begun time.Time
	every time.Duration

	mu       sync.Mutex
	timer    *time.Timer
	w        io.Writer
	columns  func() int // of the terminal w; nil if w cannot be written over
	always   bool
	statuses []func() string
	text     string // what was drawn last, "" before the first time
	shown    int    // how many columns of its line were written
	midLine  bool   // the last write through over ended within a line
	stopped  bool
}

// startProgress returns what shows how far the work on files is, or nil if mode
// or the streams say that nothing shall be shown. The results go to out, line
// after line if they flow.
func startProgress(mode when, std streams, out io.Writer, flow bool, files []string) *progress {
	redraws := isTerminal(std.err) && os.Getenv("TERM") != "dumb"
	// By itself the line appears only where neither results nor typing are on the screen.
	typed := isTerminal(std.in) && slices.Contains(files, "-")
	if mode == whenNever || mode == whenAuto && (!redraws || typed || flow && isTerminal(out)) {
		return nil
	}
	p := &progress{
		w: std.err, always: mode == whenAlways, begun: time.Now(), total: totalOf(files, std.in), every: logEvery,
	}
	if redraws {
		p.every = barEvery
		p.columns = func() int {
			width, _, err := term.GetSize(int(std.err.(*os.File).Fd()))
			if err != nil || width <= 0 {
				return defaultWidth
			}
			return width
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(p.every, p.tick)
	return p
}

// totalOf returns how many bytes files have, or -1 if that is not known of one of
// them, such as a pipe or a folder. What cannot be read has no bytes: it is
// reported later.
func totalOf(files []string, in io.Reader) (total int64) {
	for _, name := range files {
		info := statOf(in)
		if name != "-" {
			var err error
			if info, err = os.Stat(name); err != nil {
				continue
			}
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
	if p.stopped {
		return
	}
	if p.always || time.Since(p.begun) >= barDelay {
		p.text = p.state(false)
		p.draw()
	}
	p.timer.Reset(p.every)
}

// stop ends the line with what was reached, if it was ever to be seen. What is
// written through over goes on to be written.
func (p *progress) stop() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	p.timer.Stop()
	if p.always || p.text != "" {
		p.text = p.state(true)
		p.draw()
	}
	if p.shown > 0 && p.room() > 0 {
		p.w.Write(newline)
	}
	p.stopped, p.shown = true, 0
}

// state returns the line. What a narrow terminal cuts off comes last. The rate is
// that of the whole run: an average over the last seconds would begin wrong.
func (p *progress) state(ended bool) string {
	var fields []string
	done, elapsed := p.done.Load(), time.Since(p.begun)
	amount := bytesText(float64(done))
	if p.total >= 0 {
		total := max(p.total, done) // of a file that grew there is as much as was read
		percent := 100.0
		if done < total {
			percent = min(99, float64(done)/float64(total)*100)
			amount += " of " + bytesText(float64(total))
		}
		fields = append(fields, fmt.Sprintf("%3d%%", int(percent)))
		left := elapsed.Seconds() * float64(total-done) / max(float64(done), 1)
		if !ended && done < total && elapsed >= time.Second && left < 360_000 {
			fields = append(fields, "ETA "+time.Duration(left*float64(time.Second)).Round(time.Second).String())
		}
	}
	for _, text := range p.statuses {
		if t := text(); t != "" {
			fields = append(fields, t)
		}
	}
	fields = append(fields, amount+" in "+elapsed.Round(100*time.Millisecond).String())
	if elapsed > 0 {
		fields = append(fields, bytesText(float64(done)/elapsed.Seconds())+"/s")
	}
	return strings.Join(fields, "  ")
}

// bytesText returns n bytes as people read them.
func bytesText(n float64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", int(n))
	}
	i := -1
	for ; n >= 1024 && i < 5; i++ {
		n /= 1024
	}
	return fmt.Sprintf("%.1f %ciB", n, "KMGTPE"[i])
}

// interruptEcho is how many columns a terminal fills after the line when it shows
// the interrupt that is typed: ^C.
const interruptEcho = 2

// draw writes text over what is shown, or as a line of its own where nothing can
// be written over. It uses no sequences that a terminal may not know. A line that
// was not asked for stays off a screen that another program uses, such as less.
func (p *progress) draw() {
	switch {
	case p.text == "" || p.midLine || !p.always && isOthers(int(p.w.(*os.File).Fd())):
	case p.columns == nil:
		io.WriteString(p.w, p.text+"\n")
	default:
		p.shown = max(p.shown, len(p.text)+interruptEcho)
		room := p.room()
		fmt.Fprintf(p.w, "\r%-*s", room, p.text[:min(len(p.text), room)])
	}
}

// room returns how many of the columns shown there are. The last column of a
// terminal stays free: some go on to the next line when it is written.
func (p *progress) room() int { return max(0, min(p.shown, p.columns()-1)) }

// add counts n bytes that were read.
func (p *progress) add(n int) {
	if p != nil {
		p.done.Add(int64(n))
	}
}

// status adds what text returns to the line: ASCII, or "" for nothing. It is
// called from another goroutine, and must not write through over.
func (p *progress) status(text func() string) {
	if p != nil {
		p.mu.Lock()
		p.statuses = append(p.statuses, text)
		p.mu.Unlock()
	}
}

// over returns a writer to w, which may be the terminal that the line is on.
func (p *progress) over(w io.Writer) io.Writer {
	if p == nil {
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
	if p.shown > 0 {
		fmt.Fprintf(p.w, "\r%*s\r", p.room(), "")
		p.shown = 0
	}
	n, err := o.w.Write(text)
	if n > 0 {
		p.midLine = text[n-1] != '\n'
	}
	if p.columns != nil && !p.stopped {
		p.draw()
	}
	return n, err
}
