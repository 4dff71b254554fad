package main

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// lookBehind is how much of the text before the place at hand is kept: a
// scheme, and what can stand before it.
const lookBehind = maxScheme + 2

// A finder finds the URIs of a text that arrives in pieces. What it finds does
// not depend on the pieces, and its time is linear in the length of the text:
// a byte is read a bounded number of times, because the rules on beginnings
// look at a bounded number of bytes, and of what was read as part of a
// candidate all but a bounded number is behind its end, or cannot hold
// another candidate that long.
//
//	0 <= from <= pos <= len(buf)
type finder struct {
	text
	maxLen int

	from int // where the last URI ended: none begins before
	pos  int // no ":" before it is to be looked at
	open bool
	c    candidate // if open
}

// A finding is a place in the text: a URI, or where one begins that is longer
// than the limit.
type finding struct {
	start, end int
	tooLong    bool
}

// reset makes f ready for a new text.
func (f *finder) reset() {
	f.text.reset()
	f.from, f.pos, f.open = 0, 0, false
}

// next returns the next finding, and false if there is none in the text so far.
// It is valid until forget.
func (f *finder) next() (finding, bool) {
	for f.open || f.begin() {
		known := f.c.extend(&f.text)
		f.open = !known
		if f.isTooLong(known) {
			f.c.tooLong = true
			f.from, f.pos = f.c.end, f.c.end
			return finding{f.c.start, f.c.start, true}, true
		}
		if !known {
			break
		}
		if uri, ok := f.finish(); ok {
			return uri, true
		}
	}
	return finding{}, false
}

// isTooLong tells whether the candidate turns out to be too long, which it does
// once. What ends it can begin lookBehind before that is noticed.
func (f *finder) isTooLong(known bool) bool {
	n := f.c.end - f.c.start
	if !known {
		n -= lookBehind
	}
	return n > f.maxLen && !f.c.tooLong
}

// begin opens the next candidate.
func (f *finder) begin() bool {
	for {
		i := bytes.IndexByte(f.buf[f.pos:], ':')
		if i < 0 {
			f.pos = len(f.buf)
			return false
		}
		f.pos += i
		if !f.anyScheme && beginsNone(f.buf[:f.pos], f.buf[f.pos+1:]) {
			f.pos++
			continue
		}
		if start := schemeStart(f.buf, f.pos); start >= f.from {
			answer, head := begins(f.buf, start, f.pos, f.ended, f.anyScheme)
			switch answer {
			case undecided:
				return false
			case yes:
				f.c = f.candidate(start, head)
				f.open = true
				return true
			}
		}
		f.pos++
	}
}

// candidate opens a candidate, which goes on with a list if only a comma or a semicolon
// is between the last one and it.
func (f *finder) candidate(start, head int) candidate {
	c := openCandidate(&f.text, start, head)
	if f.from > 0 && f.from == start-1 && (c.before == ',' || c.before == ';') {
		c.outer = f.c.outer
	}
	return c
}

// finish judges the candidate, of which the end is known.
func (f *finder) finish() (finding, bool) {
	if f.c.tooLong || f.c.isPattern(f.buf) || f.c.isTemplate(f.buf) {
		f.from, f.pos = f.c.end, f.c.end
		return finding{}, false
	}
	end := f.c.trimmedEnd(f.buf)
	if lut.Span(f.buf[f.c.head:end], punctuation) == end-f.c.head {
		f.pos++ // there is nothing but punctuation
		return finding{}, false
	}
	f.from, f.pos = end, end
	return finding{f.c.start, end, false}, true
}

// forget drops the text that is not needed any more.
func (f *finder) forget() {
	needed := f.pos
	switch {
	case f.open && f.c.tooLong:
		needed = f.c.read
	case f.open:
		needed = f.c.start
	}
	n := max(0, needed-lookBehind)
	if !f.drop(n) {
		return
	}
	f.from = max(0, f.from-n)
	f.pos = max(0, f.pos-n)
	f.c.start -= n
	f.c.head -= n
	f.c.read -= n
	f.c.end -= n
}
