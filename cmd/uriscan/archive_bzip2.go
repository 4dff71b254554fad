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
	if a.ahead != nil {
		if head, _ := a.src.Peek(magicLen); matches(head[min(len(head), bzip2HeaderLen):], bzip2Block, 1) == certain {
			return a.openBlocks()
		}
	}
	return a.bzip2Member(nil), nil
}

// bzip2Member reads the stream that a.src begins with if own comes before that.
func (a *archive) bzip2Member(own []byte) *bzip2Member {
	src := &bzip2Source{Reader: a.src, own: own}
	return &bzip2Member{bzip2.NewReader(src), src, a}
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
	return n, m.a.bzip2Fault(m.src, err)
}

// bzip2Fault is what to say of an error at which the decoder has read so far.
func (a *archive) bzip2Fault(src *bzip2Source, err error) error {
	if err == nil || err == io.EOF || errors.Is(err, a.file.err) {
		return err
	}
	for beyond := 1; beyond <= maxBeyond; beyond++ {
		if src.endedBefore(beyond) {
			return a.beyond(src.recent[len(src.recent)-beyond:], err)
		}
	}
	return err
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
	own    []byte // comes first
	read   int64
	recent [maxEnd + maxBeyond]byte // the last bytes, the latest at the end
}

// ReadByte ends where another stream begins.
func (s *bzip2Source) ReadByte() (b byte, err error) {
	if len(s.own) > 0 {
		b, s.own = s.own[0], s.own[1:]
	} else if b, err = s.next(); err != nil {
		return 0, err
	}
	s.read++
	copy(s.recent[:], s.recent[1:])
	s.recent[len(s.recent)-1] = b
	return b, nil
}

func (s *bzip2Source) next() (byte, error) {
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
	return b, nil
}

// endedBefore tells whether the stream came to its end so many bytes ago: with
// the number that says so, a checksum of 32 bits, and any bits up to a whole byte.
func (s *bzip2Source) endedBefore(beyond int) bool {
	end := s.recent[len(s.recent)-maxEnd-beyond : len(s.recent)-beyond]
	for rest := range 8 {
		if binary.BigEndian.Uint64(end)>>(8+rest)<<16 == endNumber {
			return true
		}
	}
	return false
}
