package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// A Line is the memory of a scanner.Line.
type Line struct {
	Start, End int
	Words      automaton.Words
	Fault      uint64
}

// positions are where the lines of a batch start, and where the one after the
// last would. Bit 31 of an entry says that a CR is before the LF before it.
type positions []uint32

// positionMask takes the bit for the CR off a position.
const positionMask = 1<<31 - 1
