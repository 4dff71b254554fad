//go:build !amd64 || purego

package kernel

// A Batch takes lines in batches where there are kernels; here there are none.
type Batch struct{}

// A Line is the memory of a scanner.Line.
type Line struct {
	Start, End int
	Words      Words
	Fault      uint64
}

// TakesLines tells whether the kernels take lines that delim ends.
func TakesLines(byte) bool { return false }

// Lines takes no lines.
func (b *Batch) Lines([]Line, []byte, byte, int) (lines, n int) { return 0, 0 }

// Columns takes no lines.
func (b *Batch) Columns(*[5]*uint64, int, []byte, byte, int) (lines, n int) { return 0, 0 }

// Unproven returns no lines.
func (b *Batch) Unproven() []uint16 { return nil }

// Bounds is not called: there are no lines.
func (b *Batch) Bounds(int) (start, end int) { return 0, 0 }
