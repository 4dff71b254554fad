package column

import "github.com/uriscan/uriscan/cmd/internal/diag"

// Whole is the whole line, for commands that read it as a value.
type Whole struct{ Plain }

// Find takes the line.
func (*Whole) Find(c *Cell) diag.Flaw {
	c.take(0, len(c.Line))
	c.Whole = true
	return diag.Flaw{}
}

// Enclose has nothing to escape.
func (*Whole) Enclose(dst []byte, _ int, _ *Cell) ([]byte, bool) { return dst, true }
