package main

import (
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A stretcher appends what is printed for lines of src, all of them good, as a
// printer does for each: of what most lines have in common, many are done in one
// step.
type stretcher func(dst, src []byte, lines []scanner.Line) []byte

// maxStretch is how many lines are done before it is looked whether the results are
// full.
const maxStretch = 256

// stretchOf returns how many of lines, from the first on, a stretcher does in one
// step: 0 if there is no stretcher or the first line is bad.
func (j *job) stretchOf(lines []scanner.Line) int {
	if j.stretch == nil {
		return 0
	}
	lines = lines[:min(len(lines), maxStretch)]
	n := 0
	// Eight lines with one branch, where none of the piece can be too long.
	for ; j.maxLine >= pieceSize && len(lines)-n >= 8; n += 8 {
		l := lines[n : n+8 : n+8]
		if l[0].Fault.Kind()|l[1].Fault.Kind()|l[2].Fault.Kind()|l[3].Fault.Kind()|
			l[4].Fault.Kind()|l[5].Fault.Kind()|l[6].Fault.Kind()|l[7].Fault.Kind() != 0 {
			break
		}
	}
	for ; n < len(lines); n++ {
		if l := &lines[n]; l.Fault != (scanner.Fault{}) || l.End-l.Start > j.maxLine {
			return n
		}
	}
	return len(lines)
}

// nothing is the stretcher of jobs that print nothing for good lines.
func nothing(dst, _ []byte, _ []scanner.Line) []byte { return dst }

// normalStretch returns the stretcher of a job that prints normal forms: lines that
// are normal are copied with their ends, as many as follow each other.
func normalStretch(ladder normalize.Flags, delim byte) stretcher {
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
func changedStretch(ladder normalize.Flags, delim byte) stretcher {
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
