package term

import (
	"bytes"
	"os"
)

// A When says on which outputs something is shown.
type When uint8

// Auto shows it on a terminal, and the others as they say.
const (
	Auto When = iota
	Always
	Never
)

// On reports whether colours are printed to out: with Auto if that is a terminal that has
// them, unless NO_COLOR is set to something.
func (w When) On(out any) bool {
	if w != Auto {
		return w == Always
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(out)
}

// The colours, by the numbers of ECMA-48: those that every terminal has, so that
// its owner chooses what they look like.
const (
	NoColor   = "\x1b[0m"
	HeadColor = "\x1b[1m"    // bold
	MarkColor = "\x1b[36m"   // cyan
	BadColor  = "\x1b[1;31m" // bold, red
)

// Paint colours what was appended to dst from a place on, each line for itself:
// a pager may show any of them alone.
func Paint(dst []byte, from int, color string) []byte {
	text := bytes.Clone(dst[from:])
	dst = dst[:from]
	for line := range bytes.Lines(text) {
		content, ended := bytes.CutSuffix(line, []byte{'\n'})
		blanks := len(content) - len(bytes.TrimLeft(content, " "))
		dst = append(append(dst, content[:blanks]...), color...)
		dst = append(append(dst, content[blanks:]...), NoColor...)
		if ended {
			dst = append(dst, '\n')
		}
	}
	return dst
}
