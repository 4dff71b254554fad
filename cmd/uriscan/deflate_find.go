package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
)

// Where a block begins is guessed by its first bits, and by what the library makes of
// those that follow. Only blocks with codes of their own are looked for, and not the
// last one of a member: most of a long member are such (RFC 1951, sections 3.2.3
// and 3.2.7).

const (
	// blockHead is how many bytes the first bits are in that are looked at.
	blockHead = 16
	// blockTrial is how many blocks are decompressed to see whether the first is one.
	blockTrial = 2
)

var errNothing = errors.New("nothing begins there")

// findBlockAt finds a block that seems to begin there, or somewhat later.
func (s *span) findBlockAt(at int64) error {
	if s.sight == nil {
		s.sight = make([]byte, s.blockSearch+s.blockLen)
	}
	n, err := io.ReadFull(&taped{&s.tape, at}, s.sight)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return err
	}
	i := deflateBlock(s.sight[:n], int(s.blockSearch), int(s.blockLen))
	if i < 0 {
		return errNothing
	}
	s.begin, s.within = 8*at+int64(i), true
	s.packed = s.from(s.begin / 8)
	return nil
}

// deflateBlock returns where in data a block seems to begin, in bits, of those that begin
// in the first n bytes and are no longer than blockLen, or -1.
func deflateBlock(data []byte, n, blockLen int) int {
	for i := range min(n, len(data)-blockHead+1) {
		low, high := binary.LittleEndian.Uint64(data[i:]), binary.LittleEndian.Uint64(data[i+8:])
		for bit := range 8 {
			w := low >> bit
			if w&7 == 0b100 && w>>3&31 < 30 && w>>8&31 < 30 && isCode(w>>13&15+4, w>>17|high<<(47-bit)) && inflates(data[i:min(len(data), i+blockLen)], uint8(bit)) {
				return 8*i + bit
			}
		}
	}
	return -1
}

// isCode tells whether n lengths of three bits are those of a code that leaves nothing
// out.
func isCode(n, lengths uint64) bool {
	const whole = 1 << 7
	used := 0
	for ; n > 0; n-- {
		used += whole >> (lengths & 7) &^ whole
		lengths >>= 3
	}
	return used == whole
}

// inflates tells whether data can be decompressed from a bit on, if anything may
// stand before. Of what only looks like a block the end is soon reached, and then
// no other one follows.
func inflates(data []byte, bit uint8) bool {
	blocks := 0
	r := flate.NewReaderOpts(bytes.NewReader(data),
		flate.WithResumeFrom(flate.InflateCheckpoint{BitOffset: bit, Window: anyWindow[:]}),
		flate.WithEobCallback(func(flate.InflateCheckpoint) { blocks++ }))
	for {
		var read [4 << 10]byte
		if _, err := r.Read(read[:]); err != nil || blocks >= blockTrial {
			return blocks > 0 && (err == nil || errors.Is(err, io.ErrUnexpectedEOF))
		}
	}
}

// anyWindow is a window of whatever bytes.
var anyWindow [windowLen]byte
