package tally

import (
	"iter"
	"slices"
	"sync/atomic"
)

const (
	rows  = 4
	width = 1 << 16 // 64 bits of a hash choose a cell in each row
	// One in rare cells of a row is noisier than Sketch.noise, so one value in rare^rows,
	// a million, finds only such cells.
	rare = 32
)

// A sketch is a Count-Min sketch (Cormode, Muthukrishnan 2005). Several workers may add
// to the cells at the same time. Its content depends only on what was added, not on the
// order.
type sketch struct {
	cells [rows][width]atomic.Uint64
}

// hashOf is FNV-1a with the finalizer of SplitMix64. It is the same in every run.
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

func (s *sketch) addAll(other *sketch) {
	for r := range s.cells {
		for i := range s.cells[r] {
			s.cells[r][i].Add(other.cells[r][i].Load())
		}
	}
}

// all yields the cells.
func (s *sketch) all() iter.Seq[*atomic.Uint64] {
	return func(yield func(*atomic.Uint64) bool) {
		for r := range s.cells {
			for i := range s.cells[r] {
				if !yield(&s.cells[r][i]) {
					return
				}
			}
		}
	}
}

// count returns how often hash was added, or more if others were added to all of its
// cells.
func (s *sketch) count(hash uint64) uint64 {
	n := s.cells[0][uint16(hash)].Load()
	for r := 1; r < rows; r++ {
		n = min(n, s.cells[r][uint16(hash>>(16*r))].Load())
	}
	return n
}

// noise returns a bound on the error of a count. It is measured: in each row one cell in
// rare is greater.
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
