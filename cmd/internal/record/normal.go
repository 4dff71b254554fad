package record

import (
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

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
