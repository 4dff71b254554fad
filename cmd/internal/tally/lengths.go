package tally

import (
	"iter"
	"maps"
	"math/bits"
	"slices"
)

// MaxExact is the length from which on lengths are rounded down to their eight leading
// bits: by less than 1 in 128.
const MaxExact = 1 << 16

// Lengths counts numbers from 0 on, such as lengths in bytes. The zero Lengths is empty.
type Lengths struct {
	exact   []uint64       // by length
	rounded map[int]uint64 // by rounded length, from MaxExact on
	longest int            // not rounded
}

// Add counts n, which must not be negative.
func (l *Lengths) Add(n int) {
	if n < len(l.exact) {
		l.exact[n]++
		return
	}
	l.add(n, 1)
}

// add counts n the given number of times.
func (l *Lengths) add(n int, times uint64) {
	l.longest = max(l.longest, n) // exact ends at the longest it counts: a longer one comes here
	if n < MaxExact {
		l.exact = append(l.exact, make([]uint64, max(0, n+1-len(l.exact)))...)
		l.exact[n] += times
		return
	}
	if l.rounded == nil {
		l.rounded = map[int]uint64{}
	}
	l.rounded[rounded(n)] += times
}

// rounded returns n, a length from MaxExact on, as it is counted.
func rounded(n int) int {
	shift := bits.Len(uint(n)) - 8
	return n >> shift << shift
}

// Merge adds the lengths of other.
func (l *Lengths) Merge(other *Lengths) {
	for n, times := range other.all() {
		l.add(n, times)
	}
	l.longest = max(l.longest, other.longest)
}

// all returns the counted lengths in ascending order, and how often each occurred.
func (l *Lengths) all() iter.Seq2[int, uint64] {
	return func(yield func(n int, times uint64) bool) {
		for n, times := range l.exact {
			if times > 0 && !yield(n, times) {
				return
			}
		}
		for _, n := range slices.Sorted(maps.Keys(l.rounded)) {
			if !yield(n, l.rounded[n]) {
				return
			}
		}
	}
}

// Count returns the number of counted lengths.
func (l *Lengths) Count() uint64 { return l.Between(0, l.longest) }

// Max returns the greatest length, or 0 without lengths. It is never rounded.
func (l *Lengths) Max() int { return l.longest }

// Percentile returns the least length that at least percent in 100 of all lengths do not
// exceed, or 0 without lengths. From MaxExact on it is rounded.
func (l *Lengths) Percentile(percent int) (length int) {
	rank := (l.Count()*uint64(percent) + 99) / 100
	for n, times := range l.all() {
		length = n
		if times >= rank {
			break
		}
		rank -= times
	}
	return length
}

// Between returns the number of lengths from low to high, both included.
func (l *Lengths) Between(low, high int) (count uint64) {
	for n, times := range l.all() {
		if n >= low && n <= high {
			count += times
		}
	}
	return count
}
