package kernel

import "math/bits"

// A rhythm looks for groups of segments that may repeat: up to eight segments, three times in a row. Its words
// have a byte for each size of a group, the lowest for that of one segment.
type rhythm struct {
	last   int    // where the last segment ended
	before uint64 // what is kept of the segments so many before
	runs   uint64 // how many in a row are as those so many before them
}

// add takes where segments of b end, a bit for each byte from i on, and reports whether groups may
// repeat. None of the segments begins at its end or before it. It does not allocate.
func (r *rhythm) add(b []byte, i int, ends uint64) bool {
	const (
		ones  = 0x0101010101010101
		tops  = 0x80 * ones
		all7f = 0x7f * ones
		twice = tops - 0x100e0c0a08060402 // bit 7 of the sum says that a group came twice more
	)
	last, before, runs := r.last, r.before, r.runs
	for ; ends != 0; ends &= ends - 1 {
		at := i + bits.TrailingZeros64(ends)
		segment := uint64(b[at-1] + 37*byte(at-last)) // its last byte and its size
		last = at
		differ := before ^ segment*ones
		before = before<<8 | segment
		if (differ-ones)&^differ&tops == 0 { // none is 0
			runs = 0
			continue
		}
		same := ^(differ&all7f + all7f | differ | all7f)
		runs = (runs + ones) & (same | (same - same>>7))
		if (runs+twice)&tops != 0 {
			return true
		}
	}
	*r = rhythm{last, before, runs}
	return false
}

// isRhythmic reports whether groups of segments of the path of b that begins at start may repeat.
func isRhythmic(b []byte, start, end int) bool {
	r := rhythm{last: start - 1}
	if b[start] == '/' {
		start, r.last = start+1, start
	}
	for ; start <= end; start += mapped {
		a, d := shapeKinds.upTo(b, start, end)
		ends := a &^ d
		if end-start < mapped {
			ends |= 1 << (end - start)
		}
		if r.add(b, start, ends) {
			return true
		}
	}
	return false
}
