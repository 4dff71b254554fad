package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// A Line is the memory of a scanner.Line.
type Line struct {
	Start, End int
	Words      automaton.Words
	Fault      uint64
}
