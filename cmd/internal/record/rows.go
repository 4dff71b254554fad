package record

import (
	"bytes"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/scanner"
)

// noRow is the row of a bad record, and the value of one in a column. No result is that: a
// backslash is in no rule of Appendix A.
const noRow = `\N`

// printRows makes j print one row for each record, whatever its results are. Standard input
// is then taken as it is: the first row is to be read as the others are.
func (j *Job) printRows() {
	j.Header, j.Lead, j.OnError, j.StdinIsText = "", "", Skip, true
	if print := j.Line; print != nil {
		j.Line = func(dst, src []byte) ([]byte, diag.Flaw) {
			out, f := print(dst, src)
			return checkRow(out, len(dst), f)
		}
	}
	if print := j.Reference; print != nil {
		j.Reference = func(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw) {
			out, f := print(dst, src, ref, in)
			return checkRow(out, len(dst), f)
		}
	}
	if print := j.Bad; print != nil {
		j.Bad = func(dst, src []byte, f diag.Flaw, in *column.Cell) []byte {
			out := print(dst, src, f, in)
			if !areRows(out[len(dst):], 1) {
				return j.appendNoRow(dst)
			}
			return out
		}
	}
}

// checkRow returns the flaw of a row out[from:] that would be several or none.
func checkRow(out []byte, from int, f diag.Flaw) ([]byte, diag.Flaw) {
	if f.Kind == "" && !areRows(out[from:], 1) {
		f.Kind = resultHasDelimiter
	}
	return out, f
}

// areRows reports whether text has n rows, which all end with its last byte.
func areRows(text []byte, n int) bool {
	return len(text) > 0 && bytes.Count(text, text[len(text)-1:]) == n
}

// appendNoRow appends the row of a bad record.
func (j *Job) appendNoRow(dst []byte) []byte { return append(appendNone(dst, j.Columns), j.Delim) }

// appendNone appends noRow for each of n columns, or once.
func appendNone(dst []byte, n int) []byte {
	dst = append(dst, noRow...)
	for range n - 1 {
		dst = append(append(dst, '\t'), noRow...)
	}
	return dst
}

// weaveNone puts noRow in the place of each result of c. ok is false if the record has no such place.
func (j *Job) weaveNone(r *Results, c *column.Cell, record []byte, f diag.Flaw) (ok bool) {
	t := j.Table
	if !t.prints() || !c.Whole || f.Kind == diag.MissingField && !t.Adds {
		return false
	}
	c.Done, c.Result = 0, append(appendNone(c.Result[:0], len(t.Names)), '\n')
	out, ok := j.weave(r.Out, c, record)
	if ok {
		r.Out = out
	}
	return ok
}
