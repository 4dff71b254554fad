package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is how much memory a zstd frame may ask for, as much as the program
// zstd gives it unless told otherwise.
const maxWindow = 128 << 20

const zstdFrameMagic = "\x28\xb5\x2f\xfd"

// zstdMagic is that of a frame or a skippable frame, RFC 8878, section 3.1.
func zstdMagic(head []byte) likelihood {
	if len(head) > 0 && head[0]&0xf0 == 0x50 {
		return matches(head, string(head[:1])+"\x2a\x4d\x18", 4)
	}
	return matches(head, zstdFrameMagic, 2)
}

// openZstd gives the decoder a frame alone: it is then known where the frame
// began, and what follows it can be looked at.
func (a *archive) openZstd() (io.Reader, error) {
	head, err := a.peek(len(zstdFrameMagic))
	switch {
	case err != nil:
		return nil, err
	case string(head) != zstdFrameMagic:
		return a.skipFrame()
	case a.ahead != nil:
		return a.headAt(&span{begin: 8 * a.offset()}), nil
	case a.unzstd == nil:
		a.unzstd = newZstdDecoder(a.window)
	}
	return a.frame(a.unzstd, a.window)
}

// newZstdDecoder returns a decoder that does not work beside itself: that one would
// read on behind a fault.
func newZstdDecoder(window uint64) *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		panic(err) // window is one that no decoder takes
	}
	return d
}

// frame has d read the frame that p begins with, which may ask for so much memory.
func (p *packed) frame(d *zstd.Decoder, most uint64) (io.Reader, error) {
	head, err := p.peek(len(zstdFrameMagic) + 1)
	if err == nil {
		head, err = p.peek(frameHeaderLen(head[len(zstdFrameMagic)]))
	}
	if err == nil {
		err = refuseFrame(head, p.offset(), most)
	}
	if err != nil {
		return nil, err
	}
	hasSum := head[len(zstdFrameMagic)]&(1<<2) != 0
	return d, d.Reset(&frameReader{src: p.src, left: len(head), hasSum: hasSum})
}

// peek returns the next n bytes without reading them, unless the input ends
// before. It waits for no more, for that may come much later.
func (p *packed) peek(n int) ([]byte, error) {
	head, err := p.src.Peek(n)
	if err != nil {
		p.src.Discard(len(head))
	}
	return head, err
}

// skipFrame skips a skippable frame, section 3.1.2.
func (a *archive) skipFrame() (io.Reader, error) {
	head, err := a.peek(8)
	if err != nil {
		return nil, err
	}
	_, err = io.CopyN(io.Discard, a.src, 8+int64(binary.LittleEndian.Uint32(head[4:])))
	return eof{}, err
}

// eof has been read.
type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// fieldLens are how long the fields of a frame's header behind the descriptor
// are, section 3.1.1.1.
func fieldLens(descriptor byte) (window, dict, size int) {
	dict = [...]int{0, 1, 2, 4}[descriptor&3]
	size = [...]int{0, 2, 4, 8}[descriptor>>6]
	if !isSingle(descriptor) {
		return 1, dict, size
	}
	return 0, dict, max(size, 1)
}

// isSingle tells whether a frame has no window but its content.
func isSingle(descriptor byte) bool { return descriptor&(1<<5) != 0 }

// maxFrameHeader is how long the header of a frame is at most, with the magic.
const maxFrameHeader = 18

// frameHeaderLen is how long the header of a frame is, with the magic.
func frameHeaderLen(descriptor byte) int {
	window, dict, size := fieldLens(descriptor)
	return len(zstdFrameMagic) + 1 + window + dict + size
}

// needs returns what the decoder of a frame needs: so much memory, and maybe a
// dictionary.
func needs(head []byte) (memory uint64, dict bool) {
	fields := head[len(zstdFrameMagic)+1:]
	window, id, _ := fieldLens(head[len(zstdFrameMagic)])
	for _, b := range fields[window : window+id] {
		dict = dict || b != 0
	}
	if window == 0 {
		return contentSize(fields[id:]), dict
	}
	memory = 1 << (10 + fields[0]>>3)
	return memory + memory/8*uint64(fields[0]&7), dict
}

// contentSize reads a Frame_Content_Size.
func contentSize(field []byte) uint64 {
	var wide [8]byte
	copy(wide[:], field)
	size := binary.LittleEndian.Uint64(wide[:])
	if len(field) == 2 {
		size += 256
	}
	return size
}

// refuseFrame returns why the frame at a byte of the input is not decompressed here, and what
// does it. It may ask for so much memory.
func refuseFrame(head []byte, at int64, most uint64) error {
	window, dict := needs(head)
	switch {
	case dict:
		return &refusal{fmt.Sprintf("the zstd frame at byte %d needs a dictionary: zstd -dc -D DICTIONARY FILE | uriscan ...", at)}
	case window > most:
		return &refusal{fmt.Sprintf("the zstd frame at byte %d needs a window of %d bytes of memory, more than the %d given to it%s: zstd -dc --long=%d FILE | uriscan ...",
			at, window, most, windowHint(most), bits.Len64(window-1))}
	}
	return nil
}

// windowHint says what gives a frame more memory than so much.
func windowHint(most uint64) string {
	if most < maxWindow {
		return " by --memory"
	}
	return ""
}

// A frameReader reads the bytes of a frame, which end with the frame.
//
// A decoder holds the last block back until it has the checksum behind it, and
// drops what it holds if that is missing or wrong. Here the last block is none, and
// an empty one comes behind it, with the checksum: what stands before the damage
// is then read, as of other formats.
type frameReader struct {
	src    *bufio.Reader
	own    []byte // comes before what is left
	left   int    // bytes of the header, or of the block or checksum at hand
	hasSum bool   // a checksum follows the last block
	last   bool   // no block follows
}

func (f *frameReader) Read(p []byte) (int, error) {
	if len(f.own) == 0 && f.left == 0 {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	if len(f.own) > 0 {
		n := copy(p, f.own)
		f.own = f.own[n:]
		return n, nil
	}
	n, err := f.src.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, err
}

// lastBlock is a bit in the header of a block.
const lastBlock = 1

// next goes on to the next block, or to the checksum.
func (f *frameReader) next() error {
	if f.last {
		if !f.hasSum {
			return io.EOF
		}
		f.own, f.left, f.hasSum = []byte{lastBlock, 0, 0}, 4, false
		return nil
	}
	head, err := f.src.Peek(3)
	if err != nil {
		f.src.Discard(len(head))
		return err
	}
	f.left, f.last = blockLen(head)
	if f.last && f.hasSum {
		f.own = []byte{head[0] &^ lastBlock, head[1], head[2]}
		f.src.Discard(len(head))
		f.left -= len(head)
	}
	return nil
}

// blockLen returns how long a block is, with its header, section 3.1.1.2.
func blockLen(head []byte) (n int, last bool) {
	const rle = 1
	word := int(head[0]) | int(head[1])<<8 | int(head[2])<<16
	n = word >> 3
	if word>>1&3 == rle {
		n = 1
	}
	return 3 + n, word&lastBlock != 0
}
