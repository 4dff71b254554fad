package record

import (
	"github.com/uriscan/uriscan/normalize"
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

// NormalLines returns the LinesPrinter of a job that prints normal forms, or only those of
// lines that change. It copies or skips adjacent lines that are normal together, with their
// ends.
func NormalLines(rungs normalize.Flags, delim byte, changed bool) LinesPrinter {
	return func(dst, src []byte, lines []scanner.Line) []byte {
		for len(lines) > 0 {
			if n := countNormal(src, lines, rungs, delim); n > 0 {
				if !changed {
					dst = append(dst, src[lines[0].Start:lines[n-1].End+1]...)
				}
				lines = lines[n:]
				continue
			}
			l := &lines[0]
			line := src[l.Start:l.End]
			if !changed || normalize.Needed(line, l.Ref, rungs) != 0 {
				dst, _ = normalize.AppendRef(dst, line, l.Ref, rungs)
				dst = append(dst, delim)
			}
			lines = lines[1:]
		}
		return dst
	}
}

// countNormal returns how many of lines, from the first on, are known to be normal
// and end in delim alone.
func countNormal(src []byte, lines []scanner.Line, rungs normalize.Flags, delim byte) int {
	for i := range lines {
		if l := &lines[i]; !normalize.KnownNormal(l.Ref, rungs) || src[l.End] != delim {
			return i
		}
	}
	return len(lines)
}
