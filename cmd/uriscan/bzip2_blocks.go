package main

import (
	"compress/bzip2"
	"encoding/binary"
	"io"
	"math/bits"
)

// A block of bzip2 can be decompressed alone, but begins anywhere in a byte, and no
// decoder takes one without the stream around it. So the decoder gets the header
// of a stream, a block of our own that is as long as it takes for all bits behind it
// to stand where they do in the file, then the block, and the number behind that. Thus
// it is still the decoder who judges what is damaged, and where.

// bzip2HeaderLen is how long the header of a stream is, of which the last byte is the
// level.
const bzip2HeaderLen = 4

// A bzip2Mark is the number that a block or the end of a stream begins with, as it was
// read: of the first byte it has all but rest bits, and the last one has rest bits of
// what follows.
type bzip2Mark struct {
	read [markLen + 1]byte
	rest int
}

const markLen = len(bzip2Block)

// isEnd tells whether m is that of an end.
func (m *bzip2Mark) isEnd() bool { return m.number() == numberOf(bzip2End) }

func (m *bzip2Mark) number() uint64 {
	var wide [8]byte
	copy(wide[1:], m.read[:])
	return binary.BigEndian.Uint64(wide[:]) >> m.rest & (1<<48 - 1)
}

func numberOf(mark string) uint64 {
	return binary.BigEndian.Uint64([]byte("\x00\x00" + mark))
}

// markAt returns the mark that read ends with, if there is one.
func markAt(read []byte) (m bzip2Mark, ok bool) {
	copy(m.read[:], read[len(read)-len(m.read):])
	for m.rest = range 8 {
		if n := m.number(); n == numberOf(bzip2Block) || n == numberOf(bzip2End) {
			return m, true
		}
	}
	return m, false
}

// sum returns the checksum behind m, of which next are the next bytes.
func (m *bzip2Mark) sum(next []byte) uint32 {
	return uint32((uint64(m.read[markLen])<<32 | uint64(binary.BigEndian.Uint32(next))) >> m.rest)
}

// opening returns what a stream begins with of which m is the number of the second
// block, and the first one has a byte.
func (m *bzip2Mark) opening(level byte) []byte {
	w := &bitWriter{}
	w.text("BZh" + string(level) + bzip2Block)
	w.bits(0xb1f7404b, 32)         // the checksum of the byte 0
	w.bits(0, 1+24)                // not randomised, and the first of its rotations
	w.bits(1<<15, 16)              // there is one of the first 16 bytes
	w.bits(1<<15, 16)              // which is the first
	selectors := 1 + (13-m.rest)%8 // of which the others are for the length alone
	w.bits(2, 3)
	w.bits(uint64(selectors), 15)
	w.bits(0, selectors)
	for range 2 {
		w.bits(0b00001_0_100_0, 10) // codes of 1, 2 and 2 bits
	}
	w.bits(0b0_11, 3) // one byte, and the end
	w.out[len(w.out)-1] |= m.read[0] & (1<<w.free - 1)
	return append(w.out, m.read[1:]...)
}

// A bitWriter writes bits, the highest first.
type bitWriter struct {
	out  []byte
	free int // bits of the last byte
}

func (w *bitWriter) bits(v uint64, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.free == 0 {
			w.out, w.free = append(w.out, 0), 8
		}
		w.free--
		w.out[len(w.out)-1] |= byte(v>>i&1) << w.free
	}
}

func (w *bitWriter) text(s string) {
	for i := range len(s) {
		w.bits(uint64(s[i]), 8)
	}
}

// Spans of bzip2 are blocks, which hold at most 900 kB, but for runs of a byte.
var bzip2Parts = guesser{find: findBlock, decode: decodeBlock, apart: int64(markLen), window: 3 << 20}

// markBytes tells of each byte whether it is the fifth of those that a mark of a block
// is read in.
var markBytes = func() (is [256]bool) {
	for rest := range 8 {
		is[byte(numberOf(bzip2Block)<<rest>>16)] = true
	}
	return is
}()

// findBlock reads on to behind the number of a block.
func findBlock(s *span) error {
	for {
		if _, err := s.src.Peek(markLen + 1); err != nil {
			return err
		}
		data, _ := s.src.Peek(s.src.Buffered())
		for i := markLen; i < len(data); i++ {
			if !markBytes[data[i-2]] {
				continue
			}
			if m, ok := markAt(data[:i+1]); ok && !m.isEnd() {
				s.src.Discard(i + 1)
				s.mark = m
				s.begin = m.begin(s.offset())
				return nil
			}
		}
		s.src.Discard(len(data) - markLen)
	}
}

// begin returns where m begins if it was read up to offset.
func (m *bzip2Mark) begin(offset int64) int64 {
	return 8*(offset-int64(markLen)) - int64(m.rest)
}

// A blockSource reads the bytes of a block, and the number behind it.
type blockSource struct {
	bzip2Source
	decoded bool // all bytes were read that the block has a part in
	beyond  int  // of what follows it, how many were read
	more    bool // was asked for, the number is one
}

func (s *blockSource) ReadByte() (byte, error) {
	if s.beyond == markLen {
		s.more = true
		return 0, io.EOF
	}
	if s.decoded {
		s.beyond++
	}
	return s.bzip2Source.ReadByte()
}

// decodeBlock decompresses a block.
func decodeBlock(s *span) error {
	if next, err := s.src.Peek(sumLen); err == nil {
		s.sum = s.mark.sum(next)
	}
	s.block = &blockSource{bzip2Source: bzip2Source{Reader: s.src, own: s.mark.opening(s.level)}}
	r := bzip2.NewReader(s.block)
	_, err := r.Read(make([]byte, 1))
	for err == nil {
		err = s.pour(r)
		s.block.decoded = true
	}
	if s.block.more {
		return io.EOF
	}
	return err
}

// A blockStream reads a stream of an archive, one block after the other.
type blockStream struct {
	a      *archive
	level  byte
	sum    uint32 // of the blocks before the one at hand
	block  *headReader
	behind io.Reader // reads on behind the last block, nil before
}

const sumLen = 4

func (a *archive) openBlocks() (io.Reader, error) {
	head := make([]byte, bzip2HeaderLen+markLen)
	if _, err := io.ReadFull(a.src, head); err != nil {
		return nil, err
	}
	m, _ := markAt(head)
	s := &blockStream{a: a, level: head[bzip2HeaderLen-1]}
	s.begin(m)
	return s, nil
}

func (s *blockStream) begin(m bzip2Mark) {
	s.block = s.a.headAt(&span{begin: m.begin(s.a.offset()), level: s.level, mark: m})
}

func (s *blockStream) Read(p []byte) (int, error) {
	for s.behind == nil {
		n, err := s.block.Read(p)
		if err == io.EOF {
			err = s.next()
		} else if err == nil {
			return n, nil
		}
		if err != nil {
			return 0, s.a.bzip2Fault(&s.block.block.bzip2Source, err)
		}
	}
	return s.behind.Read(p)
}

// next goes on to the next block, or to what follows the last one, if the checksum of
// the stream is right. What is no stream is read as if it followed an empty one.
func (s *blockStream) next() error {
	last := s.block.block
	s.sum = bits.RotateLeft32(s.sum, 1) ^ s.block.sum
	m, _ := markAt(last.recent[:])
	if !m.isEnd() {
		s.begin(m)
		return nil
	}
	last.beyond, last.decoded = 0, false
	sum := make([]byte, sumLen)
	for i := range sum {
		var err error
		if sum[i], err = last.ReadByte(); err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
	}
	if m.sum(sum) != s.sum {
		return errBadChecksum
	}
	head, err := s.a.src.Peek(magicLen)
	if bzip2Magic(head) == certain || len(head) == 0 && err == io.EOF {
		return io.EOF
	}
	s.behind = s.a.bzip2Member([]byte("BZh1" + bzip2End + "\x00\x00\x00\x00"))
	return nil
}
