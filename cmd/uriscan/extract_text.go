package main

import (
	"bytes"
	"slices"
)

// A text is one that comes piece by piece and of which only what is still needed
// is held, decoded.
//
//	0 <= counted <= len(buf) <= cap(buf)
//	edits[i-1].at <= edits[i].at; edits[i].at <= counted if and only if i < passed
type text struct {
	decoder
	buf     []byte
	own     []byte // the memory of buf, unless that is borrowed
	ended   bool   // nothing follows buf
	cursor         // of buf[counted]
	counted int
	passed  int // how many edits are counted
}

// A cursor is a place in an input.
type cursor struct {
	line   int64 // from 1
	column int64 // in bytes from 0
}

// before returns c, the place of src. If that begins an input with a byte order mark, it is
// after the mark that bytes count.
func (c cursor) before(src []byte) cursor {
	if c == (cursor{line: 1}) && bytes.HasPrefix(src, []byte(byteOrderMark)) {
		c.column = -int64(len(byteOrderMark))
	}
	return c
}

// pass goes on after src.
func (c *cursor) pass(src []byte) {
	c.column += int64(len(src))
	if n := bytes.Count(src, newline); n > 0 {
		c.line += int64(n)
		c.column = int64(len(src) - 1 - bytes.LastIndexByte(src, '\n'))
	}
}

// reset makes t an empty text of which nothing was read, and keeps the memory.
func (t *text) reset() {
	t.decoder.reset()
	*t = text{decoder: t.decoder, buf: t.own[:0], own: t.own, cursor: cursor{line: 1}}
}

// position returns the line and the byte, both from 1, at which what buf[i] was
// decoded from begins. Line feeds are counted once: i must not be less than in
// the call before.
func (t *text) position(i int) (line, column int64) {
	for ; t.passed < len(t.edits) && t.edits[t.passed].at <= i; t.passed++ {
		e := &t.edits[t.passed]
		t.count(e.at)
		if e.lines > 0 {
			t.line += e.lines
			t.column = 0
		}
		t.column += e.bytes
	}
	t.count(i)
	return t.line, t.column - int64(t.counted-i) + 1
}

// count counts the lines to buf[i].
func (t *text) count(i int) {
	if i <= t.counted {
		return
	}
	t.pass(t.buf[t.counted:i])
	t.counted = i
}

// isEscaped tells whether buf[i] was an escape.
func (t *text) isEscaped(i int) bool {
	_, found := slices.BinarySearchFunc(t.edits, i+1, func(e edit, at int) int { return e.at - at })
	return found
}

// drop forgets the first n bytes, if that is worth moving the others.
func (t *text) drop(n int) (dropped bool) {
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

// add appends a piece; nothing follows it if it is the last.
func (t *text) add(piece []byte, last bool) {
	t.buf = t.decode(t.buf, piece, last)
	t.own, t.ended = t.buf, last
}

// set makes piece, which is not changed, all of the text that there is.
func (t *text) set(piece []byte) {
	t.buf, t.ended = t.decodeWhole(piece), true
}

// indexOrLen returns where in s the first b is, len(s) if nowhere.
func indexOrLen(s []byte, b byte) int {
	if i := bytes.IndexByte(s, b); i >= 0 {
		return i
	}
	return len(s)
}
