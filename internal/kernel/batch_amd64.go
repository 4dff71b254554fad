//go:build amd64 && !purego

package kernel

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"
)

// maxBatch is the most lines that one batch has: 256, and the 63 that the last
// block of 64 octets may add.
const maxBatch = 319

// A Batch takes lines in batches. The assembly knows its layout: the arrays
// have room for whole stores beyond their last entry. It holds nothing from one
// call to the next but what its methods say of the last batch.
type Batch struct {
	pos   [1 + maxBatch + 65]uint32 // where lines start; bit 31: a CR is before the LF before
	path  [maxBatch + 17]uint32     // where paths end beyond the first block,
	query [maxBatch + 17]uint32     // and queries
	bad   [maxBatch + 17]uint32     // not 0: not proven there
	line  [maxBatch + 17]uint32     // the long lines: their numbers,
	start [maxBatch + 17]uint32     // where the next block of each begins,
	left  [maxBatch + 17]uint32     // and what is left from there; with AVX2 path to left hold maps
	proof [maxBatch/8 + 9]uint8     // by group of eight a bit for each line not proven

	unproven  [maxBatch]uint16
	nUnproven int
}

// A Line is the memory of a scanner.Line.
type Line struct {
	Start, End int
	Words      Words
	Fault      uint64
}

// positionMask takes the bit for the CR off an entry of pos.
const positionMask = 1<<31 - 1

// Unproven returns the numbers of the lines of the last batch whose words are
// not to be used. They are valid until the next batch.
func (b *Batch) Unproven() []uint16 { return b.unproven[:b.nUnproven] }

// Bounds returns where line i of the last batch starts and ends in its src.
func (b *Batch) Bounds(i int) (start, end int) {
	next := b.pos[i+1]
	return int(b.pos[i] & positionMask), int(next&positionMask) - 1 - int(next>>31)
}

// take finds the line ends of the next batch in src and returns how many lines
// of it can be taken: room at most, with the 64 octets from the start of each
// inside src.
func (b *Batch) take(src []byte, delim byte, room int) int {
	const batch = 256
	src = src[:min(len(src), 1<<30)] // a position has 31 bits
	b.pos[0], b.nUnproven = 0, 0
	count := 0
	if level == AVX512 {
		count = lineEnds512(unsafe.SliceData(src), len(src), delim, &b.pos[1], batch) &^ 7
	} else {
		count = masks256(unsafe.SliceData(src), len(src), delim, &b.pos[0], batch)
	}
	count = min(count, room)
	for count > 0 && int(b.pos[count-1]&positionMask)+64 > len(src) {
		count--
	}
	if level == AVX512 {
		count &^= 7
	}
	return count
}

// takeLong takes a line that is longer than what a batch of AVX2 looks at, where
// src begins with one, as unproven.
func (b *Batch) takeLong(src []byte, delim byte, room int) bool {
	const window = 1 << 14
	if level != AVX2 || room == 0 || len(src) < window {
		return false
	}
	end := bytes.IndexByte(src[:min(len(src), 1<<30)], delim)
	if end < 0 {
		return false
	}
	b.pos[1] = uint32(end + 1)
	if end > 0 && src[end-1] == '\r' && delim == '\n' {
		b.pos[1] |= 1 << 31
	}
	b.unprove(0)
	return true
}

// Lines writes the next lines of src, which delim ends, to dst, their offsets
// plus base, and returns how many they are and how many octets they take with
// their ends: none if the kernels cannot take any, at the end of src or of dst in
// particular. Where a line is not proven its words are undefined; see
// [Batch.Unproven].
func (b *Batch) Lines(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	lines = b.take(src, delim, len(dst))
	if lines == 0 {
		if !b.takeLong(src, delim, len(dst)) {
			return 0, 0
		}
		_, end := b.Bounds(0)
		dst[0] = Line{Start: base, End: base + end}
		return 1, int(b.pos[1] & positionMask)
	}
	p, out := unsafe.SliceData(src), (*byte)(unsafe.Pointer(unsafe.SliceData(dst)))
	if level == AVX512 {
		longLines512(p, &b.pos[0], lines)
		lines512(p, &b.pos[0], lines/8, base, out, &b.proof[0])
		b.collectGroups(lines / 8)
	} else {
		open := lines256(p, &b.pos[0], lines, &b.unproven[0], base, out)
		b.settle(open, src, func(i int) (w0, w1, w2 uint64, w3 *uint64) {
			w := &dst[i].Words
			return w.W0, w.W1, w.W2, &w.W3
		})
	}
	for i := range dst[:lines] {
		if level != AVX512 {
			break
		}
		if start, end := b.Bounds(i); !slices.Contains(b.Unproven(), uint16(i)) {
			dst[i].Words = dst[i].Words.Judged(src[start:end])
		}
	}
	return lines, int(b.pos[lines] & positionMask)
}

// Columns is [Batch.Lines] into five columns with room for that many lines:
// starts and the four words.
func (b *Batch) Columns(columns *[5]*uint64, room int, src []byte, delim byte, base int) (lines, n int) {
	lines = b.take(src, delim, room)
	if lines == 0 {
		if !b.takeLong(src, delim, room) {
			return 0, 0
		}
		*columns[0] = uint64(base)
		return 1, int(b.pos[1] & positionMask)
	}
	p := unsafe.SliceData(src)
	if level == AVX512 {
		longLines512(p, &b.pos[0], lines)
		columns512(p, &b.pos[0], lines/8, base, columns, &b.proof[0])
		b.collectGroups(lines / 8)
	} else {
		open := columns256(p, &b.pos[0], lines, &b.unproven[0], base, columns)
		column := func(w int) []uint64 { return unsafe.Slice(columns[1+w], lines) }
		b.settle(open, src, func(i int) (w0, w1, w2 uint64, w3 *uint64) {
			return column(0)[i], column(1)[i], column(2)[i], &column(3)[i]
		})
	}
	for i := range lines {
		if level != AVX512 {
			break
		}
		if start, end := b.Bounds(i); !slices.Contains(b.Unproven(), uint16(i)) {
			w := Words{}
			for k, p := range []*uint64{&w.W0, &w.W1, &w.W2, &w.W3} {
				*p = unsafe.Slice(columns[1+k], lines)[i]
			}
			unsafe.Slice(columns[4], lines)[i] = w.Judged(src[start:end]).W3
		}
	}
	return lines, int(b.pos[lines] & positionMask)
}

func (b *Batch) unprove(i int) {
	b.unproven[b.nUnproven] = uint16(i)
	b.nUnproven++
}

// collectGroups gathers the lines that the lanes have not proven, eight groups
// at a time: most have none.
func (b *Batch) collectGroups(groups int) {
	clear(b.proof[groups : groups+(8-groups%8)%8])
	for g := 0; g < groups; g += 8 {
		for mask := binary.LittleEndian.Uint64(b.proof[g:]); mask != 0; mask &= mask - 1 {
			b.unprove(8*g + bits.TrailingZeros64(mask))
		}
	}
}

// settle goes through the open lines that a walk leaves in unproven. It settles
// those of which not all is open, and keeps the others.
func (b *Batch) settle(open int, src []byte, words func(i int) (w0, w1, w2 uint64, w3 *uint64)) {
	for _, line := range b.unproven[:open] {
		i := int(line)
		w0, w1, w2, w3 := words(i)
		if *w3 >= AllOpen {
			b.unprove(i)
			continue
		}
		start, end := b.Bounds(i)
		*w3 = Words{w0, w1, w2, *w3}.settled(src[start:end]).W3
	}
}

// settled returns w, the words of ref, with what is open but not all.
func (w Words) settled(ref []byte) Words {
	if w.W3&HostOpen != 0 {
		h := hostKind(ref[w.W0>>32 : uint32(w.W1)])
		w.W3 = w.W3&^(HostOpen|7<<HostBits) | uint64(h)<<HostBits
	}
	if w.W3&SuspectOpen != 0 {
		w.W3 &^= SuspectOpen
		w = w.Judged(ref)
	}
	return w
}

// TakesLines tells whether the kernels take lines that delim ends: it must be
// an octet that stands in no reference.
func TakesLines(delim byte) bool {
	return level != Portable && byteClass[delim] == cInvalid
}
