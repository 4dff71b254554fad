package main

import (
	"io"

	"github.com/klauspost/compress/flate"
)

// windowLen is how far back what is deflated may refer (RFC 1951, section 2).
const windowLen = 32 << 10

// An inflater decompresses what was deflated, from a block on and up to one.
type inflater struct {
	r    io.Reader // the library's
	from *packed
	ends func(at, out int64) bool
	out  int64 // bytes that were read
	stop int64 // how many there are up to where it is to end, or -1
	end  int64 // where that is in what is compressed, in bits
	used int64 // how many bytes of that the library has used by then
	over int64 // how many bytes the library counts that there are not
}

// newInflater returns one that begins in the byte that is next in p, behind some bits
// of it, and with what comes before in the window. Behind each block but the last, ends
// is asked whether that is the end: at is the place, in bits, and out how much has
// come of it.
//
// The library's readers are never used again for something else: what they make of
// damaged data would depend on what they read before, as a code of no lengths leaves
// them that of the block before.
func newInflater(p *packed, bit uint8, window []byte, ends func(at, out int64) bool) *inflater {
	d := &inflater{from: p, ends: ends, stop: -1}
	at := flate.InflateCheckpoint{CompressedOffset: p.offset(), BitOffset: bit, Window: window}
	d.r = flate.NewReaderOpts(p.src, flate.WithResumeFrom(at), flate.WithEobCallback(d.behindBlock))
	return d
}

// behindBlock is called behind each block.
func (d *inflater) behindBlock(at flate.InflateCheckpoint) {
	if d.stop >= 0 || at.Final {
		return
	}
	used := d.from.offset()
	bits := 8*(at.CompressedOffset-d.over) + int64(at.BitOffset)
	if bits > 8*used {
		// Behind a block that is stored, where no bits of a byte are left, the library
		// has counted those bytes twice which it had read when the block began.
		d.over += bits/8 - used
		bits = 8 * used
	}
	if d.ends(bits, at.UncompressedOffset) {
		d.stop, d.end, d.used = at.UncompressedOffset, bits, used
		d.from.src.Reset(eofReader{})
	}
}

// An eofReader has nothing to read.
type eofReader struct{}

func (eofReader) Read([]byte) (int, error) { return 0, io.EOF }

// Read ends with io.EOF behind the last block, or where ends said so. Up to there the
// library may have used some bits more.
func (d *inflater) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if d.stop >= 0 && d.out+int64(n) >= d.stop {
		n, err = int(d.stop-d.out), io.EOF
	}
	d.out += int64(n)
	return n, err
}

// stopped tells whether it ended where ends said so.
func (d *inflater) stopped() bool { return d.stop >= 0 && d.out == d.stop }
