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

// When the bar is drawn.
const (
	barDelay = 500 * time.Millisecond // what ends before has shown none
	barEvery = 100 * time.Millisecond // on a terminal
	logEvery = 2 * time.Second        // where each state is a line of its own
)

// A progressMode says whether there is a bar.
type progressMode uint8

// The modes.
const (
	progressAuto progressMode = iota // on a terminal where nothing else is shown
	progressAlways
	progressNever
)

var progressNames = []string{"auto", "always", "never"}

func (m *progressMode) Set(s string) error {
	for i, name := range progressNames {
		if s == name {
			*m = progressMode(i)
			return nil
		}
	}
	return fmt.Errorf("it is one of %s", strings.Join(progressNames, ", "))
}

func (m *progressMode) String() string { return progressNames[*m] }

func (*progressMode) Type() string { return "WHEN" }

func (*progressMode) choices() []string { return progressNames }

// A progress shows on standard error how much of the inputs was read. A nil
// progress shows nothing and costs nothing.
//
// No other process is kept from writing to the same terminal, but what this one
// writes there goes through over, so that the bar stands below it and neither
// cuts the other.
type progress struct {
	done  atomic.Int64 // bytes read, compressed if the input is
	total int64        // bytes there are to read, -1 if that is not known
	begun time.Time
	quit  chan struct{}

	mu       sync.Mutex
	w        io.Writer
	width    func() int // of the terminal w is, in columns; nil if it is none
	always   bool
	statuses []func() string
	rate     rate
	text     string // what was drawn last, "" before the first time
	shown    int    // how many columns of its line on the screen were written
	midLine  bool   // what was written last was no whole line
	stopped  bool
}

// startProgress returns what shows how far the work on files is, or nil if mode
// or the streams say that nothing shall be shown. The results go to out, line
// after line if they flow.
func startProgress(mode progressMode, std streams, out io.Writer, flow bool, files []string) *progress {
	if mode == progressNever || mode == progressAuto && !wantsBar(std, out, flow, files) {
		return nil
	}
	p := &progress{
		w: std.err, begun: time.Now(), total: totalOf(files, std.in),
		quit: make(chan struct{}), always: mode == progressAlways,
	}
	every := logEvery
	if canRedraw(std.err) {
		p.width = func() int { return columnsOf(std.err) }
		every = barEvery
		p.tick()
	}
	go p.run(every)
	return p
}

// wantsBar tells whether standard error is a terminal with nothing on it that a
// bar would be in the way of: neither results that flow by nor what a person
// types.
func wantsBar(std streams, out io.Writer, flow bool, files []string) bool {
	if !canRedraw(std.err) || flow && isTerminal(out) {
		return false
	}
	for _, name := range files {
		if name == "-" && isTerminal(std.in) {
			return false
		}
	}
	return true
}

// canRedraw tells whether w is a terminal on which a line can be written over.
func canRedraw(w io.Writer) bool { return isTerminal(w) && os.Getenv("TERM") != "dumb" }

// columnsOf returns how wide the terminal w is.
func columnsOf(w io.Writer) int {
	if width, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
		return width
	}
	return defaultWidth
}

// totalOf returns how many bytes files have, or -1 if one of them is none of
// which that is known, such as a pipe or a folder. What cannot be read, and will
// be reported, has none.
func totalOf(files []string, in io.Reader) (total int64) {
	for i, name := range files {
		info := statOf(in)
		if name != "-" {
			var err error
			if info, err = os.Stat(name); err != nil {
				continue
			}
		}
		if info == nil || !info.Mode().IsRegular() {
			return -1
		}
		switch {
		case name != "-":
			total += info.Size()
		case !slices.Contains(files[:i], "-"):
			at, _ := in.(io.Seeker).Seek(0, io.SeekCurrent)
			total += max(0, info.Size()-at)
		}
	}
	return total
}

// run draws the bar from time to time until it is stopped.
func (p *progress) run(every time.Duration) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			p.tick()
		case <-p.quit:
			return
		}
	}
}

// tick draws what there is now.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	elapsed := time.Since(p.begun)
	p.rate.sample(elapsed, p.done.Load())
	if p.stopped || elapsed < barDelay && !p.always || p.hidden() {
		return
	}
	p.text = p.state(elapsed).line(p.columns())
	p.draw(0)
}

// stop ends the bar with a line of what was reached, if it was ever to be seen.
// What is written through over goes on to be written.
func (p *progress) stop() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	close(p.quit)
	if p.always || p.text != "" {
		s := p.state(time.Since(p.begun))
		s.ended = true
		p.text = s.line(p.columns())
		p.draw(interruptEcho)
	}
	if p.shown > 0 {
		p.w.Write(newline)
	}
	p.stopped, p.shown = true, 0
}

// count returns in, of which what is read is counted.
func (p *progress) count(in io.ReadCloser) io.ReadCloser {
	if p == nil {
		return in
	}
	return &countedInput{in, p}
}

// A countedInput is an input of which the bar counts what is read at once.
type countedInput struct {
	io.ReadCloser
	bar *progress
}

func (c *countedInput) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.bar.add(n)
	return n, err
}

// add counts n bytes that were read.
func (p *progress) add(n int) {
	if p != nil {
		p.done.Add(int64(n))
	}
}

// status adds what text returns to the bar: ASCII in one line, or "" for nothing.
// It is called from another goroutine, and must not write through over.
func (p *progress) status(text func() string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.statuses = append(p.statuses, text)
}

// over returns a writer to w, which may be the terminal the bar is on.
func (p *progress) over(w io.Writer) io.Writer {
	if p == nil {
		return w
	}
	return &overBar{p, w}
}

// An overBar writes where the bar is, which makes room and comes back below.
type overBar struct {
	bar *progress
	w   io.Writer
}

func (o *overBar) Write(text []byte) (int, error) {
	p := o.bar
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	n, err := o.w.Write(text)
	if n > 0 {
		p.midLine = text[n-1] != '\n'
	}
	if p.width != nil && !p.stopped {
		p.draw(0)
	}
	return n, err
}

// state returns what is to be shown. Of a file that grew there is as much as was
// read.
func (p *progress) state(elapsed time.Duration) *barState {
	s := &barState{done: p.done.Load(), total: p.total, elapsed: elapsed, rate: p.rate.value}
	if s.total >= 0 {
		s.total = max(s.total, s.done)
	}
	for _, text := range p.statuses {
		if t := text(); t != "" {
			s.statuses = append(s.statuses, t)
		}
	}
	return s
}
