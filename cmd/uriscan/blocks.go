package main

import (
	"bytes"
	"context"
	"io"
	"strings"
)

// blockSize is how much is asked of an input at a time if --block-size does not
// say otherwise: small enough for what is in flight to stay in a core's cache.
const blockSize = 256 << 10

// A part says what of a line a block holds.
type part uint8

// The parts. A line that is too long to be held comes in blocks of its own:
// its first bytes, what follows, and its end, which may have no bytes left.
const (
	wholeLines part = iota
	lineHead
	lineBody
	lineTail
)

// A blockReader cuts an input into blocks. It holds one line of at most
// maxLine bytes at a time, or what it reads at once.
//
//	0 <= start <= searched <= end <= len(buf) <= max(size, maxLine)+2
//
// buf[start:end] is read and not handed out yet; there is no delimiter in
// buf[start:searched].
type blockReader struct {
	r       io.Reader
	delim   byte
	maxLine int
	size    int // how much is read at a time
	// grow returns memory of n bytes for a line that needs more than there is,
	// or nil if the reading is to end.
	grow func(n int) []byte
	// ends finds the ends of lines where more than delim decides, as of CSV, and
	// was shown buf[start:searched]; nil if delim decides.
	ends     *recordEnds
	keepCR   bool // long lines come with the CR of their end
	buf      []byte
	start    int
	searched int
	end      int
	begun    bool  // it is known whether the input begins with a byteOrderMark
	marked   bool  // it does, and that was left out
	long     bool  // in the middle of a line over maxLine
	read     int64 // bytes read of r
	err      error // of r, io.EOF included
}

// newBlockReader makes a blockReader that reads size bytes at a time, or as many as
// buf has room for.
func newBlockReader(delim byte, maxLine, size int, buf []byte) *blockReader {
	return &blockReader{
		delim: delim, maxLine: maxLine, size: size,
		grow: func(n int) []byte { return make([]byte, n) },
		buf:  buf,
	}
}

// reset makes b read from r and forget what it had.
func (b *blockReader) reset(r io.Reader) {
	b.r, b.err, b.long, b.read = r, nil, false, 0
	b.start, b.searched, b.end = 0, 0, 0
	b.begun, b.marked = false, false
	if b.ends != nil {
		b.ends.reset()
	}
}

// moveTo goes on in other memory: the block handed out last stays as it is.
// What is left is less than was read last, so that buf needs no more than size
// bytes.
func (b *blockReader) moveTo(buf []byte) {
	b.end = copy(buf, b.buf[b.start:b.end])
	b.searched -= b.start
	b.start = 0
	b.buf = buf
}

// next returns the next block, which is valid until the call after it, and
// io.EOF after the last. It hands on what a read gives at once, so that lines
// that come slowly are answered as they come. After another error than io.EOF
// pending returns how much of a line was read and not handed on.
func (b *blockReader) next() (src []byte, p part, err error) {
	for {
		if src, p, ok := b.cut(); ok {
			return src, p, nil
		}
		if b.err != nil {
			return b.rest()
		}
		b.fill()
	}
}

// pending returns how many bytes of an unfinished line are held.
func (b *blockReader) pending() int { return b.end - b.start }

// unfinished returns how many bytes were read of a line of which nothing was
// handed out.
func (b *blockReader) unfinished() int {
	if b.long {
		return 0
	}
	return b.pending()
}

// cut takes the next block out of the buffer if it can be known already.
func (b *blockReader) cut() (src []byte, p part, ok bool) {
	if b.long {
		return b.cutLong()
	}
	if i := b.lastEnd(b.buf[b.searched:b.end]); i >= 0 {
		src = b.buf[b.start : b.searched+i+1]
		b.start += len(src)
		b.searched = b.end
		return src, wholeLines, true
	}
	b.searched = b.end
	// One byte more than the limit may be the CR of the line's end.
	if b.pending()-1 > b.maxLine {
		b.long = true
		src, _, ok = b.cutLong()
		return src, lineHead, ok
	}
	return nil, 0, false
}

// cutLong takes what is there of a long line. A CR stays until it is known
// whether an LF follows, and an LF between quotes until it is known whether it is
// the last byte of the input, which ends the line all the same.
func (b *blockReader) cutLong() (src []byte, p part, ok bool) {
	i := b.nextEnd()
	p = lineTail
	if i < 0 {
		i, p = b.pending(), lineBody
	}
	src = b.buf[b.start : b.start+i]
	if n := len(src); n > 0 {
		cr := src[n-1] == '\r' && b.delim == '\n' && !b.keepCR
		if cr || src[n-1] == '\n' && b.ends != nil && p == lineBody {
			src = src[:n-1]
		}
	}
	if p == lineTail {
		b.long = false
		b.start += i + 1
		b.searched = b.start
		return src, p, true
	}
	b.start += len(src)
	b.searched = b.end
	return src, p, len(src) > 0
}

// lastEnd returns the index of the last byte of p, which was just read, that
// ends a line, and -1 if there is none.
func (b *blockReader) lastEnd(p []byte) int {
	if b.ends != nil {
		return b.ends.last(p)
	}
	return bytes.LastIndexByte(p, b.delim)
}

// nextEnd returns where in buf[start:end] the line ends, and -1 if it goes on.
func (b *blockReader) nextEnd() int {
	if b.ends == nil {
		return bytes.IndexByte(b.buf[b.start:b.end], b.delim)
	}
	if i := b.ends.next(b.buf[b.searched:b.end]); i >= 0 {
		return b.searched - b.start + i
	}
	return -1
}

// rest takes what no delimiter ends, once there is nothing more to read.
func (b *blockReader) rest() (src []byte, p part, err error) {
	src = b.buf[b.start:b.end]
	switch {
	case b.err != io.EOF || !b.long && len(src) == 0:
		return nil, wholeLines, b.err
	case b.long:
		b.long = false
		p = lineTail
		if b.ends != nil {
			src = bytes.TrimSuffix(src, newline)
		}
	}
	b.start = b.end
	return src, p, nil
}

// fill reads once, after making room for it.
func (b *blockReader) fill() {
	if b.end == len(b.buf) && !b.makeRoom() {
		b.err = context.Canceled
		return
	}
	room := b.buf[b.end:]
	n, err := readSome(b.r, room[:min(len(room), b.size)])
	b.end += n
	b.read += int64(n)
	b.err = err
	if !b.begun {
		b.skipMark()
	}
}

// byteOrderMark is what some programs put before a text in UTF-8.
const byteOrderMark = "\ufeff"

// skipMark leaves out the byte order mark at the beginning of an input, and reads on
// until it is known whether there is one.
func (b *blockReader) skipMark() {
	head := b.buf[b.start:b.end]
	switch {
	case bytes.HasPrefix(head, []byte(byteOrderMark)):
		b.begun, b.marked = true, true
		b.start += len(byteOrderMark)
		b.searched = b.start
	case b.err == nil && strings.HasPrefix(byteOrderMark, string(head)):
		b.fill()
	default:
		b.begun = true
	}
}

// makeRoom moves what is held to the front of the buffer. If it stands there
// already, the buffer is doubled: a line is then copied a bounded number of
// times on average, however long it gets.
func (b *blockReader) makeRoom() bool {
	to := b.buf
	if b.start == 0 {
		most := uint(max(b.size, b.maxLine)) + 2
		to = b.grow(int(min(2*uint(len(b.buf)), most)))
	}
	if to != nil {
		b.moveTo(to)
	}
	return to != nil
}

// cutLine cuts the first line off src. With LF as the delimiter a CR directly
// before it belongs to the line's end; without a delimiter all of src is the
// line.
func cutLine(src []byte, delim byte) (line, rest []byte) {
	i := bytes.IndexByte(src, delim)
	if i < 0 {
		return src, nil
	}
	line, rest = src[:i], src[i+1:]
	if delim == '\n' && i > 0 && src[i-1] == '\r' {
		line = src[:i-1]
	}
	return line, rest
}
