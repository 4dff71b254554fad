package tally

import "math/bits"

// MaxExact is the length from which on lengths are rounded down, to their eight
// leading bits: by less than 1 in 128.
const MaxExact = 1 << 16

// roundedBits is how many bits of a rounded length follow its first.
const roundedBits = 7

// Lengths counts numbers from 0, such as lengths in bytes. The zero Lengths has
// counted nothing.
type Lengths struct {
	exact   []uint64 // by length
	rounded []uint64 // by place, from MaxExact on
	longest int      // of the rounded ones
}

// Add counts n, which is not negative.
func (l *Lengths) Add(n int) {
	if n < len(l.exact) {
		l.exact[n]++
		return
	}
	l.add(n, 1)
}

// add counts n so many times.
func (l *Lengths) add(n int, times uint64) {
	if n < MaxExact {
		l.exact = roomFor(l.exact, n)
		l.exact[n] += times
		return
	}
	i := place(n)
	l.rounded = roomFor(l.rounded, i)
	l.rounded[i] += times
	l.longest = max(l.longest, n)
}

// roomFor returns counts with one of index n.
func roomFor(counts []uint64, n int) []uint64 {
	if n < len(counts) {
		return counts
	}
	grown := make([]uint64, max(256, 1<<bits.Len(uint(n))))
	copy(grown, counts)
	return grown
}

// place returns where a length from MaxExact on is counted, and lengthAt the
// least length that is counted there.
func place(n int) int {
	shift := bits.Len(uint(n)) - 1 - roundedBits
	return shift<<roundedBits + n>>shift - place0
}

func lengthAt(i int) int {
	i += place0
	shift := i>>roundedBits - 1
	return (i - shift<<roundedBits) << shift
}

// place0 makes MaxExact the first place.
const place0 = (16-roundedBits)<<roundedBits + MaxExact>>(16-roundedBits)

// Merge counts what other has counted.
func (l *Lengths) Merge(other *Lengths) {
	for n, times := range other.exact {
		if times > 0 {
			l.add(n, times)
		}
	}
	for i, times := range other.rounded {
		if times > 0 {
			l.add(lengthAt(i), times)
		}
	}
	l.longest = max(l.longest, other.longest)
}

// each calls f for every length that was counted, in ascending order, until f
// returns false.
func (l *Lengths) each(f func(n int, times uint64) bool) {
	for n, times := range l.exact {
		if times > 0 && !f(n, times) {
			return
		}
	}
	for i, times := range l.rounded {
		if times > 0 && !f(lengthAt(i), times) {
			return
		}
	}
}

// Count returns how many lengths were counted.
func (l *Lengths) Count() (count uint64) {
	l.each(func(_ int, times uint64) bool {
		count += times
		return true
	})
	return count
}

// Max returns the greatest length, 0 if nothing was counted. It is never rounded.
func (l *Lengths) Max() int {
	longest := l.longest
	l.each(func(n int, _ uint64) bool {
		longest = max(longest, n)
		return true
	})
	return longest
}

// Percentile returns the least length that at least percent in 100 of all do not
// exceed, 0 if nothing was counted. From MaxExact on it is rounded.
func (l *Lengths) Percentile(percent int) (length int) {
	// The product may have more than 64 bits.
	hi, lo := bits.Mul64(l.Count(), uint64(percent))
	lo, carry := bits.Add64(lo, 99, 0)
	rank, _ := bits.Div64(hi+carry, lo, 100)
	l.each(func(n int, times uint64) bool {
		length = n
		if times >= rank {
			return false
		}
		rank -= times
		return true
	})
	return length
}

// Between returns how many lengths are from low to high, both included.
func (l *Lengths) Between(low, high int) (count uint64) {
	l.each(func(n int, times uint64) bool {
		if n >= low && n <= high {
			count += times
		}
		return n <= high
	})
	return count
}
