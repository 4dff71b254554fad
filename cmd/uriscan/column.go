package main

// A column is where in a line the value stands that a command works on, and how
// results are written there.
type column interface {
	// find enters the value of c.line into c. A flaw says why there is none.
	find(c *cell) flaw
	// at returns where in the line byte i of the value is, or its end.
	at(c *cell, i int) int
	// enclose makes the reference dst[from:] what can stand in the place of the
	// value; ok is false if it cannot.
	enclose(dst []byte, from int, c *cell) (out []byte, ok bool)
	// appendColumn appends text as a column behind those of a line, likewise.
	appendColumn(dst []byte, c *cell, name string, text []byte) (out []byte, ok bool)
}

// A cell is a value found in a line.
//
//	0 <= start <= end <= tail <= len(line)
//
// line[start:end] is what stands for the value, with the quotes that belong to
// it, and new columns go in before line[tail:].
type cell struct {
	column     column
	line       []byte
	value      []byte // in line, or in memory if it had to be decoded
	start, end int
	tail       int
	quoted     bool // the value is in quotes
	whole      bool // the line is well-formed: columns can be added
	memory     []byte
	result     []byte // what came of the value, before it is written into the line
	json       jsonScan
	picks      *picks // where dedupe leaves what it finds
}

// roomyCell is how much memory a cell keeps from line to line.
const roomyCell = 64 << 10

// reset makes c a cell of line, in which nothing is found yet.
func (c *cell) reset(line []byte) {
	c.line, c.value = line, nil
	c.start, c.end, c.tail = len(line), len(line), len(line)
	c.quoted, c.whole = false, false
	if cap(c.memory)+cap(c.result) > roomyCell {
		c.memory, c.result = nil, nil
	}
}

// at returns where in its line byte i of a value is. What was found in no line
// counts from its own start.
func (c *cell) at(i int) int {
	if c == nil {
		return i
	}
	return c.column.at(c, i)
}

// take makes line[start:end] the value.
func (c *cell) take(start, end int) {
	c.start, c.end = start, end
	c.value = c.line[start:end]
}

// encloseInQuotes puts quotes around dst[from:].
func encloseInQuotes(dst []byte, from int) []byte {
	dst = append(dst, `""`...)
	copy(dst[from+1:], dst[from:len(dst)-2])
	dst[from] = '"'
	return dst
}

// missing is the flaw of a line without the field that is asked for.
func (c *cell) missing() flaw { return flaw{missingField, len(c.line)} }
