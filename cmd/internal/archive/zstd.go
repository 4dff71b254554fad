package archive

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// MaxWindow is how much memory a zstd frame may ask for, as much as the program
// zstd gives it unless told otherwise.
const MaxWindow = 128 << 20

const zstdFrameMagic = "\x28\xb5\x2f\xfd"

// zstdMagic returns how likely a frame or a skippable frame begins with head, RFC 8878,
// section 3.1.
func zstdMagic(head []byte) likelihood {
	if len(head) > 0 && head[0]&0xf0 == 0x50 {
		return matches(head, string(head[:1])+"\x2a\x4d\x18", 4)
	}
	return matches(head, zstdFrameMagic, 2)
}

// openZstd gives the decoder one frame at a time: it is then known where the frame
// began, and the decoder does not judge what follows it.
func (a *archive) openZstd() (io.Reader, error) {
	var h zstd.Header
	// The bytes after the header may come much later: they are not waited for.
	for n, err := len(zstdFrameMagic), io.ErrUnexpectedEOF; err == io.ErrUnexpectedEOF; n++ {
		head, short := a.src.Peek(n)
		if short != nil {
			a.src.Discard(len(head))
			return nil, short
		}
		err = h.Decode(head) // another error comes again from the decoder
	}
	if h.Skippable {
		_, err := io.CopyN(io.Discard, a.src, int64(h.HeaderSize)+int64(h.SkippableSize))
		return strings.NewReader(""), err
	}
	if err := a.refuseFrame(&h); err != nil {
		return nil, err
	}
	if a.unzstd == nil {
		// One that works beside itself would read on after a fault. Only bad options fail.
		a.unzstd, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	}
	return a.unzstd, a.unzstd.Reset(&frameReader{src: a.src, left: h.HeaderSize, hasSum: h.HasCheckSum})
}

// refuseFrame returns why a frame is not decompressed here, and what does it.
func (a *archive) refuseFrame(h *zstd.Header) error {
	window, hint := h.WindowSize, ""
	if h.SingleSegment {
		window = h.FrameContentSize
	}
	if a.window < MaxWindow {
		hint = " by --memory"
	}
	switch {
	case h.DictionaryID != 0:
		return placed(fmt.Sprintf("the zstd frame at offset %d needs a dictionary: zstd -dc -D DICTIONARY FILE | uriscan ...", a.offset()))
	case window > a.window:
		return placed(fmt.Sprintf("the zstd frame at offset %d needs a window of %d bytes of memory, more than the %d given to it%s: zstd -dc --long=%d FILE | uriscan ...",
			a.offset(), window, a.window, hint, bits.Len64(window-1)))
	}
	return nil
}

// A frameReader reads the bytes of a frame, which end with the frame.
//
// A decoder holds the last block back until it has the checksum after it, and
// drops what it holds if that is missing or wrong. Here the last block is not marked
// as such, and an empty one that is comes before the checksum: what precedes the
// damage is then read, as of other formats.
type frameReader struct {
	src    *bufio.Reader
	head   [3]byte // of a block
	own    []byte  // comes before what is left
	left   int     // bytes of the header, or of a block or the checksum
	hasSum bool    // a checksum follows the last block
	last   bool    // no block follows
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

// next goes on to the next block, section 3.1.1.2, or to the checksum.
func (f *frameReader) next() error {
	const lastBlock, rle = 1, 1
	switch {
	case f.last && !f.hasSum:
		return io.EOF
	case f.last:
		f.head, f.left, f.hasSum = [3]byte{lastBlock}, 4, false
		f.own = f.head[:]
		return nil
	}
	if _, err := io.ReadFull(f.src, f.head[:]); err != nil {
		return err
	}
	f.own = f.head[:]
	f.left = int(f.head[0])>>3 | int(f.head[1])<<5 | int(f.head[2])<<13
	if f.head[0]>>1&3 == rle {
		f.left = 1
	}
	if f.last = f.head[0]&lastBlock != 0; f.last && f.hasSum {
		f.head[0] &^= lastBlock
	}
	return nil
}
