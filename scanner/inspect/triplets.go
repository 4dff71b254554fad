package inspect

import (
	"bytes"
	"math/bits"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/lut"
)

// A unit is a byte of a component or a triplet: unitAt returns the byte that it means and
// its size, 1 or 3, and size 0 at the end of b.
func unitAt(b []byte, i int) (c byte, size int) {
	switch {
	case i >= len(b):
		return 0, 0
	case b[i] != '%' || len(b)-i < 3 || lut.ClassOf(b[i+1])&lut.ClassOf(b[i+2])&lut.HexDigit == 0:
		return b[i], 1
	}
	return unhex(b[i+1])<<4 | unhex(b[i+2]), 3
}

// unhex returns the value of a HEXDIG of either case.
func unhex(c byte) byte { return c&15 + c>>6*9 }

func isHex(c byte) bool { return lut.ClassOf(c)&lut.HexDigit != 0 }

// encoded holds the remark on each byte that may be a delimiter. Those of paths are also in pathTriplets, and in
// what package kernel takes for odd.
var encoded = [0x80]Remark{
	'/': EncodedSlash, '\\': EncodedBackslash, '.': EncodedDot, '?': EncodedQuestionMark, '#': EncodedNumberSign,
	'@': EncodedAt, ':': EncodedColon, ';': EncodedSemicolon,
}

const (
	inEither = EncodedSlash | EncodedBackslash | EncodedQuestionMark | EncodedNumberSign
	inUser   = inEither | EncodedAt | EncodedColon
	inHost   = inUser | EncodedDot
	inPaths  = inEither | EncodedDot | EncodedSemicolon
)

// triplets finds the remarks on percent-encodings.
type triplets struct {
	b     []byte
	at    automaton.Offsets
	colon int // up to here a ":" would be that of a scheme: the end of the first segment of a relative path
	i     int
}

func newTriplets(b []byte, at automaton.Offsets, path automaton.Path) triplets {
	t := triplets{b: b, at: at}
	if path == automaton.PathNoScheme {
		t.colon = segmentEnd(b[:at.PathEnd], int(at.PathStart))
	}
	return t
}

func (t *triplets) next() finding {
	for t.i < len(t.b) {
		n := bytes.IndexByte(t.b[t.i:], '%')
		if n < 0 {
			break
		}
		i := t.i + n
		c, size := unitAt(t.b, i)
		t.i = i + size
		f := finding{start: i, end: t.i}
		switch {
		case size != 3:
			continue
		case c >= 0x80:
			f.is, t.i = characters(t.b, i)
			f.end = t.i
		case c == '%':
			if f.end = deepEnd(t.b, t.i); f.end > t.i {
				f.is, t.i = DoubleEncoded, f.end
			}
		case c == 0:
			f.is = EncodedNUL
		case c < 0x20 || c == 0x7f:
			f.is = EncodedControl
		case encoded[c] != 0:
			f.is = encoded[c] & t.delimiters(uint32(i))
		}
		if f.is != 0 {
			return f
		}
	}
	return finding{}
}

// delimiters returns the remarks on delimiters that apply at offset i.
func (t *triplets) delimiters(i uint32) Remark {
	switch {
	case i >= t.at.PathEnd:
		return 0
	case i < t.at.HostStart:
		return inUser
	case i < t.at.PathStart:
		return inHost
	case int(i) < t.colon:
		return inPaths | EncodedColon
	}
	return inPaths
}

// deepEnd returns where a "%" that ends at i goes on to after decoding: it and two hex
// digits are a triplet, which again may be that of a "%". It returns i if there are none.
func deepEnd(b []byte, i int) int {
	for {
		hi, n := unitAt(b, i)
		lo, m := unitAt(b, i+n)
		if n == 0 || m == 0 || !isHex(hi) || !isHex(lo) {
			return i
		}
		if i += n + m; hi != '2' || lo != '5' {
			return i
		}
	}
}

// characters returns the remark on the triplets from i on, the first of a byte from 0x80,
// and their end: InvalidUTF8 and all that are not part of a character, OverlongUTF8 and one
// character, or 0 and one character.
func characters(b []byte, i int) (is Remark, end int) {
	is, end = character(b, i)
	for is == InvalidUTF8 {
		c, size := unitAt(b, end)
		if c < 0x80 || size == 0 {
			break
		}
		next, after := character(b, end)
		if next != InvalidUTF8 {
			break
		}
		end = after
	}
	return is, end
}

// smallest are the first characters of one to six bytes. RFC 2279 had those of five and
// six, which RFC 3629 removed.
var smallest = [7]uint32{2: 0x80, 3: 0x800, 4: 0x1_0000, 5: 0x20_0000, 6: 0x400_0000}

// character returns the remark on the character that begins with the triplet at i, and its
// end, or InvalidUTF8 and the end of that triplet.
func character(b []byte, i int) (is Remark, end int) {
	lead, size := unitAt(b, i)
	n := bits.LeadingZeros8(^lead)
	if n < 2 || n >= len(smallest) {
		return InvalidUTF8, i + size
	}
	c, end := uint32(lead)&(0x7f>>n), i+size
	for range n - 1 {
		next, size := unitAt(b, end)
		if next&0xc0 != 0x80 {
			return InvalidUTF8, i + 3
		}
		c, end = c<<6|uint32(next&0x3f), end+size
	}
	switch {
	case c < smallest[n]:
		return OverlongUTF8, end
	case c > 0x10_ffff || c>>11 == 0xd800>>11:
		return InvalidUTF8, i + 3
	}
	return 0, end
}
