package prose

import (
	"bytes"
	"slices"
)

// A window holds the part of a text that is still needed, decoded. The text arrives
// at once or in pieces.
//
//	0 <= counted <= len(buf) <= cap(buf)
//	edits[i-1].at <= edits[i].at; edits[i].at <= counted if and only if i < passed
type window struct {
	decoder
	buf     []byte
	own     []byte // the memory of buf, unless that is borrowed
	ended   bool   // nothing follows buf
	Cursor         // of buf[counted]
	counted int
	passed  int // how many edits are counted in Cursor
}

// A Cursor is a place in an input.
type Cursor struct {
	Line   int64 // from 1
	Column int64 // in bytes from 0
}

// Before returns c, the place of src. If src begins an input with a byte order mark,
// columns count from the byte after the mark.
func (c Cursor) Before(src []byte) Cursor {
	const mark = "\ufeff"
	if c == (Cursor{Line: 1}) && bytes.HasPrefix(src, []byte(mark)) {
		c.Column = -int64(len(mark))
	}
	return c
}

// Pass moves c past src.
func (c *Cursor) Pass(src []byte) {
	c.Column += int64(len(src))
	if n := bytes.Count(src, []byte{'\n'}); n > 0 {
		c.Line += int64(n)
		c.Column = int64(len(src) - 1 - bytes.LastIndexByte(src, '\n'))
	}
}

// reset makes t an empty text at line 1, and keeps the memory.
func (t *window) reset() {
	t.decoder.reset()
	*t = window{decoder: t.decoder, buf: t.own[:0], own: t.own, Cursor: Cursor{Line: 1}}
}

// position returns the line and the byte, both from 1, at which the raw text of
// buf[i] begins. Line feeds are counted once: i must not be less than in the
// previous call.
func (t *window) position(i int) (line, column int64) {
	for ; t.passed < len(t.edits) && t.edits[t.passed].at <= i; t.passed++ {
		e := &t.edits[t.passed]
		t.count(e.at)
		if e.lines > 0 {
			t.Line += e.lines
			t.Column = 0
		}
		t.Column += e.bytes
	}
	t.count(i)
	return t.Line, t.Column - int64(t.counted-i) + 1
}

// count moves the Cursor to buf[i].
func (t *window) count(i int) {
	if i <= t.counted {
		return
	}
	t.Pass(t.buf[t.counted:i])
	t.counted = i
}

// isEscaped reports whether buf[i] was escaped in the raw text.
func (t *window) isEscaped(i int) bool {
	_, found := slices.BinarySearchFunc(t.edits, i+1, func(e edit, at int) int { return e.at - at })
	return found
}

// drop forgets the first n bytes if that is worth moving the others, and reports
// whether it did.
func (t *window) drop(n int) (dropped bool) {
	if n < len(t.buf)/2 {
		return false
	}
	t.position(n)
	t.counted -= n
	t.buf = t.buf[:copy(t.buf, t.buf[n:])]
	t.edits = t.edits[:copy(t.edits, t.edits[t.passed:])]
	t.passed = 0
	for i := range t.edits {
		t.edits[i].at -= n
	}
	return true
}

// Add appends a copy of piece, decoded. If it is the last, nothing follows it.
func (t *window) Add(piece []byte, last bool) {
	t.buf = t.decode(t.buf, piece, last)
	t.own, t.ended = t.buf, last
}

// Set makes piece the whole text. The window may keep piece, and does not change it.
func (t *window) Set(piece []byte) {
	t.buf, t.ended = t.decodeWhole(piece), true
}

// IndexOrLen returns the index of the first b in s, len(s) without one.
func IndexOrLen(s []byte, b byte) int {
	if i := bytes.IndexByte(s, b); i >= 0 {
		return i
	}
	return len(s)
}
