package lut

import "github.com/uriscan/uriscan/internal/kernel"

// A Set is a set of ASCII bytes, one bit each. The zero Set is empty; sets can
// be compared with ==.
type Set struct{ lo, hi uint64 }

// SetOf returns the bytes that belong to at least one of the rules. It does
// not allocate.
func SetOf(rules Class) Set {
	var s Set
	for c := range byte(0x80) {
		if classes[c]&rules != 0 {
			s.add(c)
		}
	}
	return s
}

// MakeSet returns the set of the bytes of members. Bytes that are not ASCII
// are left out. It does not allocate.
func MakeSet(members string) Set {
	var s Set
	for i := range len(members) {
		s.add(members[i])
	}
	return s
}

func (s *Set) add(c byte) {
	// Only one shift is by less than 64, and none from 0x80 on: see Has.
	s.lo |= 1 << c
	s.hi |= 1 << (c - 64)
}

// Has reports whether c is in s. It does not allocate.
func (s Set) Has(c byte) bool {
	// A shift by 64 or more gives 0, so each half answers for its own bytes,
	// and no byte from 0x80 is in either.
	return (s.lo>>c|s.hi>>(c-64))&1 != 0
}

// Or returns the union of s and t.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// AndNot returns the bytes of s that are not in t.
func (s Set) AndNot(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Span returns the length of the longest prefix of src whose bytes are all in
// s, which is len(src) if all are. Its time is linear in the result. It does not
// allocate.
func Span[B Bytes](src B, s Set) int { return kernel.Span(kernel.Bytes(src), s.lo, s.hi) }
