package main

import (
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// normalStretch returns the stretcher of a job that prints normal forms: lines that
// are normal are copied with their ends, as many adjacent ones as there are.
func normalStretch(ladder normalize.Flags, delim byte) record.Stretcher {
	return func(dst, src []byte, lines []scanner.Line) []byte {
		for len(lines) > 0 {
			if n := normalLines(src, lines, ladder, delim); n > 0 {
				dst = append(dst, src[lines[0].Start:lines[n-1].End+1]...)
				lines = lines[n:]
				continue
			}
			l := &lines[0]
			dst, _ = normalize.AppendRef(dst, src[l.Start:l.End], l.Ref, ladder)
			dst = append(dst, delim)
			lines = lines[1:]
		}
		return dst
	}
}

// normalLines returns how many of lines, from the first on, are known to be normal
// and end in delim alone.
func normalLines(src []byte, lines []scanner.Line, ladder normalize.Flags, delim byte) int {
	for i := range lines {
		if l := &lines[i]; !normalize.KnownNormal(l.Ref, ladder) || src[l.End] != delim {
			return i
		}
	}
	return len(lines)
}

// changedStretch is normalStretch for a job that prints only what changes.
func changedStretch(ladder normalize.Flags, delim byte) record.Stretcher {
	return func(dst, src []byte, lines []scanner.Line) []byte {
		for i := range lines {
			l := &lines[i]
			if normalize.KnownNormal(l.Ref, ladder) {
				continue
			}
			line := src[l.Start:l.End]
			if normalize.Needed(line, l.Ref, ladder) != 0 {
				dst, _ = normalize.AppendRef(dst, line, l.Ref, ladder)
				dst = append(dst, delim)
			}
		}
		return dst
	}
}
