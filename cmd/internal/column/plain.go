package column

import (
	"bytes"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// A Plain is a column of a table in which Delim separates the columns and nothing else
// has a meaning.
type Plain struct {
	Number int // from 1
	Delim  byte
	End    byte // of lines
}

func (p *Plain) Find(c *Cell) diag.Flaw {
	c.Whole = true
	start := 0
	for range p.Number - 1 {
		n := bytes.IndexByte(c.Line[start:], p.Delim)
		if n < 0 {
			return c.missing()
		}
		start += n + 1
	}
	n := bytes.IndexByte(c.Line[start:], p.Delim)
	if n < 0 {
		n = len(c.Line) - start
	}
	c.take(start, start+n)
	return diag.Flaw{}
}

func (p *Plain) at(c *Cell, i int) int { return min(c.Start+i, c.End) }

func (p *Plain) Enclose(dst []byte, from int, _ *Cell) ([]byte, bool) {
	return dst, p.holds(dst[from:])
}

func (p *Plain) AppendColumn(dst []byte, _ *Cell, _ string, text []byte) ([]byte, bool) {
	return append(append(dst, p.Delim), text...), p.holds(text)
}

// holds reports whether text can be a column.
func (p *Plain) holds(text []byte) bool {
	return bytes.IndexByte(text, p.Delim) < 0 && bytes.IndexByte(text, p.End) < 0
}
