package main

import (
	"fmt"
	"io"
	"os"
)

// hidden tells whether a bar that was not asked for would be drawn on a screen
// that another program uses, as in uriscan parse FILE | less.
func (p *progress) hidden() bool { return !p.always && isOthers(int(p.w.(*os.File).Fd())) }

// columns returns how many columns there are to draw in. The last one of a
// terminal stays free: some go on to the next line when it is written.
func (p *progress) columns() int {
	if p.width == nil {
		return defaultWidth - 1
	}
	return p.width() - 1
}

// interruptEcho is how many columns a terminal fills behind the bar when it shows
// the interrupt that is typed: ^C.
const interruptEcho = 2

// draw writes text over what is shown of the bar and beyond columns behind it,
// or as a line of its own where nothing can be written over. It uses no
// sequences that a terminal may not know.
func (p *progress) draw(beyond int) {
	switch {
	case p.text == "" || p.midLine || p.hidden():
	case p.width == nil:
		io.WriteString(p.w, p.text+"\n")
	default:
		room := p.begin()
		text := p.text[:min(len(p.text), room)]
		blanks := min(p.shown+beyond, room) - len(text)
		fmt.Fprintf(p.w, "\r%s%*s", text, max(0, blanks), "")
		p.shown = max(p.shown, len(text))
	}
}

// erase takes the bar off the screen.
func (p *progress) erase() {
	if room := p.begin(); p.shown > 0 {
		fmt.Fprintf(p.w, "\r%*s\r", min(p.shown+interruptEcho, room), "")
		p.shown = 0
	}
}

// begin returns how many columns there are, in a line that holds nothing but
// the bar. Most terminals that get narrower than a line make several of it, and
// some cut it: then it is left as it stands, and the next one taken.
func (p *progress) begin() (room int) {
	room = max(0, p.columns())
	if p.shown > room {
		p.w.Write(newline)
		p.shown = 0
	}
	return room
}
