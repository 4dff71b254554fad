package pipeline

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// BlockSize is how much is asked of an input at a time if --block-size does not
// say otherwise: small enough for what is in flight to stay in a core's cache.
const BlockSize = 256 << 10

// A Part says what of a line a block holds.
type Part uint8

// The parts. A line that is too long to be held comes in blocks of its own:
// its first bytes, what follows, and its end, which may have no bytes left.
const (
	WholeLines Part = iota
	LineHead
	LineBody
	LineTail
)

// A BlockReader cuts an input into blocks. It holds one line of at most
// maxLine bytes at a time, or what it reads at once.
//
//	0 <= start <= searched <= end <= len(buf) <= max(size, maxLine)+2
//
// buf[start:end] is read and not handed out yet; there is no delimiter in
// buf[start:searched].
type BlockReader struct {
	r       io.Reader
	delim   byte
	maxLine int
	size    int // how much is read at a time
	// grow returns memory of n bytes for a line that needs more than there is,
	// or nil if the reading is to end.
	grow func(n int) []byte
	// Ends finds the ends of lines, and was shown buf[start:searched].
	Ends     RecordEnder
	KeepCR   bool // long lines come with the CR of their end
	buf      []byte
	start    int
	searched int
	end      int
	begun    bool  // it is known whether the input begins with a byte order mark
	marked   bool  // it does, and that was left out
	long     bool  // in the middle of a line over maxLine
	read     int64 // bytes read of r
	err      error // of r, io.EOF included
}

// A RecordEnder finds the ends of records in what is read, part after part.
type RecordEnder interface {
	// Last returns the index of the last byte of p that ends a record, else -1.
	Last(p []byte) int
	// Next returns the index of the first byte of p that ends a record, else -1.
	Next(p []byte) int
	Reset()
}

// delimEnds are the ends of records that a delimiter ends.
type delimEnds byte

func (d delimEnds) Last(p []byte) int { return bytes.LastIndexByte(p, byte(d)) }

func (d delimEnds) Next(p []byte) int { return bytes.IndexByte(p, byte(d)) }

func (d delimEnds) Reset() {}

// NewBlockReader returns a BlockReader that reads size bytes at a time, or as many as buf
// has room for.
func NewBlockReader(delim byte, maxLine, size int, buf []byte) *BlockReader {
	return &BlockReader{
		delim: delim, maxLine: maxLine, size: size,
		grow: func(n int) []byte { return make([]byte, n) },
		Ends: delimEnds(delim),
		buf:  buf,
	}
}

// Reset makes b read from r and discards what it had.
func (b *BlockReader) Reset(r io.Reader) {
	b.r, b.err, b.long, b.read = r, nil, false, 0
	b.start, b.searched, b.end = 0, 0, 0
	b.begun, b.marked = false, false
	b.Ends.Reset()
}

// moveTo goes on in other memory: the block handed out last stays as it is.
// What is left is less than was read last: buf needs at most size bytes.
func (b *BlockReader) moveTo(buf []byte) {
	b.end = copy(buf, b.buf[b.start:b.end])
	b.searched -= b.start
	b.start = 0
	b.buf = buf
}

// Next returns the next block, which is valid until the call after it, and io.EOF after
// the last. It hands on what a read gives at once, so that lines that come slowly are
// answered as they come. After any other error unfinished has what is lost.
func (b *BlockReader) Next() (src []byte, p Part, err error) {
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

// unfinished returns how many bytes were read of a line if none of it was handed out.
func (b *BlockReader) unfinished() int {
	if b.long {
		return 0
	}
	return b.end - b.start
}

// cut takes the next block out of the buffer if it can be known already.
func (b *BlockReader) cut() (src []byte, p Part, ok bool) {
	if b.long {
		return b.cutLong()
	}
	if i := b.Ends.Last(b.buf[b.searched:b.end]); i >= 0 {
		src = b.buf[b.start : b.searched+i+1]
		b.start += len(src)
		b.searched = b.end
		return src, WholeLines, true
	}
	b.searched = b.end
	// One byte more than the limit may be the CR of the line's end.
	if b.end-b.start-1 > b.maxLine {
		b.long = true
		src, _, ok = b.cutLong()
		return src, LineHead, ok
	}
	return nil, 0, false
}

// cutLong takes what is there of a long line. A CR stays until it is known
// whether an LF follows, and an LF between quotes until it is known whether it is
// the last byte of the input, which ends the line all the same.
func (b *BlockReader) cutLong() (src []byte, p Part, ok bool) {
	i := b.Ends.Next(b.buf[b.searched:b.end])
	p = LineTail
	if i < 0 {
		i, p = b.end-b.searched, LineBody
	}
	i += b.searched - b.start
	src = b.buf[b.start : b.start+i]
	if n := len(src); n > 0 {
		cr := src[n-1] == '\r' && !b.KeepCR
		if b.delim == '\n' && (cr || src[n-1] == '\n' && p == LineBody) {
			src = src[:n-1]
		}
	}
	if p == LineTail {
		b.long = false
		b.start += i + 1
		b.searched = b.start
		return src, p, true
	}
	b.start += len(src)
	b.searched = b.end
	return src, p, len(src) > 0
}

// rest takes what no delimiter ends, once there is nothing more to read.
func (b *BlockReader) rest() (src []byte, p Part, err error) {
	src = b.buf[b.start:b.end]
	switch {
	case b.err != io.EOF || !b.long && len(src) == 0:
		return nil, WholeLines, b.err
	case b.long:
		b.long = false
		p = LineTail
		if b.delim == '\n' {
			src = bytes.TrimSuffix(src, stream.Newline)
		}
	}
	b.start = b.end
	return src, p, nil
}

// fill reads once, after making room for it.
func (b *BlockReader) fill() {
	if b.end == len(b.buf) && !b.makeRoom() {
		b.err = context.Canceled
		return
	}
	room := b.buf[b.end:]
	n, err := stream.ReadSome(b.r, room[:min(len(room), b.size)])
	b.end += n
	b.read += int64(n)
	b.err = err
	if !b.begun {
		b.skipMark()
	}
}

// skipMark leaves out the byte order mark at the beginning of an input, and reads on
// until it is known whether there is one.
func (b *BlockReader) skipMark() {
	head := b.buf[b.start:b.end]
	switch {
	case bytes.HasPrefix(head, []byte(stream.ByteOrderMark)):
		b.begun, b.marked = true, true
		b.start += len(stream.ByteOrderMark)
		b.searched = b.start
	case b.err == nil && strings.HasPrefix(stream.ByteOrderMark, string(head)):
		b.fill()
	default:
		b.begun = true
	}
}

// makeRoom moves what is held to a buffer that is twice as long: a line is then
// copied a bounded number of times on average, however long it gets.
func (b *BlockReader) makeRoom() bool {
	most := uint(max(b.size, b.maxLine)) + 2
	to := b.grow(int(min(2*uint(len(b.buf)), most)))
	if to != nil {
		b.moveTo(to)
	}
	return to != nil
}
