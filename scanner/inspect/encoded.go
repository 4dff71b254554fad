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

// inEncoded is suspects for the triplets of b, where the path begins and ends at start and end.
func inEncoded(b []byte, start, end int) (in suspect) {
	if bytes.IndexByte(b[:start], '%') >= 0 {
		in = inTriplets
	}
	if !arePlain(b, start, end) {
		in |= inTriplets
		if bytes.IndexByte(b[start:end], '%') >= 0 {
			in |= inPathAll
		}
	}
	return in
}

// wholeStep is how many of the bytes of planes may begin a triplet, so that the character of each
// is in them: up to three triplets are after the first.
const wholeStep = atOnce - 9 - 1

// arePlain reports that there is nothing to remark on the triplets of b from i on, and that those
// before end, which are in the path, change nothing about what inShape looks for: they are no
// delimiters, no letters, and no spaces at the end of a segment. For some triplets without a remark
// it returns false.
func arePlain(b []byte, i, end int) bool {
	due := uint64(0) // where the further triplets of characters are
	for i < len(b) {
		n, whole := len(b)-i, ^uint64(0)
		if n > wholeStep {
			n, whole = min(n, atOnce), 1<<wholeStep-1
		}
		var p kernel.Planes
		p.Set(b, i, n, codes)
		if all := p[percentPlane] & whole; all|due != 0 {
			var t digitPlanes
			t.decode(&p)
			odd := t.odd(all, &p)
			if i < end {
				odd |= t.oddInPath(all, &p, end-i)
			}
			ill, needs := t.illFormed(all)
			needs |= due
			if odd|ill|(needs^all&t.hi3&^t.hi2)&whole != 0 {
				return false
			}
			due = needs &^ whole >> wholeStep
		}
		i += wholeStep
	}
	return due == 0
}

// digitPlanes are the bits of the two digits of a triplet, in the place of its "%".
type digitPlanes struct{ hi3, hi2, hi1, hi0, lo3, lo2, lo1, lo0, next1, next0 uint64 }

// decode makes t of p: of a letter, from 1 to 6 in its lower four bits, the value is 9 more.
func (t *digitPlanes) decode(p *kernel.Planes) {
	letter := p[hexLetterPlane]
	v0 := p[bit0Plane] ^ letter
	v1 := p[bit1Plane] ^ letter&p[bit0Plane]
	v2 := p[bit2Plane] ^ letter&p[bit0Plane]&p[bit1Plane]
	v3 := p[bit3Plane] | letter
	*t = digitPlanes{v3 >> 1, v2 >> 1, v1 >> 1, v0 >> 1, v3 >> 2, v2 >> 2, v1 >> 2, v0 >> 2, v1 >> 4, v0 >> 4}
}

// odd returns those of all that are controls, or "%25" before what may go on.
func (t *digitPlanes) odd(all uint64, p *kernel.Planes) uint64 {
	controls := ^(t.hi3 | t.hi2 | t.hi1)
	del := t.hi2 & t.hi1 & t.hi0 &^ t.hi3 & t.lo3 & t.lo2 & t.lo1 & t.lo0
	percent := t.hi1 &^ (t.hi3 | t.hi2 | t.hi0) & t.lo2 & t.lo0 &^ (t.lo3 | t.lo1)
	return all & (controls | del | percent&((p[percentPlane]|p[hexLetterPlane]|p[hexDigitPlane])>>3))
}

// oddInPath returns those of all in the path, the first n bytes, that are delimiters but "@",
// letters, or spaces before a slash or the end.
func (t *digitPlanes) oddInPath(all uint64, p *kernel.Planes, n int) uint64 {
	last := p[endPlane]
	if n < atOnce {
		all &= 1<<n - 1
		last |= 1 << n
	}
	from11 := t.lo3 & (t.lo2 | t.lo1&t.lo0)
	not0 := t.lo3 | t.lo2 | t.lo1 | t.lo0
	letters := t.hi2 & (t.hi0&^from11 | not0&^t.hi0)
	backslash := t.hi2 & t.hi0 &^ t.hi1 & t.lo3 & t.lo2 &^ (t.lo1 | t.lo0)
	of2 := t.hi1 &^ (t.hi2 | t.hi0)
	of3 := t.hi1 & t.hi0 &^ t.hi2
	space := of2 &^ not0 & (last >> 3)
	marks := of2&(t.lo3&t.lo2&t.lo1|t.lo1&t.lo0&^(t.lo3|t.lo2)) | of3&t.lo3&t.lo1&(t.lo0|^t.lo2)
	return all &^ t.hi3 & (letters | backslash | space | marks)
}

// illFormed returns those of all that begin no character in UTF-8, or one with another second
// byte, and where the characters that begin have further triplets (RFC 3629, section 4).
func (t *digitPlanes) illFormed(all uint64) (ill, needs uint64) {
	first := all & t.hi3 & t.hi2
	two, three, four := first&^t.hi1, first&t.hi1&^t.hi0, first&t.hi1&t.hi0
	not0 := t.lo3 | t.lo2 | t.lo1 | t.lo0
	ill = two &^ t.hi0 &^ (t.lo3 | t.lo2 | t.lo1)           // C0, C1
	ill |= three &^ not0 &^ t.next1                         // E0, then below A0
	ill |= three & t.lo3 & t.lo2 & t.lo0 &^ t.lo1 & t.next1 // ED, then from A0
	ill |= four &^ not0 &^ (t.next1 | t.next0)              // F0, then below 90
	ill |= four & t.lo2 & (t.next1 | t.next0)               // F4, then from 90
	ill |= four & (t.lo3 | t.lo2&(t.lo1|t.lo0))             // from F5
	return ill, first<<3 | (three|four)<<6 | four<<9
}
