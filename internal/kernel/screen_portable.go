package kernel

import (
	"encoding/binary"
	"math/bits"

	"github.com/uriscan/uriscan/internal/automaton"
)

// shapeKinds are the kinds that matter to the shape of a reference:
//
//	a    "/"
//	b    "." and "-"
//	a b  other bytes that no DNS name has
//
// and neither, letters and digits.
var shapeKinds = kindsOf(func(c byte) uint64 {
	switch {
	case c == '/':
		return kindA
	case c == '.' || c == '-':
		return kindB
	case c-'0' < 10 || (c|0x20)-'a' < 26:
		return 0
	}
	return kindA | kindB
})

// screenPortable is [Screen] by the maps of each 64 bytes of host and path.
func screenPortable(s *Scanned) Odd {
	b, start, path, end := s.Text(), int(s.Words.HostStart()), int(s.Words.PathStart()), int(s.Words.PathEnd())
	n := int(s.Words.HostEnd()) - start
	switch s.Words.Host() {
	case automaton.NoHost:
	case automaton.RegName:
		if start+n < path || start == 0 || b[start-1] == '@' {
			return OddShape
		}
	default:
		return OddShape
	}
	a, d := shapeKinds.upTo(b, start, end)
	if n > 0 {
		var tail uint32 // with the last letter
		if path >= 4 {
			tail = binary.LittleEndian.Uint32(b[path-4 : path : path])
		} else {
			tail = uint32(b[path-1]) << 24
		}
		tail |= 0x20202020
		if tail-'a'<<24 >= 26<<24 || oddTails[tail*tailFactor>>29] == tail {
			return OddShape
		}
		name := uint64(1)<<(n&63) - 1
		delims := d & name
		labels := delims<<1 | 1 // where they begin
		if n >= mapped || (a|delims&labels)&name != 0 || b[start+bits.Len64(labels)-1] == '0' {
			return OddShape
		}
	}
	hint := Odd(s.Words.W3 / automaton.PercentHint & 1)
	if path == end {
		return hint
	}
	if size := end - start; size < mapped-1 {
		slashes, all := a&^d, a|d
		first, after := uint64(1)<<(n&63), uint64(1)<<(size&63)
		begins := slashes<<1 | first&^slashes | after<<1 // where segments begin, and two bytes after the last one
		third := begins & (begins - 1)
		third &= third - 1
		fourth := third & (third - 1)
		more := fourth & (fourth - 1)
		more &= more - 1
		more &= more - 1 // there are more than five segments
		// Of up to five, any three in a row include the third one, so these have its size. If there are fewer than
		// three, no four bits of begins are as far apart as the two here.
		length := bits.TrailingZeros64(fourth|1<<63) - bits.TrailingZeros64(third|1<<62)
		twice := begins & (begins >> (length & 63))
		if more|twice&(twice>>(2*length&63)) == 0 {
			if odd := slashes&(all<<1) | all&^a&(begins|begins<<3|after>>1); odd != 0 && isOddIn(b[:end], start, path, odd) {
				return OddShape
			}
			return hint
		}
	}
	if pairs, groups := oddPath(b, start, n, end, a, d); pairs || groups {
		return OddShape
	}
	return hint
}

// oddTails has the last four letters of the names of the own host and of metadata services, each where
// its product with tailFactor says.
var oddTails = func() (tails [8]uint32) {
	for _, tail := range []string{"host", "back", "main", "rnal", "goog", "data"} {
		t := binary.LittleEndian.Uint32([]byte(tail))
		tails[t*tailFactor>>29] = t
	}
	return tails
}()

const tailFactor uint32 = 0x3500536f

// OddPath reports what about a path, which is not empty, needs a look: pairs of bytes (or its first or last
// one), and groups of segments that may repeat. It does not allocate.
func OddPath(path []byte) (pairs, groups bool) {
	a, d := shapeKinds.upTo(path, 0, len(path))
	return oddPath(path, 0, 0, len(path), a, d)
}

// oddPath is [OddPath] for the path that begins n bytes after the window, which has the maps a and d,
// and ends at end.
func oddPath(b []byte, window, n, end int, a, d uint64) (pairs, groups bool) {
	var (
		path, size  = window + n, end - window
		slashes     = a &^ d
		all         = a | d
		first       = uint64(1) << (n & 63)
		begins      = slashes<<1 | first&^slashes // where segments begin
		ends        = slashes &^ first
		last        = path                 // where the last segment ended
		mark        = uint64(0)            // all of the byte before the window
		once, twice = uint64(0), uint64(0) // the keys seen: that of a segment is of its size and its last byte
		again       = uint64(0)            // those seen three times, as all of a group are that comes three times
	)
	pairs = b[end-1] == '.'
	if slashes == ends {
		last--
	}
	begins |= begins << 3
	for {
		odd := slashes&(all<<1|mark) | all&^a&begins
		pairs = pairs || odd != 0 && isOddIn(b[:end], window, path, odd)
		if size < mapped {
			ends |= 1 << (size & 63)
		}
		for ; ends != 0; ends &= ends - 1 {
			at := window + bits.TrailingZeros64(ends)
			key := uint64(1) << ((uint64(b[at-1]) + 9*uint64(at-last)) & 63)
			last = at
			again |= twice & key
			twice |= once & key
			once |= key
		}
		if size < mapped {
			break
		}
		begins, mark = slashes>>63|slashes>>60, all>>63
		window, size = window+mapped, size-mapped
		a, d = shapeKinds.upTo(b, window, end)
		slashes, all = a&^d, a|d
		begins |= slashes<<1 | slashes<<4
		ends = slashes
	}
	return pairs, again != 0 && isRhythmic(b, path, end)
}

// isOddIn reports whether one of the bytes of a path, which ends b, is odd, an odd bit each from window on.
func isOddIn(b []byte, window, path int, odd uint64) bool {
	for ; odd != 0; odd &= odd - 1 {
		i := window + bits.TrailingZeros64(odd)
		switch {
		case b[i] == '/':
			if c := b[i-1]; c == '/' || c == '.' || c == ':' {
				return true
			}
		case b[i] != '.':
		case i == len(b)-1:
			return true
		case i == path || b[i-1] == '/':
			if b[i+1] == '.' || b[i+1] == ';' {
				return true
			}
		case i-path >= 3 && b[i-1]|0x20 == 'w' && b[i-2]|0x20 == 'w' && b[i-3]|0x20 == 'w':
			return true
		}
	}
	return false
}
