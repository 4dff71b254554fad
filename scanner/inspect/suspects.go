package inspect

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/uriscan/uriscan/internal/automaton"
)

// A suspect is a part of the work that may find something.
type suspect uint8

const (
	inAuthority suspect = 1 << iota
	inTriplets
	inSegments
	inRepeats
	inHosts
	inPathAll = inSegments | inRepeats | inHosts
)

// suspects returns the parts of the work that may find something. It reads the host and the
// path eight bytes at a time, and nothing else: whether there is a "%" is known from w.
func suspects(b []byte, w automaton.Words) (in suspect) {
	hostStart, hostEnd := int(w.HostStart()), int(w.HostEnd())
	pathStart, pathEnd := int(w.PathStart()), int(w.PathEnd())
	switch {
	case w.Host() == automaton.NoHost:
	case w.Host() != automaton.RegName, pathStart > hostEnd, hostStart > int(w.SchemeEnd()+min(w.SchemeEnd(), 1))+2,
		hostEnd > hostStart && !isPlainName(b, hostStart, hostEnd):
		in = inAuthority
	}
	if w.W3&automaton.PercentHint != 0 {
		in |= inTriplets
		if bytes.IndexByte(b[pathStart:pathEnd], '%') >= 0 {
			return in | inPathAll
		}
	}
	if pathEnd-pathStart > 1 || pathEnd > pathStart && b[pathStart] != '/' {
		in |= inPlainPath(b, pathStart, pathEnd)
	}
	return in
}

// Eight bytes at a time, as a word.
const (
	ones   = 0x0101010101010101
	tops   = 0x80 * ones
	all7f  = 0x7f * ones
	blanks = ' ' * ones
)

// zeros has the top bit of a byte of x that is 0, if there is one, and perhaps those of
// higher bytes. Its other bits mean nothing.
func zeros(x uint64) uint64 { return (x - ones) &^ x }

// wordOf returns the eight bytes of b from i on.
func wordOf(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// tailOf returns the fewer than eight bytes of b[i:end], and zeros after them.
func tailOf(b []byte, i, end int) uint64 {
	if end < 8 {
		return tailOfShort(b[i:end])
	}
	return wordOf(b, end-8) >> (8 * uint(i+8-end))
}

//go:noinline
func tailOfShort(b []byte) uint64 {
	var word [8]byte
	copy(word[:], b)
	return wordOf(word[:], 0)
}

// isPlainName reports that there is nothing to remark on a registered name that is not
// empty: labels of letters, digits and inner hyphens, no two hyphens next to each other,
// none too long, and the last neither a number nor "localhost". For some names without a
// remark it returns false.
func isPlainName(b []byte, start, end int) bool {
	const localhos = 0x736f686c61636f6c // "localhos", the first byte lowest
	last := b[end-1]
	switch {
	case end-start > maxLabel, last-'-' <= '9'-'-':
		return false
	case last|0x20 == 't' && end-start > 8 && wordOf(b, end-9)|blanks == localhos:
		return false
	}
	i, bad, before := start, uint64(0), uint64('.')
	for ; i+8 <= end; i += 8 {
		word := wordOf(b, i)
		bad |= notPlain(word, word<<8|before)
		before = word >> 56
	}
	word := tailOf(b, i, end) | 'a'*ones<<(8*uint(end-i))
	return (bad|notPlain(word, word<<8|before))&tops == 0
}

// notPlain has the top bit of each byte of word that a name has not, or not after its byte
// of before, and perhaps of others if there is one.
func notPlain(word, before uint64) uint64 {
	const (
		beforeA = (0x80 - 'a') * ones
		afterZ  = (0x80 - 'z' - 1) * ones
		beforeM = (0x80 - '-') * ones
		after9  = (0x80 - '9' - 1) * ones
	)
	lower := word | blanks
	letters := (lower + beforeA) &^ (lower + afterZ)
	others := (word + beforeM) &^ (word + after9) // "-", "." and digits: a "/" is in no host
	// Of all these only "-" and "." have neither the bit 0x10 nor 0x40.
	both := word | before
	delims := (both | both<<2) << 1
	hex := (before ^ '0'*ones) | (lower ^ 'x'*ones)
	return ^(letters | others) | ^delims | zeros(hex)
}

// inPlainPath is suspects for a path without triplets that is not empty.
func inPlainPath(b []byte, start, end int) (in suspect) {
	var slashes [4]uint64 // one bit for each byte
	i, odd, before := start, uint64(0), uint64(0)
	for ; i+8 <= end; i += 8 {
		word := wordOf(b, i)
		odd |= oddPairs(word, word<<8|before)
		before = word >> 56
		slashes[(i-start)>>6&3] |= slashBits(word) << (uint(i-start) & 63)
	}
	word := tailOf(b, i, end)
	odd |= oddPairs(word, word<<8|before)
	n := end - start
	slashes[(i-start)>>6&3] |= (slashBits(word) | 1<<(uint(end-i)&7)) << (uint(i-start) & 63) // and one after the end
	if odd&tops != 0 || b[start] == '.' || b[end-1] == '.' {
		in = inSegments | inHosts
	}
	if b[start] != '/' || n >= 64*len(slashes) || mayRepeat(slashes[:n>>6+1]) {
		in |= inRepeats
	}
	return in
}

// oddPairs has the top bit of each byte of word that is a ":", or makes one of "//", "/.",
// "./", ".." or "w." after its byte of before, and perhaps of others if there is one.
func oddPairs(word, before uint64) uint64 {
	dots := ((word | ones) ^ '/'*ones) | ((before | ones) ^ '/'*ones)
	www := (word ^ '.'*ones) | ((before | blanks) ^ 'w'*ones)
	return zeros(dots) | zeros(www) | zeros(word^':'*ones)
}

// slashBits has a bit for each byte of word, which is 1 for a slash.
func slashBits(word uint64) uint64 {
	differ := word ^ '/'*ones
	equal := ^(differ&all7f + all7f | differ) & tops
	return equal >> 7 * 0x0102040810204080 >> 56
}

// mayRepeat reports whether three groups of segments that follow each other have the same
// lengths: slashes are those of a path that begins with one, and one after its end.
func mayRepeat(slashes []uint64) bool {
	count := 0
	for _, word := range slashes {
		count += bits.OnesCount64(word)
	}
	if count < 4 {
		return false
	}
	if count > maxSegments {
		return true
	}
	var sizes [maxSegments]uint8
	last, n := 0, 0
	for i, word := range slashes {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			sizes[n&(maxSegments-1)] = uint8(at - last)
			last = at
			n++
		}
	}
	for group := 1; 3*group < count; group++ {
		same := 0
		for i := group + 1; i < count; i++ { // before the first slash nothing is
			if same++; sizes[i&(maxSegments-1)] != sizes[(i-group)&(maxSegments-1)] {
				same = 0
			} else if same == 2*group {
				return true
			}
		}
	}
	return false
}

const maxSegments = 16
