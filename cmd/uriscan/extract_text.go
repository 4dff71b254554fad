package main

import "bytes"

// A text is one that comes piece by piece and of which only what is still needed
// is held.
//
//	0 <= counted <= len(buf) <= cap(buf)
type text struct {
	buf     []byte
	ended   bool // nothing follows buf
	counted int  // line and column are those of buf[counted]
	line    int64
	column  int64 // in bytes from 0
}

// reset makes t an empty text of which nothing was read, and keeps the memory.
func (t *text) reset() { *t = text{buf: t.buf[:0], line: 1} }

// position returns the line and the byte of buf[i], both from 1. Line feeds are
// counted once: i must not be before a line feed that a call went beyond.
func (t *text) position(i int) (line, column int64) {
	if i > t.counted {
		passed := t.buf[t.counted:i]
		t.column += int64(len(passed))
		// Counting is the faster of the two, and mostly there is nothing to count.
		if n := bytes.Count(passed, newline); n > 0 {
			t.line += int64(n)
			t.column = int64(len(passed) - bytes.LastIndexByte(passed, '\n') - 1)
		}
		t.counted = i
	}
	return t.line, t.column - int64(t.counted-i) + 1
}

// drop forgets the first n bytes, if that is worth moving the others.
func (t *text) drop(n int) (dropped bool) {
	if n < len(t.buf)/2 {
		return false
	}
	t.position(n)
	t.counted -= n
	t.buf = t.buf[:copy(t.buf, t.buf[n:])]
	return true
}

// add appends a piece; nothing follows it if it is the last.
func (t *text) add(piece []byte, last bool) {
	t.buf = append(t.buf, piece...)
	t.ended = last
}
