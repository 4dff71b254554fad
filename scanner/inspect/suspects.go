package inspect

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
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
		first := bytes.IndexByte(b, '%')
		if first >= 0 && (first < pathStart || !arePlain(b, first, pathEnd)) {
			in |= inTriplets
			if first < pathEnd {
				return in | inPathAll
			}
		}
	}
	if pathEnd-pathStart > 1 || pathEnd > pathStart && b[pathStart] != '/' {
		in |= inPlainPath(b, pathStart, pathEnd)
	}
	return in
}

// arePlain reports that there is nothing to remark on the triplets from i on, where the first
// one is, after the authority, and that those of the path change nothing about its segments.
func arePlain(b []byte, i, pathEnd int) bool {
	for i < len(b) {
		c, size := unitAt(b, i)
		end := i + size
		switch {
		case size < 3:
			// only a Ref of Split leads here
		case c >= 0x80:
			is, after := character(b, i)
			if is != 0 {
				return false
			}
			end = after
		case c < ' ', c == 0x7f, c == '%' && deepEnd(b, end) > end:
			return false
		case i >= pathEnd:
		case c == ' ' && (end >= pathEnd || b[end] == '/'), encoded[c]&^EncodedAt != 0, isLetter(c):
			return false
		}
		i = end
		if i < len(b) && b[i] != '%' {
			n := bytes.IndexByte(b[i:], '%')
			if n < 0 {
				return true
			}
			i += n
		}
	}
	return true
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
// none too long, the last not a number, and none of the names of the own host. For some names
// without a remark it returns false.
func isPlainName(b []byte, start, end int) bool {
	const ( // the first byte lowest
		localhos = 0x736f686c61636f6c
		loopback = 0x6b636162706f6f6c
		aldomain = 0x6e69616d6f646c61
	)
	last := b[end-1]
	switch {
	case end-start > maxLabel, last-'-' <= '9'-'-':
		return false
	case end-start <= 8:
	case last|0x20 == 't' && wordOf(b, end-9)|blanks == localhos,
		last|0x20 == 'k' && wordOf(b, end-8)|blanks == loopback,
		last|0x20 == 'n' && wordOf(b, end-8)|blanks == aldomain:
		return false
	}
	if end-start <= kernel.PairsAtOnce {
		if kernel.CanFindPairs(b, start) {
			odd, _ := kernel.FindPairs(b, start, end-start, &namePairs)
			return odd == 0 && b[start] != '-' && b[start] != '.'
		}
	}
	return isPlainWords(b, start, end)
}

// namePairs is what is odd in a name: what a label has not, a hyphen or dot after another, and
// "0x".
var namePairs = func() (t kernel.Pairs) {
	t.Add(0, "-.") // four sets, since Add takes more than their union
	t.Add(1, "0123456789")
	t.Add(2, "abcdefghijklmnoABCDEFGHIJKLMNO")
	t.Add(3, "pqrstuvwxyzPQRSTUVWXYZ")
	t.Add(4, "-.")
	t.Add(5, "-.")
	t.Add(6, "0")
	t.Add(7, "xX")
	return t
}()

// isPlainWords is isPlainName for the bytes, eight at a time.
func isPlainWords(b []byte, start, end int) bool {
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

// inPlainPath is suspects for a path that is not empty, without triplets or with plain ones.
func inPlainPath(b []byte, start, end int) (in suspect) {
	path := b[start:end]
	odd, slashes, ok := findInPath(path)
	if !ok {
		return inLongPath(b, start, end)
	}
	if path[0] == '.' || path[len(path)-1] == '.' {
		in = inSegments
	}
	for odd &^= 1; odd != 0; odd &= odd - 1 { // bytes from 0x80 are odd by themselves, and no pair
		in |= inPair(path, bits.TrailingZeros64(odd))
	}
	n := len(path)
	slashes |= 1 << n
	if path[0] != '/' { // as if one came before it
		slashes, n = slashes<<1|1, n+1
	}
	if mayRepeat(slashes, n) {
		in |= inRepeats
	}
	return in
}

// inLongPath is inPlainPath where findInPath does not help.
func inLongPath(b []byte, start, end int) suspect {
	var slashes [4]uint64
	path := b[start:end]
	n := len(path)
	in := suspect(0)
	if path[0] == '.' || path[n-1] == '.' {
		in = inSegments
	}
	for i := max(findInLongPath(b, start, end, &slashes), 1); i < n; i++ {
		in |= inPair(path, i)
	}
	if path[0] != '/' || n >= 64*len(slashes) {
		return in | inRepeats
	}
	slashes[n>>6] |= 1 << (n & 63)
	if mayRepeatLong(&slashes, n) {
		in |= inRepeats
	}
	return in
}

// inPair is suspects for the pair of bytes of a path that ends at offset i.
func inPair(path []byte, i int) suspect {
	switch before, c := path[i-1], path[i]; {
	case c == '/' && before == ':':
		return inHosts
	case (c == '/' || c == '.') && (before == '/' || before == '.'):
		return inSegments
	case c|0x20 == 'w' && before|0x20 == 'w' && (i < 2 || path[i-2] == '/') && len(path)-i > 2 && path[i+2] == '.':
		return inHosts
	}
	return 0
}

// pathPairs is what is odd in a path: "//", "/.", "./", "..", ":/" and "ww". Slashes are marked.
var pathPairs = func() (t kernel.Pairs) {
	for c := range byte(16) {
		t[c], t[16+c] = 1, 1 // every byte may be in a path
	}
	t.Add(3, "/")
	t.Add(4, "./:")
	t.Add(5, "./")
	t.Add(6, "wW")
	t.Add(7, "wW")
	return t
}()

// findInPath returns a bit for the end of each odd pair of path, and one for each slash. It
// takes two steps at most, the second of which reads the last byte of the first again, and
// 62 bytes.
func findInPath(path []byte) (odd, slashes uint64, ok bool) {
	const step = kernel.PairsAtOnce - 1
	n := len(path)
	if n > 2*step || !kernel.CanFindPairs(path, 0) {
		return 0, 0, false
	}
	found, marks := kernel.FindPairs(path, 0, min(n, step+1), &pathPairs)
	if n <= step+1 {
		return uint64(found), uint64(marks), true
	}
	if !kernel.CanFindPairs(path, step) {
		return 0, 0, false
	}
	again, more := kernel.FindPairs(path, step, n-step, &pathPairs)
	return uint64(found) | uint64(again)<<step, uint64(marks) | uint64(more)<<step, true
}

// findInLongPath returns where the first odd pair ends, or the length of the path, and adds
// its slashes to those, from the byte 256 on to those of the beginning.
func findInLongPath(b []byte, start, end int, slashes *[4]uint64) (odd int) {
	const step = kernel.PairsAtOnce - 1
	path := b[start:end]
	odd = len(path)
	for i := 0; i < len(path); i += step {
		if !kernel.CanFindPairs(path, i) {
			return findInWords(b, start, end, slashes)
		}
		found, marks := kernel.FindPairs(path, i, min(step+1, len(path)-i), &pathPairs)
		if found != 0 {
			odd = min(odd, i+bits.TrailingZeros32(found))
		}
		slashes[i>>6&3] |= uint64(marks) << (i & 63)
		slashes[(i>>6+1)&3] |= uint64(marks) >> (64 - i&63)
	}
	return odd
}

// findInWords is findInLongPath eight bytes at a time. If there is an odd pair, it returns 0.
func findInWords(b []byte, start, end int, slashes *[4]uint64) (odd int) {
	i, found, before := start, uint64(0), uint64(0)
	for ; i+8 <= end; i += 8 {
		word := wordOf(b, i)
		found |= oddPairs(word, word<<8|before)
		before = word >> 56
		slashes[(i-start)>>6&3] |= slashBits(word) << (uint(i-start) & 63)
	}
	word := tailOf(b, i, end)
	found |= oddPairs(word, word<<8|before)
	slashes[(i-start)>>6&3] |= slashBits(word) << (uint(i-start) & 63)
	if found&tops != 0 {
		return 0
	}
	return end - start
}

// oddPairs has the top bit of each byte of word that makes one of "//", "/.", "./", "..", ":/"
// and "ww" after its byte of before, and perhaps of others.
func oddPairs(word, before uint64) uint64 {
	const dotSlash = 0xea * ones // the bits that "." and "/" have in common, and those of ":"
	dots := ((word | ones) ^ '/'*ones) | (before&dotSlash ^ '*'*ones)
	www := ((word | blanks) ^ 'w'*ones) | ((before | blanks) ^ 'w'*ones)
	return zeros(dots) | zeros(www)
}

// slashBits has a bit for each byte of word, which is 1 for a slash.
func slashBits(word uint64) uint64 {
	differ := word ^ '/'*ones
	equal := ^(differ&all7f + all7f | differ) & tops
	return equal >> 7 * 0x0102040810204080 >> 56
}

// mayRepeat reports whether three groups of segments that follow each other have the same
// lengths: slashes are those of a path of n bytes, at most 63, that begins with one, and one
// after its end.
func mayRepeat(slashes uint64, n int) bool {
	count := bits.OnesCount64(slashes)
	if count > 6 {
		return mayRepeatLong(&[4]uint64{slashes}, n)
	}
	// Up to five segments only single ones can repeat.
	for ; count > 3; count-- {
		start := bits.TrailingZeros64(slashes)
		slashes &= slashes - 1
		size := bits.TrailingZeros64(slashes) - start
		if slashes>>(start+2*size&63)&(slashes>>(start+3*size&63))&1 != 0 {
			return true
		}
	}
	return false
}

// mayRepeatLong is mayRepeat for longer paths.
func mayRepeatLong(slashes *[4]uint64, n int) bool {
	all := 0
	for _, word := range slashes {
		all += bits.OnesCount64(word)
	}
	if all < 4 || all > maxSegments {
		return all > maxSegments
	}
	var sizes [maxSegments]uint8
	last, count := 0, 0
	for i, word := range slashes[:n>>6+1] {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			sizes[count&(maxSegments-1)] = uint8(at - last)
			last = at
			count++
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
