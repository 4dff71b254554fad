package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A staged reader decompresses zstd in stages that work beside each other, as the
// library's decoder does if it may: the literals of blocks, their sequences, and what
// these make. That takes three quarters of the time where a second core has little to do.
//
// Such a decoder hands on what it made of a damaged block, and reads far ahead of that.
// So as much as a block is held back until more is there, and if anything is wrong, the
// file is read again from where the archive begins, by an archive that knows what stands
// before the damage, and where that is.
type staged struct {
	dec   *zstd.Decoder // nil when it has failed
	left  counted       // what dec reads, the rest of an input
	file  io.ReaderAt   // of which that comes
	begin int64         // where in file it begins
	open  func(io.Reader) *archive
	again *archive // reads it a second time; nil before that

	buf   []byte // decompressed
	next  int    // where in buf the first byte is that was not handed on
	sound int    // up to where in buf nothing is wrong, whatever comes
	given int64  // bytes handed on
	end   bool   // nothing comes behind buf
}

// stagedBlocks may be at work; with fewer of them the stages wait for each other.
const stagedBlocks = 8

// stagedSizes are what a staged reader goes by.
var stagedSizes = struct {
	bytes, blocks int64 // of an input and its first frame, at least: the stages end with a frame
	block         int   // how long one is at most, decompressed, RFC 8878, section 3.1.1.2
	buffer        int   // several blocks
}{256 << 10, 8, 128 << 10, 1 << 20}

// newStaged returns a reader of zstd data, the rest of an input, or nil if that is short or
// cannot be read a second time. What is wrong is then read by what open returns.
func newStaged(left *resumed, window uint64, open func(io.Reader) *archive) *staged {
	in := steadyOf(left.r)
	if in == nil || in.size == noSize {
		return nil
	}
	file, again := in.Reader.(io.ReaderAt)
	begin := in.read - int64(len(left.head))
	if !again || in.size-begin < stagedSizes.bytes || !beginsLong(file, begin) {
		return nil
	}
	s := &staged{left: counted{r: left}, file: file, begin: begin, open: open, buf: make([]byte, 0, stagedSizes.buffer)}
	var err error
	s.dec, err = zstd.NewReader(&s.left, zstd.WithDecoderConcurrency(stagedBlocks), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return nil
	}
	return s
}

// mostSkipped is how many skippable frames may stand before the first frame of a staged reader.
const mostSkipped = 8

// beginsLong tells whether the first frame from a place in file on is long. It takes few
// calls, whatever the file holds.
func beginsLong(file io.ReaderAt, at int64) bool {
	var head [maxFrameHeader]byte
	n, _ := file.ReadAt(head[:], at)
	for range mostSkipped {
		if n < 8 || string(head[:4]) == zstdFrameMagic || zstdMagic(head[:n]) != certain {
			break
		}
		at += 8 + int64(binary.LittleEndian.Uint32(head[4:]))
		n, _ = file.ReadAt(head[:], at)
	}
	if n < 5 || string(head[:4]) != zstdFrameMagic {
		return false
	}
	at += int64(frameHeaderLen(head[4]))
	for range stagedSizes.blocks {
		n, _ := file.ReadAt(head[:3], at)
		size, last := blockLen(head[:3])
		if n < 3 || last {
			return false
		}
		at += int64(size)
	}
	return true
}

// Read gives what is sound, and reads on if there is none.
func (s *staged) Read(p []byte) (int, error) {
	for s.again == nil && s.next == s.sound {
		if s.end {
			return 0, io.EOF
		}
		if err := s.more(); err != nil {
			s.readAgain()
		}
	}
	if s.again != nil {
		return s.again.Read(p)
	}
	n := copy(p, s.buf[s.next:s.sound])
	s.next += n
	s.given += int64(n)
	return n, nil
}

// more decompresses more.
func (s *staged) more() error {
	if cap(s.buf)-len(s.buf) < stagedSizes.block {
		s.buf = s.buf[:copy(s.buf, s.buf[s.next:])]
		s.next = 0
	}
	n, err := s.dec.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	s.sound = max(s.next, len(s.buf)-stagedSizes.block)
	if err == io.EOF {
		s.sound, s.end, err = len(s.buf), true, nil
	}
	return err
}

// readAgain reads from the beginning to the first byte that was not handed on.
func (s *staged) readAgain() {
	s.close()
	read := io.NewSectionReader(s.file, s.begin, s.left.n)
	s.again = s.open(io.MultiReader(read, s.left.r))
	_, err := io.CopyN(io.Discard, s.again, s.given)
	if d := (*damage)(nil); errors.As(err, &d) {
		s.again.err = fmt.Errorf("zstd data is damaged, and could not be read again to tell where: %w", withoutPath(d.cause))
	}
	s.dec, s.buf = nil, nil
}

// close ends what works beside the reader.
func (s *staged) close() {
	if s.dec != nil {
		s.dec.Close()
	}
}
