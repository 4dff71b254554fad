package main

import (
	"fmt"
	"strings"
)

// A compressedChoice says which compressed files in folders are searched.
type compressedChoice uint8

// The choices.
const (
	fastCompressed compressedChoice = iota // all that are not slow
	allCompressed
	noCompressed
)

var compressedNames = []string{"fast", "all", "none"}

// Set makes a compressedChoice the value of a flag.
func (c *compressedChoice) Set(s string) error {
	for i, name := range compressedNames {
		if s == name {
			*c = compressedChoice(i)
			return nil
		}
	}
	return fmt.Errorf("it is one of %s", strings.Join(compressedNames, ", "))
}

func (c *compressedChoice) String() string { return compressedNames[*c] }

func (*compressedChoice) Type() string { return "WHICH" }

func (*compressedChoice) choices() []string { return compressedNames }

// leaves tells whether a file of that format is left alone in a folder.
func (c compressedChoice) leaves(f *format) bool {
	return c == noCompressed || c == fastCompressed && f.slow
}

// leftAlone says why an input was not read, which in left alone.
func leftAlone(in *unpacker) string {
	return in.left.name + " data, skipped; --compressed all searches it"
}

// appendLeft appends a line on how many files were left alone, if that was not
// asked for.
func (w *walker) appendLeft(dst []byte) []byte {
	n := w.compressedLeft.Load()
	if n == 0 || w.compressed != fastCompressed || w.quiet {
		return dst
	}
	return fmt.Appendf(dst, "uriscan: files of bzip2 data in folders that were skipped: %d; --compressed all searches them\n", n)
}
