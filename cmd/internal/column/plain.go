package column

import (
	"bytes"
	"cmp"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// A Plain is a column of a table in which Delim separates the columns and nothing else
// has a meaning.
type Plain struct {
	Number int // from 1, unless the cell has one
	Delim  byte
	Blanks bool // any number of blanks and TABs separate columns, and Delim those that are added
	End    byte // of lines
}

func (p *Plain) Find(c *Cell) diag.Flaw {
	c.Whole = true
	start := 0
	for n := cmp.Or(c.Field, p.Number); ; n-- {
		if p.Blanks {
			start = len(c.Line) - len(bytes.TrimLeft(c.Line[start:], blanks))
		}
		end := p.index(c.Line[start:])
		switch {
		case p.Blanks && start == len(c.Line):
			return c.missing()
		case end < 0:
			end = len(c.Line)
		default:
			end += start
		}
		if n == 1 {
			c.take(start, end)
			return diag.Flaw{}
		}
		c.collect(c.Line[start:end])
		if start = end + 1; start > len(c.Line) {
			return c.missing()
		}
	}
}

// blanks separate columns that are padded.
const blanks = " \t"

// index returns where the first column of text ends, or -1.
func (p *Plain) index(text []byte) int {
	if p.Blanks {
		return bytes.IndexAny(text, blanks)
	}
	return bytes.IndexByte(text, p.Delim)
}

func (p *Plain) Enclose(dst []byte, from int, _ *Cell) ([]byte, bool) {
	return dst, p.holds(dst[from:])
}

func (p *Plain) AppendColumn(dst []byte, _ *Cell, _ string, text []byte) ([]byte, bool) {
	return append(append(dst, p.Delim), text...), p.holds(text)
}

// holds reports whether text can be a column. Between blanks no column is empty.
func (p *Plain) holds(text []byte) bool {
	return p.index(text) < 0 && !(p.Blanks && len(text) == 0) && bytes.IndexByte(text, p.End) < 0
}
