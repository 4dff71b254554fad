//go:build amd64 && !purego

package kernel

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
)

// lanesBatch is after how many lines a batch of AVX-512 ends: few enough that what
// the first pass reads is still in the first-level cache for those after it. batch
// is that of AVX2.
const (
	lanesBatch = 128
	batch      = 256
)

// The most lines that one batch has: the last block of 64 bytes may add 63.
const (
	maxLanes = lanesBatch + 63
	maxBatch = batch + 63
)

// maxBlocks is how many blocks of long lines are listed before they are judged. The
// last 16 lines may add 15 more, and eight fill up the list.
const maxBlocks = 296

// positionMask takes the bit for the CR off a position.
const positionMask = 1<<31 - 1

// A Batch takes lines in batches. From one call to the next it holds only what its
// methods return for the last batch.
type Batch struct {
	offset int // of the scratch in memory
	memory [unsafe.Sizeof(scratch{}) + cacheLine - 1]byte
}

// cacheLine is the alignment of a scratch. It keeps accesses of the kernels to its
// arrays from crossing a cache line, or a page, which costs much more.
const cacheLine = 64

// A scratch is the working memory of the kernels. The assembly knows its layout: the
// arrays have room for whole stores beyond their last entry, and each takes whole
// cache lines.
type scratch struct {
	pos    [1 + maxBatch + 80]uint32 // where lines start; bit 31, with AVX-512: a CR is before the LF before
	length [maxLanes + 17]uint32     // of the lines; with AVX2 length to level hold maps
	rest   [maxLanes + 17][2]uint32  // where paths and queries end beyond the first block; marks in bits 29 to 31
	line   [maxBlocks + 24]uint32    // the blocks after the first: whose they are,
	start  [maxBlocks + 24]uint32    // where they begin,
	judged [maxBlocks + 24]uint32    // how many bytes they judge,
	level  [maxBlocks + 24]uint32    // and how far in their lines they are
	open   [maxLanes/8 + 9]uint8     // by group of eight a bit for each line that is open in part

	unproven  [maxBatch]uint16
	nUnproven int
}

// begin returns the scratch for a new batch. The runtime may move b while the batch
// lasts, to any alignment; the offset then stays.
func (b *Batch) begin() *scratch {
	b.offset = int(-uintptr(unsafe.Pointer(&b.memory)) % cacheLine)
	return b.scratch()
}

func (b *Batch) scratch() *scratch { return (*scratch)(unsafe.Pointer(&b.memory[b.offset])) }

// Unproven returns the numbers of the lines of the last batch whose words are
// not to be used: nothing proves them. They are valid until the next batch.
func (b *Batch) Unproven() []uint16 {
	s := b.scratch()
	return s.unproven[:s.nUnproven]
}

// take finds the line ends of the next batch in src and returns how many lines
// of it can be taken: room at most, with the 64 bytes from the end of each
// inside src.
func (b *scratch) take(src []byte, delim byte, room int) int {
	b.pos[0], b.nUnproven = 0, 0
	if len(src) < 64 {
		return 0
	}
	src = src[:min(len(src), 1<<29)] // a position has 29 bits, and three are flags
	count, step := 0, 1
	switch level {
	case AVX512:
		count, step = min(lineEnds512(unsafe.SliceData(src), len(src), delim, &b.pos[1], lanesBatch), room)&^7, 8
	case AVX2:
		count = min(masks256(unsafe.SliceData(src), len(src), delim, &b.pos[0], batch), room)
	}
	for count > 0 && int(b.pos[count]&positionMask)+64 > len(src) {
		count -= step
	}
	return count
}

// Lines writes the next lines of src, which delim ends, to dst, their offsets
// plus base, and returns how many they are and how many bytes they take with
// their ends: none if the kernels cannot take any, at the end of src or of dst in
// particular. Where a line is not proven its words are undefined; see
// [Batch.Unproven].
func (b *Batch) Lines(dst []Line, src []byte, delim byte, base int) (lines, n int) {
	s := b.begin()
	switch level {
	case AVX512, AVX2:
		lines, open := s.lines(dst, src, delim, base)
		s.settle(open, src, dst, base)
		return lines, int(s.pos[lines] & positionMask)
	}
	lines, s.nUnproven, n = portableLines(dst, src, delim, base, s.unproven[:])
	return lines, n
}

// lines is Lines by assembly alone. It returns how many of the lines are open, and writes
// their numbers to unproven.
func (b *scratch) lines(dst []Line, src []byte, delim byte, base int) (lines, open int) {
	if lines = b.take(src, delim, len(dst)); lines == 0 {
		return 0, 0
	}
	p, out := unsafe.SliceData(src), (*byte)(unsafe.Pointer(unsafe.SliceData(dst)))
	switch level {
	case AVX512:
		longLines512(p, &b.pos[0], lines)
		lines512(p, &b.pos[0], lines/8, base, out, &b.open[0])
		open = b.collect(lines / 8)
	case AVX2:
		open = lines256(p, &b.pos[0], lines, &b.unproven[0], base, out)
	}
	return lines, open
}

// collect writes the lines that the lanes leave open to unproven and returns how
// many they are. It takes eight groups at a time: most have none.
func (b *scratch) collect(groups int) (open int) {
	clear(b.open[groups : groups+7])
	for g := 0; g < groups; g += 8 {
		for mask := binary.LittleEndian.Uint64(b.open[g:]); mask != 0; mask &= mask - 1 {
			b.unproven[open] = uint16(8*g + bits.TrailingZeros64(mask))
			open++
		}
	}
	return open
}

// settle goes through the open lines that a walk leaves in unproven. It passes those to
// the single call that are not open in part only, and keeps those that are still open.
func (b *scratch) settle(open int, src []byte, lines []Line, base int) {
	for _, line := range b.unproven[:open] {
		l := &lines[line]
		text, open := src[l.Start-base:l.End-base], l.Words.W3
		if open < AllOpen {
			l.Words = closed(l.Words, text)
			continue
		}
		at := uint32(open)
		literal := level == AVX512 && at == l.Words.HostStart() && int(at) < len(text) && text[at] == '[' // perhaps a valid one
		if open&(Stopped|FormHintOpen) == Stopped && !literal {
			if fault, ok := refused(text, l.Words); ok {
				l.Words, l.Fault = automaton.Words{}, fault
				continue
			}
		}
		w := l.Words
		if w.W0, w.W1, w.W2, w.W3 = Locate(text); w.W3 >= FormHintOpen {
			var ok bool
			if w, l.Fault, ok = Settle(text, w); !ok {
				b.unproven[b.nUnproven] = line
				b.nUnproven++
				continue
			}
			if l.Fault != 0 {
				w = automaton.Words{}
			}
		}
		l.Words = w
	}
}

// TakesLines reports whether batches take lines that delim ends: it must be a
// byte that no reference has.
func TakesLines(delim byte) bool { return automaton.ClassOf(delim) == 0 }
