package kernel

import (
	"bytes"
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
		if start == 0 || b[start-1] == '@' || start+n < path && !IsUsualPort(b[start+n+1:path]) {
			return OddShape
		}
	default:
		return OddShape
	}
	window := end
	if end-start >= mapped-1 {
		window = path
	}
	a, d := shapeKinds.upTo(b, start, window)
	if n > 0 {
		var tail uint32 // with the last letter
		if end := start + n; end >= 4 {
			tail = binary.LittleEndian.Uint32(b[end-4 : end : end])
		} else {
			tail = uint32(b[end-1]) << 24
		}
		tail |= 0x20202020
		name := uint64(1)<<(n&63) - 1
		delims := d & name
		labels := delims<<1 | 1 // where they begin
		if n >= mapped || oddTails[tail*tailFactor>>29] == tail || tail-'a'<<24 >= 26<<24 && isOddLast(b[start:start+n]) ||
			(a|delims&labels)&name != 0 || b[start+bits.Len64(labels)-1] == '0' {
			return OddShape
		}
	}
	hint := Odd(s.Words.W3 / automaton.PercentHint & 1)
	if path == end {
		return hint
	}
	if window == end {
		size := end - start
		slashes, all := a&^d, a|d
		first, after := uint64(1)<<((path-start)&63), uint64(1)<<(size&63)
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
	if OddPath(b[:end], path) != 0 {
		return OddShape
	}
	return hint
}

// isOddLast reports whether a name that does not end in a letter does not end in a digit either, or its last label
// may be a number, or a name of the own host.
func isOddLast(name []byte) bool {
	label := name[bytes.LastIndexByte(name, '.')+1:]
	return len(label) == 0 || label[len(label)-1]-'0' >= 10 || !isLetter(label[0]) ||
		len(label) >= len("localhost4") && binary.LittleEndian.Uint32(label)|0x20202020 == 'l'|'o'<<8|'c'<<16|'a'<<24
}

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

// IsUsualPort reports whether port is one that nothing about needs a look.
func IsUsualPort(port []byte) bool {
	switch string(port) {
	case "80", "81", "443", "591", "3000", "5000", "8000", "8008", "8080", "8081", "8443", "8888":
		return true
	}
	return false
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

// HasOddTail reports whether name, of four bytes or more, ends in one of oddTails.
func HasOddTail(name []byte) bool {
	tail := binary.LittleEndian.Uint32(name[len(name)-4:]) | 0x20202020
	return oddTails[tail*tailFactor>>29] == tail
}

// slashes returns a bit for each "/" of up to 64 bytes of b from at on.
func slashes(b []byte, at int) (m uint64) {
	if len(b) < mapped {
		a, d := shapeKinds.upTo(b, at, len(b))
		return a &^ d
	}
	from := min(at, len(b)-mapped)
	s := (*[mapped]byte)(b[from:])
	m = slashes8((*[8]byte)(s[0:])) | slashes8((*[8]byte)(s[8:]))<<8
	m |= slashes8((*[8]byte)(s[16:]))<<16 | slashes8((*[8]byte)(s[24:]))<<24
	m |= slashes8((*[8]byte)(s[32:]))<<32 | slashes8((*[8]byte)(s[40:]))<<40
	m |= slashes8((*[8]byte)(s[48:]))<<48 | slashes8((*[8]byte)(s[56:]))<<56
	return m >> uint(at-from)
}

func slashes8(s *[8]byte) uint64 {
	const ones = 0x0101010101010101
	x := binary.LittleEndian.Uint64(s[:]) ^ '/'*ones // 0 where a "/" is
	others := x&(0x7f*ones) + 0x7f*ones | x          // bit 7 of all other bytes
	return ^others & (0x80 * ones) >> 7 * 0x0102040810204080 >> 56
}

// A PathOdd is a set of what about a path needs a look.
type PathOdd uint8

const (
	OddDots    PathOdd = 1 << iota // empty segments, and some that begin or end with a dot
	OddHosts                       // what may be a URL or a name such as www.example.com
	OddRepeats                     // groups of up to eight segments that may come three times in a row
)

// OddPath returns what about the path that begins at start and ends b, and is not empty, needs a look. It does
// not allocate.
func OddPath(b []byte, start int) (odd PathOdd) {
	const (
		ones  = 0x0101010101010101
		tops  = 0x80 * ones
		all7f = 0x7f * ones
		twice = tops - 0x100e0c0a08060402 // bit 7 of the sum says that a group came twice more
	)
	// They have a byte for each size of a group, the lowest for that of one segment.
	var (
		before uint64 // what is kept of the segments so many before
		runs   uint64 // how many in a row are as those so many before them
	)
	last := start // where the last segment ended
	if b[start] != '/' {
		last--
	}
	for window := last + 1; ; window += mapped {
		ends, left := slashes(b, window), len(b)-window
		if left < mapped {
			ends |= 1 << left
		}
		for ; ends != 0; ends &= ends - 1 {
			at := window + bits.TrailingZeros64(ends)
			edges := oddLast[b[at-1]]
			if i := last + 2; i < len(b) {
				edges |= oddFirst[b[i-1]] & oddSecond[b[i]]
			}
			if edges != 0 {
				odd |= oddSegment(b[last+1:at], at < len(b))
			}
			segment := uint64(b[at-1] + 37*byte(at-last)) // its last byte and its size
			differ := before ^ segment*ones
			before = before<<8 | segment
			last = at
			if (differ-ones)&^differ&tops == 0 { // none is 0
				runs = 0
				continue
			}
			same := ^(differ&all7f + all7f | differ | all7f)
			runs = (runs + ones) & (same | (same - same>>7))
			if (runs+twice)&tops != 0 {
				odd |= OddRepeats
			}
		}
		if left < mapped {
			return odd
		}
	}
}

// A segment may be odd if its first two bytes have a bit in common, or the last one before a slash has one.
var (
	oddFirst  = [256]uint8{'.': 1, 'w': 2, 'W': 2}
	oddSecond = [256]uint8{'.': 1, ';': 1, 'w': 2, 'W': 2}
	oddLast   = [256]uint8{'.': 1, ':': 1, '/': 1}
)

// oddSegment is OddPath for one segment, which may have a slash after it.
func oddSegment(segment []byte, slash bool) (odd PathOdd) {
	n := len(segment)
	if n == 0 && slash || n > 0 && segment[n-1] == '.' || n > 1 && segment[0] == '.' && (segment[1] == '.' || segment[1] == ';') {
		odd = OddDots
	}
	if slash && n > 1 && segment[n-1] == ':' && isSchemeEnd(segment[n-2]) || n > 3 && segment[3] == '.' && isWWW(segment) {
		odd |= OddHosts
	}
	return odd
}

// isSchemeEnd reports whether c may end http, https, ftp, ws or wss, in any case.
func isSchemeEnd(c byte) bool { return c|0x20 == 'p' || c|0x20 == 's' }

// isWWW reports whether b begins with "www", in any case.
func isWWW(b []byte) bool { return b[0]|0x20 == 'w' && b[1]|0x20 == 'w' && b[2]|0x20 == 'w' }

// isOddIn reports whether one of the bytes of a path, which ends b, is odd, an odd bit each from window on.
func isOddIn(b []byte, window, path int, odd uint64) bool {
	for ; odd != 0; odd &= odd - 1 {
		i := window + bits.TrailingZeros64(odd)
		switch {
		case b[i] == '/':
			if c := b[i-1]; c == '/' || c == '.' || c == ':' && i-path > 1 && isSchemeEnd(b[i-2]) {
				return true
			}
		case b[i] != '.':
		case i == len(b)-1:
			return true
		case i == path || b[i-1] == '/':
			if b[i+1] == '.' || b[i+1] == ';' {
				return true
			}
		case i-path >= 3 && isWWW(b[i-3:]):
			return true
		}
	}
	return false
}
