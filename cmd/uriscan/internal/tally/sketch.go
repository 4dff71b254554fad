package tally

import (
	"slices"
	"sync/atomic"
)

const (
	rows  = 4
	width = 1 << 16 // 64 bits of a hash choose a cell in each row
	// rare is how many cells of a row stand against one that is noisier than
	// Sketch.noise: one value in rare^rows, a million, finds only such cells.
	rare = 32
)

// A sketch is a Count-Min sketch (Cormode, Muthukrishnan 2005), of which many
// workers may add to the cells at once. What is in it depends on what was added
// alone, not on the order.
type sketch struct {
	cells [rows][width]atomic.Uint64
}

// hashOf is FNV-1a with the finalizer of SplitMix64, which is the same at every
// run.
func hashOf(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func (s *sketch) add(hash, n uint64) {
	for r := range s.cells {
		s.cells[r][uint16(hash>>(16*r))].Add(n)
	}
}

// count returns how often a hash was added, or more: what others added to all
// its cells.
func (s *sketch) count(hash uint64) uint64 {
	n := s.cells[0][uint16(hash)].Load()
	for r := 1; r < rows; r++ {
		n = min(n, s.cells[r][uint16(hash>>(16*r))].Load())
	}
	return n
}

// noise returns a bound on how much too high a count is. It is measured: in each
// row one cell in rare has more in it than that.
func (s *sketch) noise() (noise uint64) {
	cells := make([]uint64, width)
	for r := range s.cells {
		for i := range cells {
			cells[i] = s.cells[r][i].Load()
		}
		slices.Sort(cells)
		noise = max(noise, cells[width-width/rare])
	}
	return noise
}
