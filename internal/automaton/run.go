package automaton

import "math/bits"

const ones = 0x0101010101010101 // the lowest bit of each of eight bytes

// SkipRun returns the end of the longest part of b from i whose bytes are all
// of run, one bit of [Runs]. It takes eight bytes at a time. If one of them is not of
// run, their entries of Runs side by side in a word show which, without a branch for
// each byte. It does not allocate.
func SkipRun(b []byte, i int, run uint8) int {
	want := uint64(run) * ones
	for len(b)-i >= 8 {
		s := b[i : i+8 : i+8]
		if all := Runs[s[0]] & Runs[s[1]] & Runs[s[2]] & Runs[s[3]] & Runs[s[4]] & Runs[s[5]] & Runs[s[6]] & Runs[s[7]]; all&run == 0 {
			return i + bits.TrailingZeros64(^runs8(s)&want)>>3
		}
		i += 8
	}
	if len(b) < 8 {
		for i < len(b) && Runs[b[i]]&run != 0 {
			i++
		}
		return i
	}
	// The last eight bytes of b, less those before i.
	tail := b[len(b)-8:]
	out := (^runs8(tail) & want) >> (8 * (8 - (len(b) - i)) & 63)
	if i == len(b) || out == 0 {
		return len(b)
	}
	return i + bits.TrailingZeros64(out)>>3
}

// firstOut returns the first of the first eight bytes of b that is not of run.
//
//go:noinline
func firstOut(b []byte, run uint8) int {
	return bits.TrailingZeros64(^runs8(b)&(uint64(run)*ones)) >> 3
}

// SkipSegments is [SkipRun] for the run of a path, and reports whether a "."
// follows a "/" in what it skips. It does not allocate.
func SkipSegments(b []byte, i int) (end int, slashDot bool) {
	const want = uint64(RunSegments) * ones
	none := ^uint64(0)
	for len(b)-i > 8 {
		s := b[i : i+9 : i+9]
		next := word(s, 1)
		not := noSlashDot(next<<8|uint64(s[0]), next)
		if all := Runs[s[0]] & Runs[s[1]] & Runs[s[2]] & Runs[s[3]] & Runs[s[4]] & Runs[s[5]] & Runs[s[6]] & Runs[s[7]]; all&RunSegments == 0 {
			n := firstOut(s, RunSegments)
			return i + n, none&(not|^uint64(0)<<(8*n))&tops != tops
		}
		none &= not
		i += 8
	}
	if i == len(b) || len(b) < 8 {
		for ; i < len(b) && Runs[b[i]]&RunSegments != 0; i++ {
			if b[i] == '/' && i+1 < len(b) && b[i+1] == '.' {
				none = 0
			}
		}
		return i, none&tops != tops
	}
	// The last eight bytes of b, less those before i.
	tail, less := b[len(b)-8:], 8*(8-(len(b)-i))&63
	x := word(tail, 0) >> less
	not := noSlashDot(x, x>>8)
	if out := (^runs8(tail) & want) >> less; out != 0 {
		n := bits.TrailingZeros64(out) >> 3
		return i + n, none&(not|^uint64(0)<<(8*n))&tops != tops
	}
	return len(b), none&not&tops != tops
}

// runs8 returns the entries of the first eight bytes of b, the first lowest.
func runs8(b []byte) uint64 {
	_ = b[7]
	return uint64(Runs[b[0]]) | uint64(Runs[b[1]])<<8 | uint64(Runs[b[2]])<<16 | uint64(Runs[b[3]])<<24 |
		uint64(Runs[b[4]])<<32 | uint64(Runs[b[5]])<<40 | uint64(Runs[b[6]])<<48 | uint64(Runs[b[7]])<<56
}
