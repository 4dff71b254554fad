package tally

import "math/bits"

// MaxExact is the length from which on lengths are rounded down to their eight leading
// bits: by less than 1 in 128.
const MaxExact = 1 << 16

// Lengths counts numbers from 0 on, such as lengths in bytes. The zero Lengths is empty.
type Lengths struct {
	counts  []uint64 // by place
	longest int      // not rounded
}

// place returns where length n is counted: from MaxExact on, lengths have 128 places for each
// power of 2.
func place(n int) int {
	if n < MaxExact {
		return n
	}
	shift := bits.Len(uint(n/MaxExact)) + 8
	return MaxExact + shift*128 + n>>shift - 10*128
}

// lengthAt returns the least length that is counted at place i.
func lengthAt(i int) int {
	if i < MaxExact {
		return i
	}
	i -= MaxExact
	return (i%128 + 128) << (i/128 + 9)
}

// Add counts n, which must not be negative.
func (l *Lengths) Add(n int) {
	if n < min(len(l.counts), MaxExact) {
		l.counts[n]++
		return
	}
	l.longest = max(l.longest, n)
	l.add(place(n), 1)
}

func (l *Lengths) add(i int, times uint64) {
	if i >= len(l.counts) {
		l.counts = append(l.counts, make([]uint64, i+1-len(l.counts))...)
	}
	l.counts[i] += times
}

// Merge adds the lengths of other.
func (l *Lengths) Merge(other *Lengths) {
	l.longest = max(l.longest, other.longest)
	for i, times := range other.counts {
		l.add(i, times)
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
	for i, times := range l.counts {
		if length = lengthAt(i); times >= rank {
			break
		}
		rank -= times
	}
	return length
}

// Between returns the number of lengths from low to high, both included.
func (l *Lengths) Between(low, high int) (count uint64) {
	for i, times := range l.counts {
		if n := lengthAt(i); n >= low && n <= high {
			count += times
		}
	}
	return count
}
