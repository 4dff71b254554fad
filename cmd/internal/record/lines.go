package record

import (
	"github.com/uriscan/uriscan/scanner"
)

// A LinesPrinter appends what is printed for lines of src, all of them good, as a Printer
// does for each. It does many lines in one step where they have much in common.
type LinesPrinter func(dst, src []byte, lines []scanner.Line) []byte

// MaxLines is how many lines are done between checks whether the results are full.
const MaxLines = 256

// GoodLines returns how many of lines, from the first on, j.References does in one
// step: 0 if it is nil or the first line is bad.
func (j *Job) GoodLines(lines []scanner.Line) int {
	if j.References == nil {
		return 0
	}
	lines = lines[:min(len(lines), MaxLines)]
	for n := range lines {
		if l := &lines[n]; l.Fault != (scanner.Fault{}) || l.End-l.Start > j.MaxLine {
			return n
		}
	}
	return len(lines)
}

// Nothing is the LinesPrinter of jobs that print nothing for good lines.
func Nothing(dst, _ []byte, _ []scanner.Line) []byte { return dst }
