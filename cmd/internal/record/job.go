package record

import (
	"bytes"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/scanner"
)

// A Policy is what becomes of bad lines.
type Policy uint8

// The policies. All of them print the diagnostic.
const (
	Skip Policy = iota // the line is left out
	Keep               // the line is passed on unchanged
	Fail               // the line ends the command
)

// A Printer appends what is printed for src, to which ref belongs, with a line's end. in
// is where src was found.
type Printer func(dst, src []byte, ref scanner.Ref, in *column.Cell) ([]byte, diag.Flaw)

// A Job is what a command does with lines, apart from where they come from and
// where the results go. It has no state: jobs on different blocks may be done
// at the same time.
type Job struct {
	// Line appends what is printed for a good line, with its end. For a bad one
	// it returns the flaw, and what it has appended is dropped.
	Line func(dst, src []byte) ([]byte, diag.Flaw)
	// Reference is Line for commands whose good lines are references: ref is that
	// of src. Many lines are then located at once.
	Reference Printer
	// References does many good lines as Reference does each; nil if it would not be
	// faster. No result is too long to be a line.
	References LinesPrinter
	// StandIn returns what is located in place of a line or value that is not valid, with as many
	// bytes, or nil; the results are still made of src. StandIn itself may be nil.
	StandIn func(src []byte) []byte
	// Table is for jobs that work on a column of their lines; nil: on all of each.
	Table *Table
	// Bad appends what is printed for a bad line. src is nil if the line was too long to
	// be held; in says where f is in the input. If Bad is nil, bad lines follow OnError and
	// get diagnostics.
	Bad func(dst, src []byte, f diag.Flaw, in *column.Cell) []byte
	// Unfound appends what is printed for a record in which the column is not found, which
	// then is not bad; nil: it is.
	Unfound func(dst []byte, c *column.Cell) []byte
	// Hint says what an input looks like if one of its first lines is bad, or, with Unfound, any
	// of them; nil: nobody is told.
	Hint   func(line []byte) string
	Header string // printed before everything else
	Lead   string // begins everything that is printed for a line, except the first

	pipeline.Reading
	KeepsMark bool // the byte order mark of the first input is printed
	OnError   Policy
	Quiet     bool   // no diagnostics
	Output    string // the file to write; "": standard output
	Rejects   string // the file for bad lines as they are; "": none
	// Settings returns the files of settings, which no output may replace. It may be nil.
	Settings func() []string
	Progress term.When
	// Findings: the diagnostics are what the command prints, on its output.
	Findings bool
	// PassesGood: good lines are passed on unchanged, whatever their results are.
	PassesGood bool
	// Rows: one row is printed for each record, and bad ones are answered by that.
	Rows bool
	// Columns is how many columns, divided by TAB, such a row has; 0 is 1.
	Columns int
}

// Records returns how the records of j are read.
func (j *Job) Records() pipeline.Reading {
	r := j.Reading
	r.KeepsCR = j.KeepsCR || j.passes() || j.Rejects != ""
	if j.Table != nil && j.Table.Name != "" {
		r.Begin = j.fieldNamed
	}
	if j.isCSV() {
		r.Ends = &column.CSVEnds{Comma: j.Table.Comma}
	}
	return r
}

// Results are what a job makes of a block, or of as much of it as fits.
type Results struct {
	Out   []byte
	Flaws []foundFlaw
	// Rejects are bad lines as they are, if these are asked for.
	Rejects []byte
	Field   int   // the column, if the input decides that
	Line    int64 // the first line of them, from 1
	Lines   int   // how many lines begin in it
	Bad     int   // how many of them are bad
	Stop    bool  // the last of them ends the command
	Limit   int   // no line is begun from this many bytes on; 0 is no limit
	First   bool  // the next line is the first of its input
	// Header is the length of the names of columns that Out begins with.
	Header int
	Hint   string // on the input
	Cell   *column.Cell
}

func (j *Job) cell(r *Results) *column.Cell {
	if r.Cell == nil {
		r.Cell = new(column.Cell)
		if j.Table != nil {
			r.Cell.Column = j.Table.Column
		}
	}
	r.Cell.Number, r.Cell.Field = r.Line+int64(r.Lines), r.Field
	return r.Cell
}

// FlawSize is about what a flaw takes in memory, and its diagnostic.
const FlawSize = 96

// Full reports whether the results take as much memory as they may.
func (r *Results) Full() bool {
	return r.Limit > 0 && len(r.Out)+len(r.Rejects)+FlawSize*len(r.Flaws) >= r.Limit
}

// A foundFlaw is a flaw on a line of a block, counted from 0.
type foundFlaw struct {
	diag.Flaw
	Line int
}

// PieceSize is about how much of a block is located at once: what is found is
// then still in the cache when it is printed, and takes a bounded memory, 56
// bytes for each byte of empty lines.
const PieceSize = 32 << 10

// Do makes the results of a block, or of its first lines if the results get too
// large for the memory they may take, and returns what is left to do. It reuses
// the memory of r and of found.
func (j *Job) Do(r *Results, found *[]scanner.Line, src []byte, p pipeline.Part) (rest []byte) {
	*r = Results{Out: r.Out[:0], Rejects: r.Rejects[:0], Flaws: r.Flaws[:0], Limit: r.Limit, First: r.First, Line: r.Line, Field: r.Field, Cell: r.Cell}
	if p != pipeline.WholeLines {
		j.DoLong(r, src, p)
		return nil
	}
	for len(src) > 0 && !r.Stop && !r.Full() {
		if j.Table != nil {
			src = j.DoRecord(r, src)
		} else if n := j.Piece(src); n > 0 {
			n = j.doPiece(r, found, src[:n])
			src = src[n:]
		} else {
			var l scanner.Line
			n := j.First(src, &l)
			j.doLine(r, src[:n], src[:l.End], l.Ref, l.Fault)
			src = src[n:]
		}
	}
	return src
}

// Piece returns how many bytes of src are lines to locate at once. It is 0 for a
// job that wants its lines as they are, and before a long line or one that no
// delimiter ends.
func (j *Job) Piece(src []byte) int {
	if j.Reference == nil {
		return 0
	}
	return bytes.LastIndexByte(src[:min(len(src), PieceSize)], j.Delim) + 1
}

// doPiece does the lines of a piece, until the results are full or the command
// is to end, and returns how many bytes are done.
func (j *Job) doPiece(r *Results, found *[]scanner.Line, src []byte) int {
	*found, _ = scanner.AppendLines((*found)[:0], src, j.Delim)
	for lines := *found; len(lines) > 0; {
		l := &lines[0]
		if r.Stop || r.Full() {
			return l.Start
		}
		if n := j.GoodLines(lines); n > 0 {
			out := j.References(r.Out, src, lines[:n])
			if !j.Rows || areRows(out[len(r.Out):], n) {
				r.Out = out
				r.Lines += n
				lines = lines[n:]
				continue
			}
			r.Out = out[:len(r.Out)]
		}
		next := len(src)
		if lines = lines[1:]; len(lines) > 0 {
			next = lines[0].Start
		}
		j.doLine(r, src[l.Start:next], src[l.Start:l.End], l.Ref, l.Fault)
	}
	return len(src)
}

// First sets l to the first line of src, located if references are, and returns its length with its end.
func (j *Job) First(src []byte, l *scanner.Line) int {
	record, _ := j.CutRecord(src)
	line := TrimEnd(record, j.Delim)
	*l = scanner.Line{End: len(line)}
	if j.Reference != nil && len(line) <= j.MaxLine {
		l.Ref, l.Fault = scanner.Locate(line, scanner.URIReference)
	}
	return len(record)
}

// doLine does a line for which scanner.Locate has returned ref and fault; raw is the line
// with its end, if any.
func (j *Job) doLine(r *Results, raw, line []byte, ref scanner.Ref, fault scanner.Fault) {
	out := r.Out
	var f diag.Flaw
	if fault != (scanner.Fault{}) && len(line) <= j.MaxLine {
		if other := j.standIn(line); other != nil {
			if there, none := scanner.Locate(other, scanner.URIReference); none == (scanner.Fault{}) {
				ref, fault = there, none
			}
		}
	}
	switch {
	case len(line) > j.MaxLine:
		line, f = nil, j.tooLong()
	case fault != (scanner.Fault{}):
		f = diag.FlawOf(fault)
	case j.Reference != nil:
		out, f = j.Reference(out, line, ref, j.cell(r))
		if len(r.Cell.Notes) > 0 {
			j.note(r, r.Cell)
		}
	default:
		out, f = j.Line(out, line)
	}
	if f.Kind != "" {
		r.Out = out[:len(r.Out)]
		j.DoBad(r, line, f)
		j.Reject(r, raw)
		if j.passes() {
			r.Out = j.appendEnded(r.Out, raw)
		}
		return
	}
	if j.PassesGood {
		out = j.appendEnded(r.Out, raw)
	}
	r.Out = out
	r.Lines++
}

// standIn returns what to locate in place of src, which is not valid, or nil.
func (j *Job) standIn(src []byte) []byte {
	if j.StandIn == nil {
		return nil
	}
	return j.StandIn(src)
}

func (j *Job) tooLong() diag.Flaw {
	return diag.Flaw{Kind: scanner.TooLong.String(), Offset: j.MaxLine}
}

// appendEnded appends text with the end of a line. The last line of an input gets one if it
// has none, so that what follows is not taken for a part of it.
func (j *Job) appendEnded(dst, text []byte) []byte {
	dst = append(dst, text...)
	if len(text) == 0 || text[len(text)-1] != j.Delim {
		dst = append(dst, j.Delim)
	}
	return dst
}

// DoLong does a block with a part of a line that is too long.
func (j *Job) DoLong(r *Results, src []byte, p pipeline.Part) {
	if p == pipeline.LineHead {
		f := j.tooLong()
		j.enterBad(r, nil, f, j.place(r, src, f))
		r.Lines++
	}
	if j.isCSV() {
		r.Lines += bytes.Count(src, stream.Newline)
	}
	if p == pipeline.LineTail {
		src = append(src[:len(src):len(src)], j.Delim)
	}
	if j.Rejects != "" {
		r.Rejects = append(r.Rejects, src...)
		r.Stop = p == pipeline.LineTail && j.OnError == Fail && !j.printsBad() // after all of it
	}
	if j.passes() {
		r.Out = append(r.Out, src...)
	}
}

// Reject enters a bad line with its end, if these are asked for.
func (j *Job) Reject(r *Results, raw []byte) {
	if j.Rejects != "" {
		r.Rejects = j.appendEnded(r.Rejects, raw)
	}
}

// DoBad enters that the current line is bad.
func (j *Job) DoBad(r *Results, line []byte, f diag.Flaw) {
	j.enterBad(r, line, f, foundFlaw{f, r.Lines})
	r.Lines++
}

// enterBad enters a bad line, except that it does not count it as a line. f is its flaw,
// and found where that is in the input.
func (j *Job) enterBad(r *Results, line []byte, f diag.Flaw, found foundFlaw) {
	r.Bad++
	if j.Table == nil {
		j.hint(r, line)
	}
	if j.printsBad() {
		r.Out = j.Bad(r.Out, line, f, j.cellAt(r, found))
		return
	}
	j.enterFlaw(r, found)
	if j.Rows {
		r.Out = j.appendNoRow(r.Out)
	}
}

func (j *Job) enterFlaw(r *Results, found foundFlaw) {
	if !j.Quiet {
		r.Flaws = append(r.Flaws, found)
	}
	r.Stop = j.OnError == Fail
}

// note enters the notes on the value of c, which is valid: it has no newline, whatever is before it.
func (j *Job) note(r *Results, c *column.Cell) {
	start := j.place(r, c.Line, diag.Flaw{Offset: c.Start})
	for _, f := range c.Notes {
		f.Offset = start.Offset + c.At(f.Offset) - c.Start
		r.Flaws = append(r.Flaws, foundFlaw{f, start.Line})
	}
	c.Notes = c.Notes[:0]
}

// hint takes the first hint from the first lines of an input.
func (j *Job) hint(r *Results, line []byte) {
	if j.Hint != nil && !j.Quiet && r.Hint == "" && r.Line+int64(r.Lines) <= 3 {
		r.Hint = j.Hint(line)
	}
}

// place returns where f is, in a record that begins with line. A record of CSV may have
// several lines.
func (j *Job) place(r *Results, line []byte, f diag.Flaw) foundFlaw {
	number := r.Lines
	if j.isCSV() {
		before := line[:min(f.Offset, len(line))]
		number += bytes.Count(before, stream.Newline)
		f.Offset -= bytes.LastIndexByte(before, '\n') + 1
	}
	return foundFlaw{f, number}
}

// cellAt returns the cell of the current line with the place of its flaw.
func (j *Job) cellAt(r *Results, found foundFlaw) *column.Cell {
	c := j.cell(r)
	c.Number, c.Byte = r.Line+int64(found.Line), found.Offset+1
	return c
}

// isCSV reports whether records may have newlines in them.
func (j *Job) isCSV() bool { return j.Table != nil && j.Table.CSV }

// printsBad reports whether bad lines are printed in their own way, and not as lines with
// something added.
func (j *Job) printsBad() bool { return j.Bad != nil && (j.Table == nil || !j.Table.Adds) }

// passes reports whether bad lines are passed on.
func (j *Job) passes() bool { return !j.printsBad() && j.OnError == Keep }

// wholeLines returns how many bytes at the start of what is printed are whole
// lines, which end with the byte end or are records of CSV.
func (j *Job) wholeLines(printed []byte, end byte) int {
	if j.isCSV() {
		ends := column.CSVEnds{Comma: j.Table.Comma}
		return ends.Last(printed) + 1
	}
	return bytes.LastIndexByte(printed, end) + 1
}
