package inspect

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
)

// ofEncoded has the parts that may find something about a triplet of a path, by the byte that it means,
// if the triplet is odd there alone.
var ofEncoded = func() (of [0x80]suspect) {
	for c := range of {
		if isLetter(byte(c)) {
			of[c] = inHosts
		}
		if encoded[c]&inPaths != 0 {
			of[c] |= inTriplets
		}
	}
	for _, c := range "./\\" {
		of[c] |= inSegments | inHosts
	}
	of[';'] |= inSegments
	of[' '] |= inSegments
	return of
}()

// inEncoded is suspects for the triplets of b, where the path begins and ends at start and end.
func inEncoded(b []byte, start, end int) (in suspect) {
	first := bytes.IndexByte(b, '%')
	if first < start {
		in = inTriplets
		first = start
	}
	if arePlain(b, first, end) {
		return in
	}
	if !arePlain(b, first, first) { // as if none of them were in the path
		in |= inTriplets
	}
	return in | inEncodedPath(b[start:end])
}

// inEncodedPath is suspects for what is odd about the triplets of a path, but not elsewhere.
func inEncodedPath(path []byte) (in suspect) {
	for i := 0; ; {
		n := bytes.IndexByte(path[i:], '%')
		if n < 0 {
			return in
		}
		i += n
		c, size := unitAt(path, i)
		switch {
		case c >= 0x80:
		case c == ':' && path[0] != '/':
			in |= inTriplets | inHosts
		case c == ':' && (path[i-1]|0x20)&^3 == 'p': // the last letter of a web scheme is p or s
			in |= inHosts
		case c == ' ' && i+size < len(path) && path[i+size] != '/':
			// Only the last of a segment counts, and an encoded slash after it is odd itself.
		default:
			in |= ofEncoded[c]
		}
		i += size
	}
}

// arePlain reports that there is nothing to remark on the triplets of b from i on, and that those
// before end, which are in the path, change nothing about what inPath looks for: they are no
// delimiters, no letters, and no spaces at the end of a segment. For some triplets without a remark
// it returns false.
func arePlain(b []byte, i, end int) bool {
	if kernel.KnowsTriplets() {
		return kernel.PlainTriplets(b, i, end)
	}
	if i < end {
		looks, ok := pathTriplets.read(b[:end], i)
		if !ok || looks && hasLastSpace(b[i:end]) {
			return false
		}
		i = end
	}
	looks, ok := otherTriplets.read(b, i)
	return ok && !(looks && hasTwice(b[i:]))
}

// hasLastSpace reports whether a segment ends in an encoded space.
func hasLastSpace(path []byte) bool {
	return bytes.HasSuffix(path, []byte("%20")) || bytes.Contains(path, []byte("%20/"))
}

// hasTwice reports whether a "%25" may begin a triplet with the bytes after it.
func hasTwice(b []byte) bool {
	for {
		i := bytes.Index(b, []byte("%25"))
		if i < 0 {
			return false
		}
		if b = b[i+3:]; len(b) > 0 && (b[0] == '%' || isHex(b[0])) {
			return true
		}
	}
}

// Where in a character a triplet is: the first ones say how many are to come, and the others which bytes
// may be the next one.
const (
	between = 6 * iota
	oneMore
	twoMore
	threeMore
	afterE0
	afterED
	afterF0
	afterF4
	nowhere // the triplets are odd
)

// looksBit says that what follows a byte counts, too.
const looksBit = 1 << 63

// A decoder reads triplets.
type decoder struct {
	next         [256]uint64 // of the byte of a triplet, the place after it for each place, six bits each
	upper, lower [256]uint8  // the value of a hex digit
}

var (
	pathTriplets  = newDecoder(" ", func(c byte) bool { return isLetter(c) || strings.IndexByte(`%./\#:;?`, c) >= 0 })
	otherTriplets = newDecoder("%", func(c byte) bool { return false })
)

// newDecoder returns a decoder for which odd reports the bytes of ASCII that are odd, beside controls.
func newDecoder(looks string, odd func(c byte) bool) *decoder {
	d := new(decoder)
	for c := range 256 {
		if isHex(byte(c)) {
			d.upper[c], d.lower[c] = unhex(byte(c))<<4, unhex(byte(c))
		}
		for place := between; place <= nowhere; place += oneMore {
			d.next[c] |= after(place, byte(c)) << place
		}
		if c < 0x80 && (c < ' ' || c == 0x7f || odd(byte(c))) {
			d.next[c] |= nowhere
		}
	}
	d.next[looks[0]] |= looksBit
	return d
}

// after returns the place after byte c.
func after(place int, c byte) uint64 {
	switch {
	case place == between && c < 0x80:
		return between
	case place == between && c >= 0xc2 && c < 0xf5:
		switch {
		case c < 0xe0:
			return oneMore
		case c == 0xe0:
			return afterE0
		case c == 0xed:
			return afterED
		case c < 0xf0:
			return twoMore
		case c == 0xf0:
			return afterF0
		case c == 0xf4:
			return afterF4
		}
		return threeMore
	case place == between || c < 0x80 || c >= 0xc0:
		return nowhere
	case place == oneMore:
		return between
	case place == twoMore, place == afterE0 && c >= 0xa0, place == afterED && c < 0xa0:
		return oneMore
	case place == threeMore, place == afterF0 && c >= 0x90, place == afterF4 && c < 0x90:
		return twoMore
	}
	return nowhere
}

// A window is what read looks at: triplets may begin in its first atOnce bytes.
type window [atOnce + 2]byte

const atOnce = 64

// read reads the triplets of b from i on. It is ok if none is odd, and looks says that what follows one of
// them counts, too.
func (d *decoder) read(b []byte, i int) (looks, ok bool) {
	var few window
	if len(b) < len(few) {
		copy(few[:], b[i:])
		b, i = few[:], 0
	}
	var place, all, cut uint64 // now, at any time, and before other bytes
	for last := 0; i < len(b)-2; i += atOnce {
		w, skip := (*window)(b[len(b)-len(few):]), len(few)-len(b)+i
		if skip < 0 {
			w, skip = (*window)(b[i:i+len(few)]), 0
		}
		last += skip
		for marks := w.percents() >> (skip & 63) << (skip & 63); marks != 0; marks &= marks - 1 {
			k := bits.TrailingZeros64(marks)
			cut |= place & uint64(int64(last-k)>>63)
			last = k + 3
			place = d.next[d.upper[w[k+1]]|d.lower[w[k+2]]] >> (place & 63)
			all |= place
		}
		last -= atOnce
	}
	return all&looksBit != 0, (cut|place)&63 == between
}

// percents returns which of the first atOnce bytes of w are "%", the first lowest.
func (w *window) percents() uint64 {
	return ^(w.others(0) | w.others(8)<<8 | w.others(16)<<16 | w.others(24)<<24 |
		w.others(32)<<32 | w.others(40)<<40 | w.others(48)<<48 | w.others(56)<<56)
}

// others returns which of eight bytes of w are not "%", in bits 0 to 7.
func (w *window) others(i int) uint64 {
	const ones = 0x0101010101010101
	differ := binary.LittleEndian.Uint64(w[i:]) ^ '%'*ones
	return (differ&(0x7f*ones) + 0x7f*ones | differ) & (0x80 * ones) * 0x02040810204081 >> 56
}
