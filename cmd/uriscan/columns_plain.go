package main

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// A plainColumn is a column of a table in which delim stands between columns and
// nothing else has a meaning.
type plainColumn struct {
	number int // from 1
	delim  byte
	end    byte // of lines
}

func (p *plainColumn) find(c *cell) flaw {
	c.whole = true
	start := 0
	for range p.number - 1 {
		n := bytes.IndexByte(c.line[start:], p.delim)
		if n < 0 {
			return c.missing()
		}
		start += n + 1
	}
	n := bytes.IndexByte(c.line[start:], p.delim)
	if n < 0 {
		n = len(c.line) - start
	}
	c.take(start, start+n)
	return flaw{}
}

func (p *plainColumn) at(c *cell, i int) int { return min(c.start+i, c.end) }

// enclose looks only for what can be in a reference.
func (p *plainColumn) enclose(dst []byte, from int, _ *cell) ([]byte, bool) {
	return dst, lut.ClassOf(p.delim) == 0 || p.holds(dst[from:])
}

func (p *plainColumn) appendColumn(dst []byte, _ *cell, _ string, text []byte) ([]byte, bool) {
	return append(append(dst, p.delim), text...), p.holds(text)
}

// holds tells whether text can be a column.
func (p *plainColumn) holds(text []byte) bool {
	return bytes.IndexByte(text, p.delim) < 0 && bytes.IndexByte(text, p.end) < 0
}
