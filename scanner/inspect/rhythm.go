package inspect

import "math/bits"

// Eight bytes at a time, as a word.
const (
	ones  = 0x0101010101010101
	tops  = 0x80 * ones
	all7f = 0x7f * ones
)

// A rhythm looks for groups of segments that may repeat. Its words have a byte for each size of a
// group, the lowest for that of one segment.
type rhythm struct {
	last   int    // where the last slash was
	before uint64 // what is kept of the segments so many before
	runs   uint64 // how many in a row are as those so many before them
}

// add takes the slashes of b, a bit for each byte from i on, and reports whether groups may repeat.
func (r *rhythm) add(b []byte, slashes uint64, i int) bool {
	const twice = tops - 0x100e0c0a08060402 // bit 7 of the sum says that a group came twice more
	last, before, runs := r.last, r.before, r.runs
	for ; slashes != 0; slashes &= slashes - 1 {
		at := i + bits.TrailingZeros64(slashes)
		size := at - last
		if size <= 0 {
			continue // the first one
		}
		last = at
		segment := b[at-1] + 11*b[at-1-(size+1)/4] + 37*byte(size) // its last byte, one more, and its size
		differ := before ^ uint64(segment)*ones
		same := ^(differ&all7f + all7f | differ | all7f)
		runs = (runs + ones) & (same | (same - same>>7))
		if (runs+twice)&tops != 0 {
			return true
		}
		before = before<<8 | uint64(segment)
	}
	*r = rhythm{last, before, runs}
	return false
}
