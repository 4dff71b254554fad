package packed

import (
	"bytes"
	"hash/crc32"
	"math/bits"
	"slices"
)

// Bzip2 compresses text into one bzip2 stream of blocks of at most block bytes, because
// the standard library only decompresses. It makes no effort to make the text short.
func Bzip2(text string, block int) []byte {
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
	w.text("\x17rE8P\x90")
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

// block writes a block of a text with two Huffman tables, the least there can be,
// that are the same.
func (w *bitWriter) block(text []byte, sum uint32) {
	const groupLen, symbols, short = 50, 258, 254
	last, origin := burrowsWheeler(text)
	coded := moveToFront(last)
	w.text("1AY&SY")
	w.bits(uint64(sum), 32)
	w.bits(0, 1) // not randomised
	w.bits(uint64(origin), 24)
	for range 1 + 16 {
		w.bits(0xffff, 16) // all bytes may be there
	}
	groups := (len(coded) + groupLen - 1) / groupLen
	w.bits(2, 3)
	w.bits(uint64(groups), 15)
	w.bits(0, groups) // selectors, moved to the front
	for range 2 {
		w.bits(8, 5) // the length of the first codes; the last four have a bit more
		w.bits(0, short)
		w.bits(0b10, 2)
		w.bits(0, symbols-short)
	}
	for _, s := range coded {
		if s < short {
			w.bits(uint64(s), 8)
		} else {
			w.bits(uint64(s+short), 9)
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

// burrowsWheeler returns the last bytes of the sorted rotations of text, and the index of
// text itself among them.
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
func moveToFront(text []byte) (symbols []int) {
	order := make([]byte, 256)
	for i := range order {
		order[i] = byte(i)
	}
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
	return append(symbols, 257)
}

// bzip2Sum is the checksum, that of Ethernet with the highest bit first.
func bzip2Sum(text string) uint32 {
	mirrored := []byte(text)
	for i, b := range mirrored {
		mirrored[i] = bits.Reverse8(b)
	}
	return bits.Reverse32(crc32.ChecksumIEEE(mirrored))
}
