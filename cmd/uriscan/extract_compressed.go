package main

import (
	"fmt"
)

// A compressedChoice says which compressed files in folders are searched.
type compressedChoice uint8

// The choices.
const (
	fastCompressed compressedChoice = iota // all that are not slow
	allCompressed
	noCompressed
)

func (c *compressedChoice) flag() *choice[compressedChoice] {
	return oneOf(c, "WHICH", "fast", "all", "none")
}

// leaves reports whether a file of that format is left alone in a folder.
func (c compressedChoice) leaves(f *format) bool {
	return c == noCompressed || c == fastCompressed && f.slow
}

// A leftAlone ends the reading of an archive that is not to be searched.
type leftAlone struct{ *format }

func (l leftAlone) Error() string { return l.name + " data, skipped; --compressed all searches it" }

// appendLeft appends a line on how many files were left alone, if that was not
// asked for.
func (w *walker) appendLeft(dst []byte) []byte {
	n := w.compressedLeft.Load()
	if n == 0 || w.compressed != fastCompressed || w.quiet {
		return dst
	}
	return fmt.Appendf(dst, "uriscan: files of bzip2 data in folders that were skipped: %d; --compressed all searches them\n", n)
}
