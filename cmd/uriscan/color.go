package main

import (
	"bytes"
	"os"
)

// on tells whether colours are printed to out: by auto if that is a terminal
// that has them, unless NO_COLOR is set to something.
func (w when) on(out any) bool {
	if w != whenAuto {
		return w == whenAlways
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(out)
}

// The colours, by the numbers of ECMA-48: those that every terminal has, so that
// its owner chooses what they look like.
const (
	noColor   = "\x1b[0m"
	markColor = "\x1b[36m"   // cyan
	badColor  = "\x1b[1;31m" // bold, red
)

// paint colours what was appended to dst from a place on, each line for itself:
// a pager may show any of them alone.
func paint(dst []byte, from int, color string) []byte {
	text := bytes.Clone(dst[from:])
	dst = dst[:from]
	for line := range bytes.Lines(text) {
		content, ended := bytes.CutSuffix(line, []byte{'\n'})
		blanks := len(content) - len(bytes.TrimLeft(content, " "))
		dst = append(append(dst, content[:blanks]...), color...)
		dst = append(append(dst, content[blanks:]...), noColor...)
		if ended {
			dst = append(dst, '\n')
		}
	}
	return dst
}
