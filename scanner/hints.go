package scanner

import (
	"github.com/uriscan/uriscan/internal/automaton"
)

// Where noteHints looks for a byte: in the path, or before it.
const (
	inPath = 1 << iota
	beforePath
)

var hintBytes = [256]uint8{
	'.': inPath,
	'A': beforePath, 'B': beforePath, 'C': beforePath, 'D': beforePath, 'E': beforePath, 'F': beforePath, 'G': beforePath,
	'H': beforePath, 'I': beforePath, 'J': beforePath, 'K': beforePath, 'L': beforePath, 'M': beforePath, 'N': beforePath,
	'O': beforePath, 'P': beforePath, 'Q': beforePath, 'R': beforePath, 'S': beforePath, 'T': beforePath, 'U': beforePath,
	'V': beforePath, 'W': beforePath, 'X': beforePath, 'Y': beforePath, 'Z': beforePath,
}

// mayHint reports whether noteHints may find something in the next n bytes: seen
// has the hintBytes among them, unless n is at least worthACall.
func (m *Machine) mayHint(seen uint8, n int) bool {
	switch automaton.LabelOf(m.current()).Region() {
	case automaton.InQuery, automaton.InFragment:
		return false
	case automaton.InPath:
		if m.n > m.at.PathStart+1 { // the path does not begin an authority
			seen &= inPath
		}
	}
	return seen != 0 || n >= worthACall
}

// noteHints notes upper case before the path, and a "." after a "/" in the path. It
// reads piece, the next bytes of the input, which led to state s and are not empty.
func (m *Machine) noteHints(piece []byte, s automaton.State) {
	from, to := 0, len(piece) // the part of it that is in the path
	switch automaton.LabelOf(s).Region() {
	case automaton.InScheme, automaton.InAuthority, automaton.InLiteral:
		from = to
	case automaton.InPath:
		from = m.in(piece, m.at.PathStart)
	default:
		from, to = m.in(piece, m.at.PathStart), m.in(piece, m.at.PathEnd)
	}
	if from < to && !m.dotted {
		path := piece[from:to]
		if m.dotted = path[0] == '.' && (from == 0 && m.last == '/' || m.at.PathStart > 0 && m.at.PathStart == m.n+uint32(from)); !m.dotted { // it is rootless
			m.dotted = len(piece) < worthACall && automaton.HasSlashDot(path) || len(path) > 1 && path[0] == '/' && path[1] == '.'
		}
	}
	m.upper = m.upper || from > 0 && automaton.HasUpper(piece[:from])
}

// in returns how many bytes of piece, the next bytes of the input, are before offset i.
func (m *Machine) in(piece []byte, i uint32) int {
	return min(max(int(i)-int(m.n), 0), len(piece))
}
