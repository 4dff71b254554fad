package inspect

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
)

// The planes of codes.
const (
	percentPlane = iota
	bit0Plane    // of the byte: that of a digit
	bit1Plane
	bit2Plane
	bit3Plane
	hexLetterPlane
	hexDigitPlane
	endPlane
)

var codes = kernel.NewClasses([8]struct{ High, Low string }{
	percentPlane: {"2", "5"}, hexLetterPlane: {"46", "123456"}, hexDigitPlane: {"3", "0123456789"}, endPlane: {"2", "F"},
	bit0Plane: {"34567", "13579BDF"}, bit1Plane: {"34567", "2367ABEF"}, bit2Plane: {"34567", "4567CDEF"}, bit3Plane: {"34567", "89ABCDEF"},
})

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
		default:
			in |= ofEncoded[c]
		}
		i += size
	}
}

const atOnce = kernel.PlanesAtOnce

// wholeStep is how many of the bytes of planes may begin a triplet, so that the character of each
// is in them: up to three triplets are after the first.
const wholeStep = atOnce - 9 - 1

// arePlain reports that there is nothing to remark on the triplets of b from i on, and that those
// before end, which are in the path, change nothing about what inPath looks for: they are no
// delimiters, no letters, and no spaces at the end of a segment. For some triplets without a remark
// it returns false.
func arePlain(b []byte, i, end int) bool {
	if kernel.KnowsTriplets() {
		return kernel.PlainTriplets(b, i, end)
	}
	due := uint64(0) // where the further triplets of characters are
	var p kernel.Planes
	for ; i < len(b); i += wholeStep {
		n, whole := len(b)-i, ^uint64(0)
		if n > wholeStep {
			n, whole = min(n, atOnce), 1<<wholeStep-1
		}
		p.Set(b, i, n, codes)
		all := p[percentPlane] & whole
		if all|due == 0 {
			continue
		}
		// The bits of the two digits, in the place of the "%". Of a letter, from 1 to 6 in its
		// lower four bits, the value is 9 more.
		letter, v0, v1, v2, v3 := p[hexLetterPlane], p[bit0Plane], p[bit1Plane], p[bit2Plane], p[bit3Plane]
		v2 ^= letter & v0 & v1
		v1 ^= letter & v0
		v0 ^= letter
		v3 |= letter
		hi3, hi2, hi1, hi0 := v3>>1, v2>>1, v1>>1, v0>>1
		lo3, lo2, lo1, lo0 := v3>>2, v2>>2, v1>>2, v0>>2
		ascii := all &^ hi3
		of2 := ascii & hi1 &^ (hi2 | hi0)
		odd := ascii &^ (hi2 | hi1)                            // controls
		odd |= ascii & hi2 & hi1 & hi0 & lo3 & lo2 & lo1 & lo0 // DEL
		odd |= of2 & lo2 & lo0 &^ (lo3 | lo1) & ((p[percentPlane] | letter | p[hexDigitPlane]) >> 3)
		if end > i && ascii != 0 {
			last, path := p[endPlane], ^uint64(0)
			if end-i < atOnce {
				last |= 1 << (end - i)
				path = 1<<(end-i) - 1
			}
			from11, not0 := lo3&(lo2|lo1&lo0), lo3|lo2|lo1|lo0
			letters := hi2 & (hi0&^from11 | not0&^hi0)
			backslash := hi2 & hi0 &^ hi1 & from11 & lo2 &^ (lo1 | lo0)
			spaces := of2 &^ not0 & (last >> 3)
			marks := of2&lo1&(lo3&lo2|lo0&^(lo3|lo2)) | hi1&hi0&^hi2&lo3&lo1&(lo0|^lo2)
			odd |= ascii & path & (letters | backslash | spaces | marks)
		}
		if further := all & hi3; further|due != 0 {
			first, next1, next0 := further&hi2, v1>>4, v0>>4
			two, three, four := first&^hi1, first&hi1&^hi0, first&hi1&hi0
			is0 := ^(lo3 | lo2 | lo1 | lo0)
			odd |= two &^ (hi0 | lo3 | lo2 | lo1)         // C0, C1
			odd |= three & is0 &^ next1                   // E0, then below A0
			odd |= three & lo3 & lo2 & lo0 &^ lo1 & next1 // ED, then from A0
			odd |= four & is0 &^ (next1 | next0)          // F0, then below 90
			odd |= four & lo2 & (next1 | next0)           // F4, then from 90
			odd |= four & (lo3 | lo2&(lo1|lo0))           // from F5
			due |= first<<3 | (three|four)<<6 | four<<9
			odd |= (due ^ further&^hi2) & whole
			due = due &^ whole >> wholeStep
		}
		if odd != 0 {
			return false
		}
	}
	return due == 0
}
