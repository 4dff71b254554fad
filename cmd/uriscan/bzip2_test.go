package main

import (
	"bytes"
	"compress/bzip2"
	"io"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// packBzip2 compresses text into one bzip2 stream of blocks of at most so many
// bytes, for the standard library only decompresses. It makes no effort to make
// the text short: codes are as long as the alphabet needs.
func packBzip2(text string, block int) []byte {
	w := &bitWriter{}
	w.text("BZh1")
	var all uint32
	for len(text) > 0 {
		part := text[:min(len(text), block)]
		text = text[len(part):]
		sum := bzip2Sum(part)
		all = bits.RotateLeft32(all, 1) ^ sum
		w.block(bzip2Runs(part), sum)
	}
	w.text(bzip2End)
	w.bits(uint64(all), 32)
	return w.out
}

// A bitWriter writes bits, the highest first.
type bitWriter struct {
	out  []byte
	free int // bits of the last byte
}

func (w *bitWriter) bits(v uint64, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.free == 0 {
			w.out, w.free = append(w.out, 0), 8
		}
		w.free--
		w.out[len(w.out)-1] |= byte(v>>i&1) << w.free
	}
}

func (w *bitWriter) text(s string) {
	for i := range len(s) {
		w.bits(uint64(s[i]), 8)
	}
}

// block writes a block of a text.
func (w *bitWriter) block(text []byte, sum uint32) {
	last, origin := burrowsWheeler(text)
	used := slices.Compact(slices.Sorted(bytesOf(text)))
	w.symbols(used, moveToFront(last, used), origin, sum)
}

// symbols writes a block with two Huffman tables, the least there can be, that
// are the same.
func (w *bitWriter) symbols(used []byte, symbols []int, origin int, sum uint32) {
	const groupLen = 50
	w.text(bzip2Block)
	w.bits(uint64(sum), 32)
	w.bits(0, 1) // not randomised
	w.bits(uint64(origin), 24)
	w.used(used)
	groups := (len(symbols) + groupLen - 1) / groupLen
	w.bits(2, 3)
	w.bits(uint64(groups), 15)
	w.bits(0, groups) // selectors, moved to the front
	codes := completeCode(len(used) + 2)
	for range 2 {
		w.lengths(codes)
	}
	for _, s := range symbols {
		w.bits(codes[s].bits, codes[s].len)
	}
}

// used writes which bytes there are: which of 16 ranges, and which in each.
func (w *bitWriter) used(used []byte) {
	var ranges [16]uint64
	var present uint64
	for _, b := range used {
		ranges[b>>4] |= 1 << (15 - b&15)
		present |= 1 << (15 - b>>4)
	}
	w.bits(present, 16)
	for _, r := range ranges {
		if r != 0 {
			w.bits(r, 16)
		}
	}
}

// lengths writes those of the codes, as differences.
func (w *bitWriter) lengths(codes []code) {
	at := codes[0].len
	w.bits(uint64(at), 5)
	for _, c := range codes {
		for ; at < c.len; at++ {
			w.bits(0b10, 2)
		}
		w.bits(0, 1)
	}
}

type code struct {
	bits uint64
	len  int
}

// completeCode returns codes of two lengths that use up all there is.
func completeCode(n int) []code {
	short := 0
	for 2<<short <= n {
		short++
	}
	codes := make([]code, n)
	next := uint64(0)
	for i := range codes {
		if i == 2<<short-n {
			next *= 2
		}
		codes[i] = code{next, short}
		if i >= 2<<short-n {
			codes[i].len++
		}
		next++
	}
	return codes
}

func bytesOf(text []byte) func(yield func(byte) bool) {
	return func(yield func(byte) bool) {
		for _, b := range text {
			if !yield(b) {
				return
			}
		}
	}
}

// bzip2Runs shortens runs: after four equal bytes comes how many more follow.
func bzip2Runs(text string) (out []byte) {
	for len(text) > 0 {
		n := 1
		for n < len(text) && n < 4+255 && text[n] == text[0] {
			n++
		}
		out = append(out, text[:min(n, 4)]...)
		if n >= 4 {
			out = append(out, byte(n-4))
		}
		text = text[n:]
	}
	return out
}

// burrowsWheeler returns the last bytes of the sorted rotations of text, and
// where among them text itself stands.
func burrowsWheeler(text []byte) (last []byte, origin int) {
	twice := slices.Concat(text, text)
	starts := make([]int, len(text))
	for i := range starts {
		starts[i] = i
	}
	slices.SortFunc(starts, func(a, b int) int {
		return bytes.Compare(twice[a:a+len(text)], twice[b:b+len(text)])
	})
	for _, s := range starts {
		last = append(last, twice[s+len(text)-1])
	}
	return last, slices.Index(starts, 0)
}

// moveToFront returns the symbols of text: runs of the byte in front as numbers
// of two digits 1 and 2, which are the symbols 0 and 1, and the end.
func moveToFront(text, used []byte) (symbols []int) {
	order := slices.Clone(used)
	run := 0
	digits := func() {
		for ; run > 0; run = (run - 1) / 2 {
			symbols = append(symbols, (run-1)%2)
		}
	}
	for _, b := range text {
		i := bytes.IndexByte(order, b)
		if i == 0 {
			run++
			continue
		}
		digits()
		symbols = append(symbols, i+1)
		copy(order[1:], order[:i])
		order[0] = b
	}
	digits()
	return append(symbols, len(used)+1)
}

// bzip2Sum is the checksum, that of Ethernet with the highest bit first.
func bzip2Sum(text string) uint32 {
	sum := ^uint32(0)
	for i := range len(text) {
		sum ^= uint32(text[i]) << 24
		for range 8 {
			top := sum >> 31
			sum <<= 1
			sum ^= 0x04c11db7 * top
		}
	}
	return ^sum
}

func TestPackBzip2(t *testing.T) {
	for _, text := range []string{"", "a", "aaaa", strings.Repeat("b", 300), "http://a/\n", mixedLines(8, 50)} {
		got, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(packBzip2(text, 1000))))
		if string(got) != text || err != nil {
			t.Errorf("decompressing packBzip2(%q) = %q, %v", text, got, err)
		}
	}
}
