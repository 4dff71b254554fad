package main

import (
	"bytes"

	"github.com/uriscan/uriscan/scanner"
)

// A table is what a job does with lines of which it works on one column.
//
// A command that prints lines writes its first result in the place of the value
// and adds the others as columns, or adds all of them. What else is in a line
// comes out byte for byte, with the line's end.
type table struct {
	column   column
	rewrites bool     // the command prints lines; else it prints records of values
	adds     bool     // all results are added, and the value stays
	passes   bool     // the lines themselves are printed, or left out
	header   bool     // the first line of an input has the names of columns
	names    []string // of the results; TAB separates results from each other
	inPlace  bool     // the only result is a reference, and differs from the value
	csv      bool     // a line is a record of CSV, and may have newlines in it
	comma    byte     // between the columns of CSV
}

// resultHasDelimiter is the kind of a line whose result would be two columns, or
// two lines, of a table without quotes.
const resultHasDelimiter = "delimiter-in-result"

var newline, quote = []byte{'\n'}, []byte{'"'}

// prints tells whether the lines themselves are printed.
func (t *table) prints() bool { return t.rewrites || t.adds }

// setEnds tells b, which reads lines for j, where they end.
func (j *job) setEnds(b *blockReader) {
	b.keepCR = j.keepsEnds || j.table != nil
	if j.table != nil && j.table.csv {
		b.ends = &recordEnds{comma: j.table.comma}
	}
}

// cutRecord cuts the first line off src, with its end.
func (j *job) cutRecord(src []byte) (record, rest []byte) {
	i := bytes.IndexByte(src, j.delim)
	// If the number of quotes before an LF is even, it is not between quotes, or the
	// record is not well-formed and ends there all the same.
	if t := j.table; t.csv && i >= 0 && bytes.Count(src[:i], quote)%2 != 0 {
		ends := recordEnds{comma: t.comma}
		i = ends.next(src)
	}
	if i < 0 {
		return src, nil
	}
	return src[:i+1], src[i+1:]
}

// splitEnd returns a record of cutRecord as a line and its end, which is empty
// for the last line of an input.
func splitEnd(record []byte, delim byte) (line, end []byte) {
	n := len(record)
	if n == 0 || record[n-1] != delim {
		return record, nil
	}
	n--
	if delim == '\n' && n > 0 && record[n-1] == '\r' {
		n--
	}
	return record[:n], record[n:]
}

// doRecord does the first line of src and returns what follows it.
func (j *job) doRecord(r *results, src []byte) (rest []byte) {
	record, rest := j.cutRecord(src)
	line, end := splitEnd(record, j.delim)
	if r.cell == nil {
		r.cell = &cell{column: j.table.column}
	}
	c := r.cell
	c.reset(line)
	var out []byte
	var f flaw
	if r.first && j.table.header && len(line) <= j.maxLine {
		out = j.appendHeader(r.out, c, end)
	} else {
		out, f = j.appendRecord(r.out, c, end)
	}
	r.first = false
	if f.kind == "" {
		r.out = out
	} else {
		r.out = out[:len(r.out)]
		j.doBadRecord(r, c, end, f)
	}
	r.lines++
	if j.table.csv {
		r.lines += bytes.Count(line, newline)
	}
	return rest
}

// appendRecord appends what is printed for a line, or returns its flaw.
func (j *job) appendRecord(dst []byte, c *cell, end []byte) ([]byte, flaw) {
	if len(c.line) > j.maxLine {
		return dst, flaw{scanner.TooLong.String(), j.maxLine}
	}
	if f := c.column.find(c); f.kind != "" {
		return dst, f
	}
	if !j.table.prints() {
		return j.appendResults(dst, c)
	}
	if j.table.inPlace {
		return j.replace(dst, c, end)
	}
	var f flaw
	c.result, f = j.appendResults(c.result[:0], c)
	if f.kind != "" || len(c.result) == 0 {
		return dst, f
	}
	out, ok := j.weave(dst, c, end)
	if !ok {
		return dst, flaw{resultHasDelimiter, c.start}
	}
	return out, flaw{}
}

// replace is appendRecord where the result is a reference, which is written into its
// place.
func (j *job) replace(dst []byte, c *cell, end []byte) ([]byte, flaw) {
	start := len(dst)
	dst = append(withRoom(dst, len(c.line)+roomyCell), c.line[:c.start]...)
	result := len(dst)
	dst, f := j.appendResults(dst, c)
	if f.kind != "" || len(dst) == result {
		return dst[:start], f
	}
	dst, ok := c.column.enclose(dst[:len(dst)-1], result, c)
	if !ok {
		return dst[:start], flaw{resultHasDelimiter, c.start}
	}
	dst = append(dst, c.line[c.end:]...)
	return j.appendEnd(dst, end), flaw{}
}

// withRoom returns b with room for n bytes more. For many there is then not a byte
// more than that.
func withRoom(b []byte, n int) []byte {
	if n <= roomyBlock || cap(b)-len(b) >= n {
		return b
	}
	return append(make([]byte, 0, len(b)+n), b...)
}

// appendResults appends what the command makes of the value of c, or returns the
// flaw with its offset in the line.
func (j *job) appendResults(dst []byte, c *cell) ([]byte, flaw) {
	var f flaw
	if j.reference == nil {
		dst, f = j.line(dst, c.value)
	} else if ref, fault := scanner.Locate(c.value, scanner.URIReference); fault != (scanner.Fault{}) {
		f = flawOf(fault)
	} else {
		dst, f = j.reference(dst, c.value, ref, c)
	}
	if f.kind != "" {
		f.offset = c.at(f.offset)
	}
	return dst, f
}

// weave appends the line of c with c.result in it; ok is false if it has no place
// there.
func (j *job) weave(dst []byte, c *cell, end []byte) (out []byte, ok bool) {
	t := j.table
	columns, more := c.result[:len(c.result)-1], true
	names := t.names
	ok = true
	if t.adds {
		dst = append(dst, c.line[:c.tail]...)
	} else {
		var value []byte
		value, columns, more = bytes.Cut(columns, tab)
		names = names[1:]
		dst = append(dst, c.line[:c.start]...)
		if bytes.Equal(value, c.value) {
			dst = append(dst, c.line[c.start:c.end]...) // with its escapes
		} else {
			from := len(dst)
			dst, ok = c.column.enclose(append(dst, value...), from, c)
		}
		dst = append(dst, c.line[c.end:c.tail]...)
	}
	if more && ok {
		dst, ok = t.appendColumns(dst, c, names, columns)
	}
	dst = append(dst, c.line[c.tail:]...)
	return j.appendEnd(dst, end), ok
}

var tab = []byte{'\t'}

// appendColumns appends text, at the TABs in it several columns. The last of names
// is that of all which are left; JSON, which has a member for each, takes what has
// one name as it is.
func (t *table) appendColumns(dst []byte, c *cell, names []string, text []byte) (out []byte, ok bool) {
	if len(names) == 1 && isJSON(t.column) {
		return t.column.appendColumn(dst, c, names[0], text)
	}
	more := true
	for ok = true; more && ok; names = names[min(1, len(names)-1):] {
		var column []byte
		column, text, more = bytes.Cut(text, tab)
		dst, ok = t.column.appendColumn(dst, c, names[0], column)
	}
	return dst, ok
}

// appendEnd appends the end of a line as it was. A last line without one gets
// one, so that what follows is not taken for a part of it.
func (j *job) appendEnd(dst, end []byte) []byte {
	if len(end) == 0 {
		return append(dst, j.delim)
	}
	return append(dst, end...)
}

// appendHeader appends what is printed for the line with the names of columns.
func (j *job) appendHeader(dst []byte, c *cell, end []byte) []byte {
	t := j.table
	if !t.prints() {
		return dst
	}
	names := t.names
	if !t.adds {
		names = names[1:]
	}
	dst = append(dst, c.line...)
	for _, name := range names {
		// A delimiter that is part of a name is the caller's wish.
		dst, _ = t.column.appendColumn(dst, c, name, []byte(name))
	}
	return j.appendEnd(dst, end)
}

// doBadRecord does what is to be done with a bad line, except to count it.
func (j *job) doBadRecord(r *results, c *cell, end []byte, f flaw) {
	r.bad++
	switch {
	case j.badLine != nil && c.whole:
		r.out = j.badLine(r.out, c.value, f)
		return
	case j.badLine != nil:
		r.out = j.badLine(r.out, nil, f)
		return
	case j.printsBad():
		r.out = j.bad(r.out, f)
		return
	case j.bad != nil && c.whole:
		c.result = j.bad(c.result[:0], f)
		if out, ok := j.weave(r.out, c, end); ok {
			r.out = out
			return
		}
	}
	if !j.quiet {
		r.flaws = append(r.flaws, j.table.place(c.line, r.lines, f))
	}
	if j.onError == keep {
		r.out = j.appendEnd(append(r.out, c.line...), end)
	}
	r.stop = j.onError == fail
}

// doLong counts the lines in a part of a record that is too long, which counts as
// one already, and says where its flaw is to those who count lines.
func (t *table) doLong(r *results, src []byte, p part) {
	if n := len(r.flaws); p == lineHead && n > 0 {
		r.flaws[n-1] = t.place(src, r.flaws[n-1].line, r.flaws[n-1].flaw)
	}
	r.lines += bytes.Count(src, newline)
}

// place returns where f is, in a line that begins as the one of that number. A
// record of CSV may be several lines to those who look for the place.
func (t *table) place(line []byte, number int, f flaw) foundFlaw {
	if t.csv {
		before := line[:min(f.offset, len(line))]
		number += bytes.Count(before, newline)
		f.offset -= bytes.LastIndexByte(before, '\n') + 1
	}
	return foundFlaw{f, number}
}
