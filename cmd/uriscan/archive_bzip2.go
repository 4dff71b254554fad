package main

import (
	"bufio"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"io"
)

// The two numbers of 48 bits of the format: what a block begins with, and what
// stands behind the last one.
const (
	bzip2Block = "1AY&SY"
	bzip2End   = "\x17rE8P\x90"
)

// bzip2Magic is that of a stream with a block or, if nothing is compressed,
// with none. Its first bytes are a reference: a text of five is one.
func bzip2Magic(head []byte) likelihood {
	const levelAt = 3
	magic := "BZh9"
	if len(head) > levelAt && '1' <= head[levelAt] && head[levelAt] <= '9' {
		magic = magic[:levelAt] + string(head[levelAt])
	}
	return max(matches(head, magic+bzip2Block, 6), matches(head, magic+bzip2End, 6))
}

func (a *archive) openBzip2() (io.Reader, error) {
	src := &bzip2Source{Reader: a.src}
	return &bzip2Member{bzip2.NewReader(src), src, a}, nil
}

// A bzip2Member reads a stream of an archive. The decoder goes on to what
// follows a stream and complains of it if that is no stream.
type bzip2Member struct {
	io.Reader
	src *bzip2Source
	a   *archive
}

func (m *bzip2Member) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if err == nil || err == io.EOF || errors.Is(err, m.a.file.err) {
		return n, err
	}
	for beyond := 1; beyond <= maxBeyond; beyond++ {
		if m.src.endedBefore(beyond) {
			return n, m.a.beyond(m.src.recent[len(m.src.recent)-beyond:], err)
		}
	}
	return n, err
}

// maxBeyond is how many bytes behind a stream the decoder reads before it
// complains: at most what would be the first ones of another.
const maxBeyond = magicLen

// beyond says what bytes behind a stream are, at which the decoder failed: the
// beginning of another one that is cut off, or none of the data.
func (a *archive) beyond(read []byte, err error) error {
	if bzip2Magic(read) == never {
		return a.pad(read)
	}
	a.whole = a.lines
	return a.fault(err)
}

// maxEnd is how many bytes the end of a stream has a part in, at most.
const maxEnd = (48+32)/8 + 1

// endNumber is bzip2End as a number, in the upper bits.
const endNumber = 0x177245385090 << 16

// A bzip2Source reads the bytes of one stream. The decoder asks for one at a
// time, and for none that it does not need.
type bzip2Source struct {
	*bufio.Reader
	read   int64
	recent [maxEnd + maxBeyond]byte // the last bytes, the latest at the end
}

// ReadByte ends where another stream begins.
func (s *bzip2Source) ReadByte() (byte, error) {
	next, err := s.Peek(1)
	if err != nil {
		return 0, err
	}
	b := next[0]
	if b == 'B' && s.read > 0 {
		if head, _ := s.Peek(magicLen); bzip2Magic(head) == certain {
			return 0, io.EOF
		}
	}
	s.Discard(1)
	s.read++
	copy(s.recent[:], s.recent[1:])
	s.recent[len(s.recent)-1] = b
	return b, nil
}

// endedBefore tells whether the stream came to its end so many bytes ago: with
// the number that says so, a checksum of 32 bits, and zeros up to a whole byte.
func (s *bzip2Source) endedBefore(beyond int) bool {
	end := s.recent[len(s.recent)-maxEnd-beyond : len(s.recent)-beyond]
	for zeros := range 8 {
		number := binary.BigEndian.Uint64(end) >> (8 + zeros) << 16
		if number == endNumber && end[maxEnd-1]<<(8-zeros) == 0 {
			return true
		}
	}
	return false
}
