//go:build !amd64 || purego

package kernel

import "github.com/uriscan/uriscan/internal/automaton"

// maxBatch is the most lines that one batch has.
const maxBatch = 256

// A Batch takes lines in batches. From one call to the next it holds only what its
// methods return for the last batch.
type Batch struct {
	unproven  [maxBatch]uint16
	nUnproven int
}

// TakesLines reports whether batches take lines that delim ends: it must be a
// byte that no reference has.
func TakesLines(delim byte) bool {
	return level == Portable && automaton.ClassOf(delim) == 0
}

// Lines writes the next lines of src, which delim ends, to dst, their offsets
// plus base, and returns how many they are and how many bytes they take with
// their ends: none if a batch cannot take any, at the end of src or of dst in
// particular. Where a line is not proven its words are undefined; see
// [Batch.Unproven].
func (b *Batch) Lines(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	lines, b.nUnproven, n = portableLines(dst, src, delim, base, b.unproven[:])
	return lines, n
}

// Unproven returns the numbers of the lines of the last batch whose words are
// not to be used: nothing proves them. They are valid until the next batch.
func (b *Batch) Unproven() []uint16 { return b.unproven[:b.nUnproven] }
