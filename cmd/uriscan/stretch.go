package main

import (
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// A stretcher appends what is printed for lines from to to of src, all of them
// good, as a printer does for each: of what most lines have in common, many are
// done in one step.
type stretcher func(dst, src []byte, lines *scanner.Columns, from, to int) []byte

// maxStretch is how many lines are done before it is looked whether the results are
// full.
const maxStretch = 256

// doStretches is doPiece for a job with a stretcher, if no line of the piece can be
// too long.
func (j *job) doStretches(r *results, src []byte) int {
	if r.columns == nil {
		r.columns = new(scanner.Columns)
	}
	c := r.columns
	c.Reset()
	c.Append(src, j.delim)
	bad := c.Bad
	for i := 0; i < c.Len() && !r.stop; {
		if r.full() {
			return int(c.Start[i])
		}
		if len(bad) > 0 && bad[0].Line == i {
			j.enter(r, src[c.Start[i]:bad[0].End], r.out, flawOf(bad[0].Fault))
			bad = bad[1:]
			i++
			continue
		}
		to := min(i+maxStretch, c.Len())
		if len(bad) > 0 {
			to = min(to, bad[0].Line)
		}
		r.out = j.stretch(r.out, src, c, i, to)
		r.lines += to - i
		i = to
	}
	return len(src)
}

// nothing is the stretcher of jobs that print nothing for good lines.
func nothing(dst, _ []byte, _ *scanner.Columns, _, _ int) []byte { return dst }

// suspects are the bits of W3 of which one is set where a line may not be normal.
const suspects = 3 << 38

// normalStretch returns the stretcher of a job that prints normal forms: lines that
// are normal are copied with their ends, as many as follow each other.
func normalStretch(ladder normalize.Flags, delim byte) stretcher {
	return func(dst, src []byte, c *scanner.Columns, from, to int) []byte {
		for i := from; i < to; i++ {
			n := normalLines(src, c, i, to)
			if n > i {
				dst = append(dst, src[c.Start[i]:endOf(src, c, n-1)]...)
			}
			if i = n; i < to {
				l := c.Line(i)
				dst, _ = normalize.AppendRef(dst, src[l.Start:l.End], l.Ref, ladder)
				dst = append(dst, delim)
			}
		}
		return dst
	}
}

// normalLines returns the first line from i on, up to to, that may not be normal or
// ends in more than one byte.
func normalLines(src []byte, c *scanner.Columns, i, to int) int {
	for i < to && c.W3[i]&suspects == 0 && c.Start[i]+uint64(uint32(c.W3[i]))+1 == endOf(src, c, i) {
		i++
	}
	return i
}

// endOf returns where line i ends, with what ends it.
func endOf(src []byte, c *scanner.Columns, i int) uint64 {
	if i+1 < len(c.Start) {
		return c.Start[i+1]
	}
	return uint64(len(src))
}

// changedStretch is normalStretch for a job that prints only what changes.
func changedStretch(ladder normalize.Flags, delim byte) stretcher {
	return func(dst, src []byte, c *scanner.Columns, from, to int) []byte {
		for i := from; i < to; i++ {
			if c.W3[i]&suspects == 0 {
				continue
			}
			l := c.Line(i)
			line := src[l.Start:l.End]
			if normalize.Needed(line, l.Ref, ladder) != 0 {
				dst, _ = normalize.AppendRef(dst, line, l.Ref, ladder)
				dst = append(dst, delim)
			}
		}
		return dst
	}
}
