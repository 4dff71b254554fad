package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Needed returns the rungs of f that change src: those that, in the order given
// at [Flags], find something to change in what the rungs before them leave. 0
// means that src is already normal: [Append] would copy it, so take src itself.
// ref must be the [scanner.Ref] of src. Its time is linear in len(src). It does
// not allocate.
func Needed[B lut.Bytes](src B, ref scanner.Ref, f Flags) Flags {
	if KnownNormal(ref, f) {
		return 0
	}
	return needed(kernel.Bytes(src), ref, f)
}

// KnownNormal reports whether the scan that found ref has shown that no rung of f
// changes the reference. Most references are normal, and of most of these the scan
// shows it; of the others ask [Needed]. It takes no more than a comparison, and
// does not allocate.
func KnownNormal(ref scanner.Ref, f Flags) bool {
	w := layout.Words(ref)
	return w.W3&kernel.Suspects == 0 && f&(DropFragment|DropUserinfo) == 0
}

func needed(b []byte, ref scanner.Ref, f Flags) Flags {
	suspects := suspect(b, ref, f)
	if suspects == 0 {
		return 0
	}
	s := newSource(b, ref, suspects)
	return s.needed()
}

// suspect returns the rungs of f that may change b: none that is left out does,
// not even after others. Where the scan had a suspect, it looks again: for upper
// case up to the end of the host, for a "/." in the path, at each triplet.
func suspect(b []byte, ref scanner.Ref, f Flags) Flags {
	if KnownNormal(ref, f) {
		return 0
	}
	return lookAgain(b, ref, f)
}

// lookAgain is suspect where the scan has not shown that there are none.
func lookAgain(b []byte, ref scanner.Ref, f Flags) Flags {
	w := layout.Words(ref)
	schemeEnd, hostStart := uint32(w.W0), uint32(w.W0>>32)
	hostEnd, pathStart := uint32(w.W1), uint32(w.W1>>32)
	pathEnd, queryEnd := uint32(w.W2), uint32(w.W2>>32)
	afterScheme := schemeEnd + min(schemeEnd, 1)
	var suspects Flags
	if pathStart > hostEnd {
		suspects = EmptyPort | DefaultPort
	}
	if pathEnd == pathStart && hostStart > afterScheme {
		suspects |= EmptyPath
	}
	if hostStart > afterScheme+2 {
		suspects |= DropUserinfo
	}
	if uint32(w.W3) > queryEnd {
		suspects |= DropFragment
	}
	switch w.W3 >> kernel.HostBits & 63 {
	case uint64(kernel.IPv6Address) | uint64(kernel.PathAbEmpty)<<3:
		suspects |= IPv6
	case uint64(kernel.PathRootless) << 3:
		if b[pathStart] == '.' {
			suspects |= PathSegment
		}
	}
	if w.W3&kernel.Suspect != 0 {
		if kernel.HasUpper(b[:hostEnd]) {
			suspects |= Case
		}
		if kernel.HasSlashDot(b[pathStart:pathEnd]) {
			suspects |= PathSegment
		}
	}
	if w.W3&kernel.Percent != 0 {
		if loose, _ := kernel.Loose(b); loose {
			suspects |= tripletRungs(b, f)
		}
		if suspects&PercentEncoding != 0 {
			suspects |= Case // for what it decodes
		}
	}
	if suspects &= f; suspects == 0 {
		return 0
	}
	if f&Case != 0 && hostStart <= afterScheme+2 && w.W3&kernel.Percent == 0 { // the digits of a triplet may be letters
		suspects |= plainHead
	}
	if f&PathSegment != 0 && suspects&PathSegment == 0 {
		suspects |= plainPath
	}
	return suspects
}

// What lookAgain knows of the form, beside the rungs: that nothing before its path
// is in upper case, and that in its path no "." follows a "/".
const (
	plainHead Flags = 1 << (31 - iota)
	plainPath
)

// needed asks every rung, in their order.
func (s *source) needed() Flags {
	n := s.dropped()
	if s.flags&(PercentEncoding|Case) != 0 {
		kept := s.b[:s.at.End]
		if n&DropFragment != 0 {
			kept = kept[:s.at.QueryEnd]
		}
		if n&DropUserinfo != 0 {
			kept = kept[s.at.HostStart:] // no scheme has a "%"
		}
		n |= tripletRungs(kept, s.flags) & (PercentEncoding | Case)
	}
	if s.has(Case) && (hasUpperLetter(s.schemePart(), s.flags) || hasUpperLetter(s.hostPart(), s.flags)) {
		n |= Case
	}
	if s.isIPv6() && s.rewritesIPv6() {
		n |= IPv6
	}
	n |= s.droppedPort()
	if s.rootsPath() {
		n |= EmptyPath
	}
	if s.removesDots() && losesDots(s.pathPart(), s.flags, s.hasAuthority()) {
		n |= PathSegment
	}
	return n
}

// rewritesIPv6 tells whether IPv6 changes what Case leaves of the host. The host
// is read as it is, whose case makes no difference.
func (s *source) rewritesIPv6() bool {
	var text, folded ipv6Text
	host := s.hostPart()
	written := text.format(host)
	return !bytes.Equal(written, host) && !bytes.Equal(written, appendTriplets(folded[:0], host, s.flags, s.has(Case)))
}

// dropped returns which of the Drop rungs have something to drop.
func (s *source) dropped() Flags {
	n := Flags(0)
	if s.at.End > s.at.QueryEnd {
		n = DropFragment
	}
	if s.at.HostStart > s.userinfoStart() {
		n |= DropUserinfo
	}
	return n & s.flags
}

// tripletRungs returns the rungs of f that change the triplets of b, what tripletAt
// says of each, in half the time; and PathSegment if one is decoded to a ".", without
// which no decoding makes a dot segment: a "/" is never decoded.
func tripletRungs(b []byte, f Flags) (n Flags) {
	for i := 0; i < len(b); i++ {
		if b[i] != '%' {
			if i = indexByte(b, i, '%'); i == len(b) {
				break
			}
		}
		if len(b)-i < 3 || lut.ClassOf(b[i+1])&lut.ClassOf(b[i+2])&lut.HexDigit == 0 {
			continue
		}
		hi, lo := b[i+1], b[i+2]
		i += 2
		octet := unhex(hi)<<4 | unhex(lo)
		if f&PercentEncoding != 0 && lut.ClassOf(octet)&lut.Unreserved != 0 {
			if n |= PercentEncoding; octet == '.' {
				n |= PathSegment
			}
		} else if hi >= 'a' || lo >= 'a' {
			n |= Case & f
		}
	}
	return n
}

// hasUpperLetter tells whether b has one of A to Z outside its triplets, or as
// one that f decodes.
func hasUpperLetter(b []byte, f Flags) bool {
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' {
			t := tripletAt(b, i, f)
			if i += t.size - 1; t.decodes {
				c = t.octet
			}
		}
		if isUpper(c) {
			return true
		}
	}
	return false
}

// indexByte returns the first position of c in b from i on, len(b) if there is
// none.
func indexByte(b []byte, i int, c byte) int {
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}
