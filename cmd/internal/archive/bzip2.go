package archive

import (
	"bufio"
	"compress/bzip2"
	"encoding/binary"
	"io"
)

// The two numbers of 48 bits in the format: the one that begins a block, and the one that
// follows the last block.
const (
	bzip2Block = "1AY&SY"
	bzip2End   = "\x17rE8P\x90"
)

// bzip2Magic recognises a stream with a block or, if nothing is compressed,
// without one. Its first bytes are a URI reference: a text of five is one.
func bzip2Magic(head []byte) likelihood {
	const levelAt = 3
	magic := "BZh9"
	if len(head) > levelAt && '1' <= head[levelAt] && head[levelAt] <= '9' {
		magic = magic[:levelAt] + string(head[levelAt])
	}
	return max(matches(head, magic+bzip2Block, 6), matches(head, magic+bzip2End, 6))
}

// openBzip2 opens all streams that follow: the decoder goes on from one to the next.
func (a *archive) openBzip2() (io.Reader, error) {
	src := &bzip2Source{Reader: a.src, a: a}
	return &bzip2Streams{bzip2.NewReader(src), src}, nil
}

// bzip2Streams end with the last one. The decoder complains of what follows that.
type bzip2Streams struct {
	io.Reader
	src *bzip2Source
}

func (s *bzip2Streams) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	for beyond := 1; beyond <= magicLen; beyond++ {
		if s.src.endedBefore(beyond) {
			read := s.src.recent[len(s.src.recent)-beyond:]
			if bzip2Magic(read) == never {
				return n, s.src.a.pad(read)
			}
			s.src.a.whole = s.src.a.lines // a stream begins, which is cut off in its first bytes
		}
	}
	return n, err
}

// bzip2EndLen is how many bytes the end of a stream has a part in, at most.
const bzip2EndLen = (48+32)/8 + 1

// A bzip2Source reads the bytes of streams. The decoder asks for one byte at a time, and
// only for bytes that it needs.
type bzip2Source struct {
	*bufio.Reader
	a      *archive
	recent [bzip2EndLen + magicLen]byte // the last bytes, the latest at the end
}

func (s *bzip2Source) ReadByte() (byte, error) {
	next, err := s.Peek(1)
	if err != nil {
		return 0, err
	}
	b := next[0]
	if b == 'B' {
		if head, _ := s.Peek(magicLen); bzip2Magic(head) == certain {
			s.a.whole = s.a.lines // what the stream before holds was read
		}
	}
	s.Discard(1)
	copy(s.recent[:], s.recent[1:])
	s.recent[len(s.recent)-1] = b
	return b, nil
}

// endedBefore reports whether a stream ended beyond bytes ago: with the number that says
// so, a checksum of 32 bits, and any bits up to a whole byte.
func (s *bzip2Source) endedBefore(beyond int) bool {
	end := s.recent[len(s.recent)-bzip2EndLen-beyond : len(s.recent)-beyond]
	for rest := range 8 {
		if binary.BigEndian.Uint64(end)>>(8+rest)<<16 == binary.BigEndian.Uint64([]byte(bzip2End+"\x00\x00")) {
			return true
		}
	}
	return false
}
