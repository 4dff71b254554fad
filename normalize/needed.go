package normalize

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/scanner"
)

// Needed returns the rungs of f that change src. Each rung is judged by the result of the
// rungs that act before it. 0 means that src is already normal: [Append] would copy it, so
// use src itself. ref must be the [scanner.Ref] of src. Its time is linear in len(src). It
// does not allocate.
func Needed[B lut.Bytes](src B, ref scanner.Ref, f Flags) Flags {
	if KnownNormal(ref, f) {
		return 0
	}
	return needed(kernel.Bytes(src), ref, f)
}

// KnownNormal reports whether the scan that returned ref has shown that no rung of f
// changes the reference. Most references are normal, and the scan shows that for most
// normal references; for the others, call [Needed]. KnownNormal costs no more than a
// comparison and does not allocate.
func KnownNormal(ref scanner.Ref, f Flags) bool {
	w := rawref.Words(ref)
	return w.W3&automaton.Hints == 0 && f&(DropFragment|DropUserinfo) == 0
}

func needed(b []byte, ref scanner.Ref, f Flags) Flags {
	w := rawref.Words(ref)
	candidates, triplets := lookAgain(b, w, f)
	if candidates == 0 {
		return 0
	}
	s := newSource(b, w, candidates)
	return s.needed(triplets)
}

// candidateRungs returns the rungs of f that may change b. No other rung of f does, not
// even after others. Where the scan left a hint, candidateRungs looks again: for upper
// case up to the end of the host, for a "/." in the path, and at each triplet.
func candidateRungs(b []byte, ref scanner.Ref, f Flags) Flags {
	if KnownNormal(ref, f) {
		return 0
	}
	candidates, _ := lookAgain(b, rawref.Words(ref), f)
	return candidates
}

// lookAgain is candidateRungs where not KnownNormal, and returns what tripletRungs does.
func lookAgain(b []byte, w automaton.Words, f Flags) (candidates, triplets Flags) {
	schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, end := offsets(w)
	afterScheme := schemeEnd + min(schemeEnd, 1)
	if pathStart > hostEnd {
		candidates = EmptyPort | DefaultPort
	}
	if pathEnd == pathStart && hostStart > afterScheme {
		candidates |= EmptyPath
	}
	if hostStart > afterScheme+2 {
		candidates |= DropUserinfo
	}
	if end > queryEnd {
		candidates |= DropFragment
	}
	switch w.W3 >> automaton.HostBits & 63 {
	case uint64(automaton.IPv6Address) | uint64(automaton.PathAbEmpty)<<3:
		candidates |= IPv6
	case uint64(automaton.PathRootless) << 3:
		if b[pathStart] == '.' {
			candidates |= PathSegment
		}
	}
	if w.W3&automaton.FormHint != 0 {
		if automaton.HasUpper(b[:hostEnd]) {
			candidates |= Case
		}
		if automaton.HasSlashDot(b[pathStart:pathEnd]) {
			candidates |= PathSegment
		}
	}
	if w.W3&automaton.PercentHint != 0 {
		if loose, _ := kernel.Loose(b); loose {
			triplets = tripletRungs(b, f)
		}
		if candidates |= triplets; candidates&PercentEncoding != 0 {
			candidates |= Case // for the letters that it decodes
		}
	}
	if candidates &= f; candidates == 0 {
		return 0, 0
	}
	// With userinfo or triplets, the head of the form may keep upper case letters.
	if f&Case != 0 && hostStart <= afterScheme+2 && w.W3&automaton.PercentHint == 0 {
		candidates |= plainHead
	}
	if f&PathSegment != 0 && candidates&PathSegment == 0 {
		candidates |= plainPath
	}
	return candidates, triplets
}

// What lookAgain knows about the form, in addition to the rungs: nothing before its path
// is in upper case, and no "." follows a "/" in the path.
const (
	plainHead Flags = 1 << (31 - iota)
	plainPath
)

// needed returns the rungs that change s, asking each in order: triplets for those of s.b.
func (s *source) needed(triplets Flags) Flags {
	n := s.dropped()
	if n != 0 && triplets != 0 {
		kept := s.b[:s.at.End]
		if n&DropFragment != 0 {
			kept = kept[:s.at.QueryEnd]
		}
		if n&DropUserinfo != 0 {
			kept = kept[s.at.HostStart:] // no scheme has a "%"
		}
		triplets = tripletRungs(kept, s.flags)
	}
	n |= triplets & (PercentEncoding | Case)
	if s.has(Case) && (s.flags&plainHead != 0 || hasUpperLetter(s.schemePart(), s.flags) || hasUpperLetter(s.hostPart(), s.flags)) {
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

// rewritesIPv6 reports whether IPv6 changes the host after Case.
func (s *source) rewritesIPv6() bool {
	var text ipv6Text
	written := text.format(s.hostPart())
	if s.has(Case) {
		return !bytes.EqualFold(written, s.hostPart())
	}
	return !bytes.Equal(written, s.hostPart())
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

// tripletRungs returns the rungs of f that change the triplets of b, and PathSegment if a
// triplet decodes to ".". Only that can make a dot segment: a "/" is never decoded. It
// takes half the time of calling tripletAt for each triplet.
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
		c := unhex(hi)<<4 | unhex(lo)
		if f&PercentEncoding != 0 && lut.ClassOf(c)&lut.Unreserved != 0 {
			if n |= PercentEncoding; c == '.' {
				n |= PathSegment
			}
		} else if hi >= 'a' || lo >= 'a' {
			n |= Case & f
		}
	}
	return n
}

// hasUpperLetter reports whether b has one of A to Z outside its triplets, or in a triplet
// that f decodes.
func hasUpperLetter(b []byte, f Flags) bool {
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' {
			t := tripletAt(b, i, f)
			if i += t.size - 1; t.decodes {
				c = t.value
			}
		}
		if isUpper(c) {
			return true
		}
	}
	return false
}

// indexByte returns the offset of the first c in b[i:], counted from b[0], or len(b).
func indexByte(b []byte, i int, c byte) int {
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}
