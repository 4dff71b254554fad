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

// What is odd about two bytes in a row, a bit each. The first three are for paths, the others for names.
const (
	beforeSlash = 1 << iota // another one, "." or ":", and a slash
	wPair                   // "ww"
	dotSegment              // "/."
	delimsPair              // two of "-." in a row, or one of them at the beginning
	zeroLabel               // a label that begins with "0"
	notInNames              // a byte of no DNS name
	oddInPaths  = beforeSlash | wPair | dotSegment
	nameBegins  = delimsPair | zeroLabel | notInNames
)

// The bits that a byte has as the first and as the second one.
var firsts, seconds = func() (firsts, seconds [256]uint8) {
	for c := range firsts {
		firsts[c] = notInNames
		if !isLetter(byte(c)) && !isDigit(byte(c)) && c != '-' && c != '.' {
			seconds[c] = notInNames
		}
	}
	add := func(bit uint8, first, second string) {
		for i := range len(first) {
			firsts[first[i]] |= bit
		}
		for i := range len(second) {
			seconds[second[i]] |= bit
		}
	}
	add(beforeSlash, "/.:", "/")
	add(wPair, "wW", "wW")
	add(dotSegment, "/", ".")
	add(delimsPair, "-.", "-.")
	add(zeroLabel, ".", "0")
	return firsts, seconds
}()

// oddPairs returns what is odd about the bytes of b, if first are the bits of what is before them.
// Up to 17 take no loop if there are more than eight.
func oddPairs(b []byte, first uint8) (odd uint8) {
	n := len(b)
	if n < 9 {
		for _, c := range b {
			odd |= first & seconds[c]
			first = firsts[c]
		}
		return odd
	}
	odd = first&seconds[b[0]] | oddOfNine((*[9]byte)(b)) | oddOfNine((*[9]byte)(b[n-9:]))
	for i := 8; i < n-9; i += 8 {
		odd |= oddOfNine((*[9]byte)(b[i:]))
	}
	return odd
}

func oddOfNine(b *[9]byte) uint8 {
	return firsts[b[0]]&seconds[b[1]] | firsts[b[1]]&seconds[b[2]] | firsts[b[2]]&seconds[b[3]] | firsts[b[3]]&seconds[b[4]] |
		firsts[b[4]]&seconds[b[5]] | firsts[b[5]]&seconds[b[6]] | firsts[b[6]]&seconds[b[7]] | firsts[b[7]]&seconds[b[8]]
}

// slashesOf returns which of eight bytes are slashes, a bit each.
func slashesOf(b *[8]byte) uint64 {
	differ := binary.LittleEndian.Uint64(b[:]) ^ '/'*ones
	same := ^(differ&all7f + all7f | differ | all7f) >> 7
	return same * 0x0102040810204080 >> 56 // the bits of the bytes next to each other
}

// slashesFrom returns which of up to 64 bytes of b from i on are slashes, a bit each.
func slashesFrom(b []byte, i int) (slashes uint64) {
	n := min(len(b)-i, 64)
	if len(b) < 8 {
		for k := range n {
			if b[i+k] == '/' {
				slashes |= 1 << k
			}
		}
		return slashes
	}
	for k := 0; k < n; k += 8 {
		again := max(i+k+8-len(b), 0) // how many of the last eight are not the first time
		slashes |= slashesOf((*[8]byte)(b[i+k-again:])) >> again << k
	}
	return slashes
}

// suspects returns the parts of the work that may find something, of a reference about which
// odd needs a look. It reads the host and the path, and what comes after them only if there is a "%",
// which is known from w.
func suspects(b []byte, w automaton.Words, odd kernel.Odd) (in suspect) {
	if odd == kernel.OddShape {
		in = inShapes(b, w)
	}
	if odd != kernel.Plain && w.W3&automaton.PercentHint != 0 {
		in |= inEncoded(b, int(w.PathStart()), int(w.PathEnd()))
	}
	return in
}

// inShapes is suspects without triplets, or with plain ones.
func inShapes(b []byte, w automaton.Words) (in suspect) {
	start, hostEnd, path, end := int(w.HostStart()), int(w.HostEnd()), int(w.PathStart()), int(w.PathEnd())
	host := w.Host()
	if host != automaton.NoHost && !isPlainAuthority(b, w) {
		in = inAuthority
	}
	apart := path > hostEnd || host == automaton.IPv4Address // which no kernel has seen yet
	if host == automaton.RegName && hostEnd > start && !(apart && kernel.ScreenParts(b, start, hostEnd, hostEnd)) && !isPlainName(b[start:hostEnd]) {
		in |= inAuthority
	}
	if path < end && !((apart || hostEnd-start > maxLabel) && kernel.ScreenParts(b, path, path, end)) {
		in |= inPath(b, path, end)
	}
	return in
}

// isPlainAuthority reports that there is nothing to remark on an authority, but perhaps on its name.
func isPlainAuthority(b []byte, w automaton.Words) bool {
	schemeEnd, start, hostEnd, path := int(w.SchemeEnd()), int(w.HostStart()), int(w.HostEnd()), int(w.PathStart())
	switch host := w.Host(); {
	case start > schemeEnd+min(schemeEnd, 1)+2, path == hostEnd+1:
		return false
	case path > hostEnd && ofPort(b[:schemeEnd], b[hostEnd+1:path]) != 0:
		return false
	case host == automaton.IPv4Address:
		addr, _, _ := ipv4Of(b[start:hostEnd])
		return of4(addr) == 0
	default:
		return host == automaton.RegName
	}
}

// isPlainName reports that there is nothing to remark on a registered name, not empty: up to 253
// bytes, labels of up to 63 letters, digits and inner hyphens, no two hyphens next to each other, none
// that begins with a 0, a letter at the end, and none of the names of the own host and of metadata
// services. For some names without a remark it returns false. It reads as many labels at a time as
// fit in 63 bytes with a letter at the end.
func isPlainName(name []byte) bool {
	if len(name) > maxName {
		return false
	}
	long := len(name) > maxLabel
	for len(name) > maxLabel {
		end := bytes.LastIndexByte(name[:maxLabel+1], '.')
		for end > 0 && !isLetter(name[end-1]) {
			end = bytes.LastIndexByte(name[:end], '.')
		}
		if end <= 0 || !kernel.ScreenParts(name, 0, end, end) && !areLabels(name[:end]) {
			return false
		}
		name = name[end+1:]
	}
	return len(name) > 0 && (long && kernel.ScreenParts(name, 0, len(name), len(name)) || areLabels(name))
}

// areLabels is isPlainName for up to 63 bytes, not empty, without a kernel.
func areLabels(name []byte) bool {
	const ( // the first byte lowest
		blanks   = 0x2020202020202020
		ocalhost = 0x74736f686c61636f
		loopback = 0x6b636162706f6f6c
		aldomain = 0x6e69616d6f646c61
		internal = 0x6c616e7265746e69
		atagoog  = 0x676f6f672e617461
		metadata = 0x617461646174656d
		nceData  = 0x617461642d65636e
	)
	if oddPairs(name, nameBegins)&nameBegins != 0 || !isLetter(name[len(name)-1]) {
		return false
	}
	if len(name) < 8 {
		return true
	}
	last := binary.LittleEndian.Uint64(name[len(name)-8:]) | blanks
	return last != ocalhost && last != loopback && last != aldomain && last != internal && last != atagoog &&
		last != metadata && last != nceData
}

// inPath is suspects for a path that is not empty, without triplets or with plain ones. It goes from
// its end to its beginning, eight bytes at a time, and perhaps some before it.
func inPath(b []byte, start, end int) (in suspect) {
	path := b[start:end]
	if path[0] == '.' || path[len(path)-1] == '.' {
		in = inSegments
	}
	if path[0]|0x20 == 'w' {
		in |= inPairs(path)
	}
	last := -1
	if path[0] == '/' {
		last = 0
	}
	if end < 9 || len(path) > 62 {
		r := rhythm{last: last}
		odd, repeats := false, false
		for i := 0; i < len(path); i += 64 {
			slashes := slashesFrom(path, i)
			odd = odd || isOddAround(path, slashes, i)
			repeats = repeats || r.add(path, slashes, i)
		}
		if odd {
			in |= inPairs(path)
		}
		if repeats {
			return in | inRepeats
		}
		if r.add(path, 1, len(path)) { // as if one came after the path
			in |= inRepeats
		}
		return in
	}
	slashes := uint64(0) // of the last 64 bytes
	for i := end - 8; i > start-8; i -= 8 {
		slashes |= slashesOf((*[8]byte)(b[max(i, 0):])) << ((max(i, 0) - end) & 63)
	}
	slashes >>= (64 - len(path)) & 63
	if isOddAround(path, slashes, 0) {
		in |= inPairs(path)
	}
	slashes |= 1 << (len(path) & 63) // as if one came after the path
	if mayRepeat(slashes&^1, last) {
		r := rhythm{last: last}
		if r.add(path, slashes, 0) {
			in |= inRepeats
		}
	}
	return in
}

// isOddAround reports whether something may be odd about the bytes around slashes, a bit for each byte
// of path from i on: one of "/.:" before one, or "." or "ww" after one.
func isOddAround(path []byte, slashes uint64, i int) bool {
	odd, last := uint8(0), len(path)-1
	for ; slashes != 0; slashes &= slashes - 1 {
		at := i + bits.TrailingZeros64(slashes)
		after, next := path[min(at+1, last)], path[min(at+2, last)]
		odd |= seconds[after]&dotSegment | firsts[after]&seconds[next]&wPair
		if at > 0 {
			odd |= firsts[path[at-1]] & beforeSlash
		}
	}
	return odd != 0
}

// mayRepeat reports whether segments may repeat, by their sizes: of up to five, any three in a row
// include the third one. ends has the bits where they end, the last of them after the path. last is
// 0 if a slash is before the first segment, else -1.
func mayRepeat(ends uint64, last int) bool {
	if bits.OnesCount64(ends) > 5 {
		return true
	}
	starts := ends<<1 | 1<<(last+1) // where segments begin, one higher than the slash before them
	third := starts & (starts - 1)
	third &= third - 1
	fourth := third & (third - 1)
	size := bits.TrailingZeros64(fourth) - bits.TrailingZeros64(third)
	twice := starts & (starts >> (size & 63))
	return fourth != 0 && twice&(twice>>(2*size&63)) != 0
}

// inPairs is suspects for the odd pairs of a path.
func inPairs(path []byte) (in suspect) {
	for i := 1; i < len(path); i++ {
		if firsts[path[i-1]]&seconds[path[i]]&oddInPaths != 0 {
			in |= inPair(path, i)
		}
	}
	return in
}

// inPair is suspects for the byte of a path at offset i and the one before it.
func inPair(path []byte, i int) suspect {
	switch before, c := path[i-1], path[i]; {
	case c == '/' && before == ':':
		return inHosts
	case c == '/', c == '.' && (i+1 == len(path) || bytes.IndexByte([]byte("./;"), path[i+1]) >= 0):
		return inSegments
	case c|0x20 == 'w' && (i == 1 || path[i-2] == '/') && len(path)-i > 2 && path[i+1]|0x20 == 'w' && path[i+2] == '.':
		return inHosts
	}
	return 0
}
