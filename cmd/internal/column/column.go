package column

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/scanner/target"
)

// A Column finds in a line the value that a command works on, and writes results there.
type Column interface {
	// Find finds the value in c.Line and enters it into c. Without a value, the flaw says why;
	// one that the line's end cuts off is there beside it.
	Find(c *Cell) diag.Flaw
	// Enclose makes the reference dst[from:] valid in the place of the value; ok is
	// false if that is not possible.
	Enclose(dst []byte, from int, c *Cell) (out []byte, ok bool)
	// AppendColumn appends text as a column after those of a line; ok is as for Enclose.
	AppendColumn(dst []byte, c *Cell, name string, text []byte) (out []byte, ok bool)
}

// A Cell is a value found in a line.
//
//	0 <= Start <= End <= Tail <= len(Line)
//
// Line[Start:End] is the value as written, with the quotes that belong to it. New columns
// are inserted before Line[Tail:].
type Cell struct {
	Column     Column
	Line       []byte
	Value      []byte // in Line, or in Memory if it had to be decoded
	Start, End int
	Tail       int
	Done       int      // how much of Line, up to a value, is written already
	Quoted     bool     // the value is in quotes
	escaped    bool     // some of it is an escape: the Column is an escaper
	Whole      bool     // the line is well-formed: columns can be added
	Absent     bool     // the line has no value, which is not a fault: "-" in a log or in JSON, null, or an empty one
	passed     []passed // places in a value with escapes, in order
	Memory     []byte
	Scratch    []byte // for a command's own use
	Result     []byte // what came of the value, before it is written into the line
	json       jsonScan
	Field      int      // which column it is, where the input decides that, from 1
	Names      []string // of the columns before that one, unless it is nil
	Number     int64    // of the line in its input, from 1
	Byte       int      // of the line at which it is bad, from 1
	Own        any      // what a command keeps with it
	// Notes are findings on the value that do not make it bad, with offsets in it.
	Notes []diag.Flaw
	// Method is that of the request whose target the value is, in a log, and Form the form
	// of the target, 0 if the value is read as a reference.
	Method []byte
	Form   target.Form
}

// RoomyCell is how much memory a cell keeps from line to line.
const RoomyCell = 64 << 10

// Reset makes c a cell of line, in which nothing is found yet.
func (c *Cell) Reset(line []byte) {
	c.Line, c.Value, c.Method, c.Form = line, nil, nil, 0
	c.Start, c.End, c.Tail, c.Done = len(line), len(line), len(line), 0
	c.json.begin(line)
	c.Quoted, c.escaped, c.Whole, c.Absent = false, false, false, false
	if cap(c.Memory)+cap(c.Result)+cap(c.Scratch)+16*cap(c.passed) > RoomyCell {
		c.Memory, c.Result, c.Scratch, c.passed = nil, nil, nil, nil
	}
}

// At returns the offset in its line of byte i of a value: if an escape stands for several
// bytes, that of the escape. If the value is not in a column, the offset counts from the start
// of the value.
func (c *Cell) At(i int) int {
	if c == nil || c.Column == nil {
		return i
	}
	at := c.Start
	if c.Quoted {
		at++
	}
	if !c.escaped {
		return min(at+i, c.End)
	}
	return c.atEscaped(i, passed{0, at})
}

// atEscaped is At for a value with escapes, from its beginning or from the last place before i
// that an earlier call has passed: many offsets of a long value take linear time.
func (c *Cell) atEscaped(i int, p passed) int {
	if n, _ := slices.BinarySearchFunc(c.passed, i, func(p passed, i int) int { return p.size - i }); n > 0 {
		p = c.passed[n-1]
	}
	from := c.Column.(escaper)
	for p.size < i && p.at < c.End-1 {
		mark := bytes.IndexByte(c.Line[p.at:min(p.at+i-p.size, c.End-1)], from.mark())
		if mark < 0 {
			break
		}
		size, n := from.escape(c.Line[p.at+mark : c.End])
		if p.size+mark+n > i {
			return p.at + mark
		}
		p = passed{p.size + mark + n, p.at + mark + size}
		if n := len(c.passed); p.size >= passedEvery && (n == 0 || p.size-c.passed[n-1].size >= passedEvery) {
			c.passed = append(c.passed, p)
		}
	}
	return min(p.at+i-p.size, c.End)
}

// A passed is a place in a value: the bytes before it are size bytes of the value, and in the line
// it is at that offset. It is not within an escape.
type passed struct{ size, at int }

// passedEvery is how many bytes of a value are from one passed to the next, at least.
const passedEvery = 64

// An escaper is a Column whose values may have escapes.
type escaper interface {
	mark() byte // begins an escape
	// escape returns how many bytes the escape at the beginning of s takes, and how many it
	// stands for.
	escape(s []byte) (size, n int)
}

func (c *Cell) take(start, end int) {
	c.Start, c.End = start, end
	c.Value, c.passed = c.Line[start:end], c.passed[:0]
}

// collect adds a column to the names, up to a limit.
func (c *Cell) collect(name []byte) {
	if c.Names != nil && len(c.Names) < 1<<20 {
		c.Names = append(c.Names, string(name))
	}
}

func encloseInQuotes(dst []byte, from int) []byte {
	dst = append(dst, `""`...)
	copy(dst[from+1:], dst[from:len(dst)-2])
	dst[from] = '"'
	return dst
}

func (c *Cell) missing() diag.Flaw { return diag.Flaw{Kind: diag.MissingField, Offset: len(c.Line)} }

// absent is what [Column.Find] returns for a line that has no value.
func (c *Cell) absent() diag.Flaw {
	c.Absent = true
	return diag.Flaw{Kind: diag.Absent, Offset: len(c.Line)}
}

// RoomFor returns b, empty, or other memory if it has no room for n bytes. Memory
// for a long line has not a byte more than that.
func RoomFor(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, 0, max(n, min(2*cap(b), RoomyCell)))
	}
	return b[:0]
}
