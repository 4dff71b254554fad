package scanner

import "github.com/uriscan/uriscan/internal/kernel"

// mark notes what is to be marked in piece, which has led to state s.
func (m *Machine) mark(piece []byte, s kernel.State) {
	if len(piece) == 0 {
		return
	}
	m.percent = m.percent || kernel.HasPercent(piece)
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
		m.marked = kernel.HasSlashDot(path)
		if path[0] == '.' {
			first := m.at.PathStart > 0 && m.at.PathStart == m.n+uint32(from) // it is rootless
			m.marked = m.marked || first || from == 0 && m.last == '/'
		}
	}
	m.upper = m.upper || from > 0 && kernel.HasUpper(piece[:from])
	m.last = piece[len(piece)-1]
}

// in returns how many octets of piece, which comes next, are before offset i.
func (m *Machine) in(piece []byte, i uint32) int {
	return min(max(int(i)-int(m.n), 0), len(piece))
}
