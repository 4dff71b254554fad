package scanner

import "github.com/uriscan/uriscan/internal/kernel"

// The octets that mark looks for in the path, and before it.
const (
	inPath = 1 << iota
	beforePath
)

var notable = [256]uint8{
	'.': inPath,
	'A': beforePath, 'B': beforePath, 'C': beforePath, 'D': beforePath, 'E': beforePath, 'F': beforePath, 'G': beforePath,
	'H': beforePath, 'I': beforePath, 'J': beforePath, 'K': beforePath, 'L': beforePath, 'M': beforePath, 'N': beforePath,
	'O': beforePath, 'P': beforePath, 'Q': beforePath, 'R': beforePath, 'S': beforePath, 'T': beforePath, 'U': beforePath,
	'V': beforePath, 'W': beforePath, 'X': beforePath, 'Y': beforePath, 'Z': beforePath,
}

// mayMark tells whether mark may find something in the next n octets, which are
// long or of which seen are notable.
func (m *Machine) mayMark(seen uint8, n int) bool {
	switch kernel.LabelOf(m.current()).Region() {
	case kernel.InQuery, kernel.InFragment:
		return false
	case kernel.InPath:
		if m.n > m.at.PathStart+1 { // the path is no beginning of an authority
			seen &= inPath
		}
	}
	return seen != 0 || n >= worthACall
}

// mark notes upper case before the path and a "." after a "/" in it, of piece, which
// comes next, has led to state s, and is not empty.
func (m *Machine) mark(piece []byte, s kernel.State) {
	from, to := 0, len(piece) // the part of it that is in the path
	switch kernel.LabelOf(s).Region() {
	case kernel.InScheme, kernel.InAuthority, kernel.InLiteral:
		from = to
	case kernel.InPath:
		from = m.in(piece, m.at.PathStart)
	default:
		from, to = m.in(piece, m.at.PathStart), m.in(piece, m.at.PathEnd)
	}
	if from < to && !m.marked {
		path := piece[from:to]
		if m.marked = path[0] == '.' && (from == 0 && m.last == '/' || m.at.PathStart > 0 && m.at.PathStart == m.n+uint32(from)); !m.marked { // it is rootless
			m.marked = len(piece) < worthACall && kernel.HasSlashDot(path) || len(path) > 1 && path[0] == '/' && path[1] == '.'
		}
	}
	m.upper = m.upper || from > 0 && kernel.HasUpper(piece[:from])
}

// in returns how many octets of piece, which comes next, are before offset i.
func (m *Machine) in(piece []byte, i uint32) int {
	return min(max(int(i)-int(m.n), 0), len(piece))
}
