package record

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/target"
)

// A Table is what a job does with lines if it works on one column of them.
//
// A command that prints lines writes its first result in the place of the value
// and adds the others as columns, or adds all of them. What else is in a line
// comes out byte for byte, with the line's end.
type Table struct {
	Column column.Column
	Adds   bool     // all results are added, and the value stays
	Passes bool     // the lines themselves are printed, or left out
	Name   string   // of the column; "": Column knows its number
	Header bool     // the first line of an input has the names of columns
	Names  []string // of the results, for a command that prints lines; TAB separates results
	CSV    bool     // a line is a record of CSV, and may have newlines in it
	Comma  byte     // between the columns of CSV
	// Targets: the values are request-targets, each of the method in its cell, or of Method
	// if that has none.
	Targets bool
	Method  []byte
}

// resultHasDelimiter is the kind of a line whose result would be two columns, or
// two lines, of a table without quotes.
const resultHasDelimiter = "delimiter-in-result"

var (
	quote = []byte{'"'}
	tab   = []byte{'\t'}
)

// prints reports whether the lines themselves are printed.
func (t *Table) prints() bool { return len(t.Names) > 0 }

// CutRecord cuts the first line off src, with its end.
func (j *Job) CutRecord(src []byte) (record, rest []byte) {
	i := bytes.IndexByte(src, j.Delim)
	// If the number of quotes before an LF is even, it is not between quotes, or the
	// record is not well-formed and ends there all the same.
	if t := j.Table; t != nil && t.CSV && i >= 0 && bytes.Count(src[:i], quote)%2 != 0 {
		ends := column.CSVEnds{Comma: t.Comma}
		i = ends.Next(src)
	}
	if i < 0 {
		return src, nil
	}
	return src[:i+1], src[i+1:]
}

// TrimEnd returns a record of CutRecord without its end, which the last one of an input
// may lack. With LF as the delimiter a CR directly before it belongs to the end.
func TrimEnd(record []byte, delim byte) []byte {
	n := len(record)
	if n > 0 && record[n-1] == delim {
		if n--; delim == '\n' && n > 0 && record[n-1] == '\r' {
			n--
		}
	}
	return record[:n]
}

// fieldNamed returns the number of the column that has the name j.Table.Name in the first
// record of first.
func (j *Job) fieldNamed(first []byte) (int, error) {
	record, _ := j.CutRecord(first)
	names := j.columnNames(TrimEnd(record, j.Delim))
	if i := slices.Index(names, j.Table.Name); i >= 0 {
		return i + 1, nil
	}
	about := fmt.Sprintf("there are %q", names[:min(20, len(names))])
	if near := diag.Nearest(j.Table.Name, names); len(names) == 1 && strings.ContainsAny(names[0], ",;") {
		about = "--csv is for commas between columns, --delimiter ';' for semicolons"
	} else if near != "" {
		about = fmt.Sprintf("did you mean %q?", near)
	}
	return 0, diag.Usage(fmt.Sprintf("no column is called %q: %s", j.Table.Name, about))
}

func (j *Job) columnNames(line []byte) []string {
	c := &column.Cell{Column: j.Table.Column, Field: math.MaxInt, Names: []string{}}
	c.Reset(line)
	c.Column.Find(c)
	return c.Names
}

// DoRecord does the first line of src and returns what follows it.
func (j *Job) DoRecord(r *Results, src []byte) (rest []byte) {
	record, rest := j.CutRecord(src)
	line := TrimEnd(record, j.Delim)
	c := j.cell(r)
	c.Reset(line)
	if r.First && j.Table.Header && len(line) <= j.MaxLine {
		r.Out = j.appendHeader(r.Out, c, record)
		r.Header = len(r.Out)
	} else {
		j.doValues(r, c, record)
	}
	r.First = false
	r.Lines++
	if j.Table.CSV {
		r.Lines += bytes.Count(line, stream.Newline)
	}
	return rest
}

// doValues does the values of a record: each by itself, or all of them where the record is
// printed.
func (j *Job) doValues(r *Results, c *column.Cell, record []byte) {
	f := j.tooLong()
	if len(c.Line) <= j.MaxLine {
		f = c.Column.Find(c)
		if j.Unfound != nil {
			j.hint(r, c.Line)
			if f.Kind != "" && f.Kind != diag.Absent {
				r.Out = j.appendEnded(j.Unfound(r.Out, c), record[len(c.Line):])
				return
			}
		}
	}
	bad, found := r.Bad, f.Kind == ""
	for {
		out := r.Out
		if found && j.Table.prints() {
			out, f = j.appendRecord(r.Out, c, record)
		} else if found {
			out, f = j.appendResults(r.Out, c)
			if len(c.Notes) > 0 {
				j.note(r, c)
			}
		}
		switch {
		case f.Kind == "":
			r.Out = out
		case f.Kind == diag.Absent:
			r.Out = j.appendAbsent(r.Out, j.cellAt(r, j.place(r, c.Line, f)), record, f)
		default:
			r.Out = out[:len(r.Out)]
			if !found && f.Kind != diag.MissingField {
				c.Value = nil // not of a record of CSV that is bad after it
			}
			j.doBadValue(r, c, record, f, r.Bad == bad)
		}
		if !found || !c.More() || j.Table.prints() || r.Stop {
			break
		}
		c.Next()
	}
	if j.PassesGood && r.Bad == bad {
		r.Out = j.appendEnded(r.Out, record)
	}
}

// appendRecord appends a record with the results of its values in it, or returns the flaw of
// one of them.
func (j *Job) appendRecord(dst []byte, c *column.Cell, record []byte) (out []byte, f diag.Flaw) {
	out, prints := dst, false
	for {
		c.Result, f = j.appendResults(WithRoom(c.Result[:0], len(c.Value)+column.RoomyCell), c)
		if f.Kind != "" {
			return dst, f
		}
		if prints = prints || len(c.Result) > 0; len(c.Result) == 0 {
			c.Result = append(append(c.Result, c.Value...), '\n')
		}
		var ok bool
		if out, ok = j.weave(out, c, record); !ok {
			return dst, diag.Flaw{Kind: resultHasDelimiter, Offset: c.Start}
		}
		if !c.More() {
			break
		}
		c.Next()
	}
	if !prints {
		return out[:len(dst)], f // with its memory
	}
	return out, f
}

// appendAbsent appends what is printed for a record without a value, which f says.
func (j *Job) appendAbsent(dst []byte, c *column.Cell, record []byte, f diag.Flaw) []byte {
	t := j.Table
	switch {
	case j.printsBad():
		return j.Bad(dst, nil, f, c)
	case t.Adds && t.CSV: // the columns are there, and empty
		c.Result = c.Result[:0]
		for range len(t.Names) - 1 {
			c.Result = append(c.Result, '\t')
		}
		c.Result = append(c.Result, '\n')
		dst, _ = j.weave(dst, c, record)
		return dst
	case t.prints():
		return j.appendEnded(dst, record)
	case j.Rows:
		return j.appendNoRow(dst)
	}
	return dst
}

// WithRoom returns b with room for n bytes more. For many there is then not a byte
// more than that.
func WithRoom(b []byte, n int) []byte {
	if n <= pipeline.RoomyBlock || cap(b)-len(b) >= n {
		return b
	}
	return append(make([]byte, 0, len(b)+n), b...)
}

// appendResults appends what the command makes of the value of c, or returns the
// flaw with its offset in the line.
func (j *Job) appendResults(dst []byte, c *column.Cell) ([]byte, diag.Flaw) {
	var ref scanner.Ref
	var f diag.Flaw
	if j.Reference != nil {
		ref, f = j.Table.locate(c)
	}
	if f.Kind != "" {
		if other := j.standIn(c.Value); other != nil {
			value := c.Value
			c.Value = other
			if there, none := j.Table.locate(c); none.Kind == "" {
				ref, f = there, none
			}
			c.Value = value
		}
	}
	switch {
	case f.Kind != "":
	case j.Reference != nil:
		dst, f = j.Reference(dst, c.Value, ref, c)
	default:
		dst, f = j.Line(dst, c.Value)
	}
	if f.Kind != "" {
		f.Offset = c.At(f.Offset)
	}
	return dst, f
}

// locate returns the Ref of the value of c, and the form of a request-target in c.
func (t *Table) locate(c *column.Cell) (ref scanner.Ref, f diag.Flaw) {
	if !t.Targets {
		ref, fault := scanner.Locate(c.Value, scanner.URIReference)
		if fault != (scanner.Fault{}) {
			f = diag.FlawOf(fault)
		}
		return ref, f
	}
	if c.Method == nil {
		c.Method = t.Method
	}
	form, ref, err := target.Parse(c.Method, c.Value)
	if err != nil {
		form, f = formAsked(c.Method, c.Value), diag.FlawOfError(err)
	}
	c.Form = form
	return ref, f
}

// formAsked returns the form that method and the first byte of a target ask for (RFC 9112, 3.2).
func formAsked(method, value []byte) target.Form {
	switch {
	case string(method) == "CONNECT":
		return target.AuthorityForm
	case bytes.HasPrefix(value, []byte{'/'}):
		return target.OriginForm
	case bytes.HasPrefix(value, []byte{'*'}) && string(method) == "OPTIONS":
		return target.AsteriskForm
	}
	return target.AbsoluteForm
}

// weave appends the line of c, from c.Done on, with c.Result in it: up to the next value if
// there are more. ok is false if the result has no place there.
func (j *Job) weave(dst []byte, c *column.Cell, record []byte) (out []byte, ok bool) {
	t := j.Table
	room := len(record) + len(c.Result) + column.RoomyCell
	if !t.Adds {
		room -= c.End - c.Start
	}
	if c.Done == 0 { // for many values it would be copied as many times
		dst = WithRoom(dst, room)
	}
	columns, names, more := c.Result[:len(c.Result)-1], t.Names, true
	if !t.Adds && !c.More() && c.Done == 0 && bytes.Equal(columns, c.Value) {
		return j.appendEnded(dst, record), true // as it is, with its escapes
	}
	ok = true
	if t.Adds {
		dst = append(dst, c.Line[:c.Tail]...)
	} else {
		value, rest := columns, []byte(nil)
		if more = len(names) > 1; more { // else a TAB is a part of it
			value, rest, more = bytes.Cut(columns, tab)
		}
		columns, names = rest, names[1:]
		dst = append(dst, c.Line[c.Done:c.Start]...)
		if bytes.Equal(value, c.Value) {
			dst = append(dst, c.Line[c.Start:c.End]...) // with its escapes
		} else {
			from := len(dst)
			dst, ok = c.Column.Enclose(append(dst, value...), from, c)
		}
		if c.Done = c.End; c.More() {
			return dst, ok
		}
		dst = append(dst, c.Line[c.End:c.Tail]...)
	}
	if more && ok {
		dst, ok = t.appendColumns(dst, c, names, columns)
	}
	return j.appendEnded(dst, record[c.Tail:]), ok
}

// appendColumns appends text, which is several columns if it contains TABs. The last of
// names is that of all columns that are left. JSON has a member for each name; if one name
// is left, its member takes all of text.
func (t *Table) appendColumns(dst []byte, c *column.Cell, names []string, text []byte) (out []byte, ok bool) {
	if len(names) == 1 && column.IsJSON(t.Column) {
		return t.Column.AppendColumn(dst, c, names[0], text)
	}
	more := true
	for ok = true; more && ok; names = names[min(1, len(names)-1):] {
		var column []byte
		column, text, more = bytes.Cut(text, tab)
		dst, ok = t.Column.AppendColumn(dst, c, names[0], column)
	}
	return dst, ok
}

func (j *Job) appendHeader(dst []byte, c *column.Cell, record []byte) []byte {
	t := j.Table
	switch {
	case t.Passes:
		return j.appendEnded(dst, record)
	case !t.prints():
		return dst
	}
	names := t.Names
	if !t.Adds {
		names = names[1:]
	}
	dst = append(dst, c.Line...)
	taken := j.columnNames(c.Line)
	for _, name := range names {
		for slices.Contains(taken, name) {
			name = "uriscan_" + name
		}
		taken = append(taken, name)
		// A delimiter that is part of a name is the caller's wish.
		dst, _ = t.Column.AppendColumn(dst, c, name, []byte(name))
	}
	return j.appendEnded(dst, record[len(c.Line):])
}

// doBadValue handles a bad value of a record, which may be the first of them.
func (j *Job) doBadValue(r *Results, c *column.Cell, record []byte, f diag.Flaw, isFirst bool) {
	if f.Kind == diag.MissingField && c.Value != nil && j.Table.Targets { // the line's end cuts it off
		c.Form = formAsked(c.Method, c.Value)
	}
	found := j.place(r, c.Line, f)
	if isFirst {
		j.Reject(r, record)
	}
	_, isLine := c.Column.(*column.Whole)
	if len(c.Line) <= j.MaxLine && (isLine && f.Kind != resultHasDelimiter || f.Kind == diag.MissingField || !c.Whole) {
		j.hint(r, c.Line)
	}
	if j.Bad != nil && !j.printsBad() && c.Whole {
		c.Result = j.Bad(c.Result[:0], c.Value, f, j.cellAt(r, found))
		if out, ok := j.weave(r.Out, c, record); ok {
			r.Out = out
			r.Bad++
			return
		}
	}
	if j.Rows && j.weaveNone(r, c, record, f) {
		r.Bad++
		j.enterFlaw(r, found)
		return
	}
	j.enterBad(r, c.Value, f, found)
	if j.passes() && isFirst {
		r.Out = j.appendEnded(r.Out, record)
	}
}
