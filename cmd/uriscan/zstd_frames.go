package main

import (
	"bytes"
	"io"
	"math"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Spans of zstd are frames, one that is long or as many as it takes to make up for the
// effort.
var zstdParts = guesser{find: findFrame, decode: decodeFrames, apart: 256 << 10, window: 8 << 20}

// maxGuessed is how much memory a frame of a span that was guessed may ask for: several
// of them are held at a time.
const maxGuessed = 4 << 20

// findFrame reads on to where a frame seems to begin.
func findFrame(s *span) error { return s.search(math.MaxInt64, maxFrameHeader, frameHeader) }

// frameHeader returns where in data the first header of a frame seems to be that may be
// guessed, or -1.
func frameHeader(data []byte) int {
	for at := 0; ; at++ {
		i := bytes.Index(data[at:], []byte(zstdFrameMagic))
		if i < 0 || at+i+maxFrameHeader > len(data) {
			return -1
		}
		at += i
		header := data[at : at+frameHeaderLen(data[at+len(zstdFrameMagic)])]
		if memory, _ := needs(header); memory <= maxGuessed {
			return at
		}
	}
}

// zstdDecoders are those that no span needs at the moment.
var zstdDecoders = sync.Pool{New: func() any { return newZstdDecoder(maxWindow) }}

// decodeFrames decompresses frames up to one with which another span begins, or which
// takes more memory than can be guessed, or to something else than a frame.
func decodeFrames(s *span) error {
	d := zstdDecoders.Get().(*zstd.Decoder)
	defer func() {
		d.Reset(nil)
		zstdDecoders.Put(d)
	}()
	for {
		s.filling.begins = len(s.filling.data)
		r, err := s.frame(d, s.maxFrame)
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		if err := s.pourAll(r); err != io.EOF {
			return err
		}
		if s.starves(maxFrameHeader) && !s.hand() {
			return errLeft
		}
		head, _ := s.src.Peek(maxFrameHeader)
		if frameHeader(head) != 0 || s.meets(s, 8*s.offset(), false) {
			return io.EOF
		}
	}
}
