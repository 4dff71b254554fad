package redact

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/prose"
)

// isClean reports whether nothing in src is blanked, as is quickly seen of most URLs: everybody
// reads the authority alike, and no name begins as one that is blanked.
func (p *Policy) isClean(src []byte) bool {
	at, ok := ordinary(src)
	if !ok || p.segments != nil || p.after != nil {
		return false
	}
	if p.allow != nil || p.fragment {
		return bytes.IndexByte(src[at:], '?') < 0 && bytes.IndexByte(src[at:], '#') < 0
	}
	return p.deniesNone(src[at:])
}

// deniesNone reports whether the query and the fragment of src surely have no name whose value is
// blanked.
func (p *Policy) deniesNone(src []byte) bool {
	fragment := prose.IndexOrLen(src, '#')
	begin := prose.IndexOrLen(src[:fragment], '?')
	if begin == len(src) {
		return true
	}
	if bytes.IndexByte(src[begin:], '=') >= 0 && p.mayDenyAny(src[begin:]) {
		return false
	}
	return bytes.IndexByte(src[fragment:], '%') < 0 || !hides(src[fragment:])
}

// mayDenyAny reports whether the value of a parameter in src may be blanked. One begins
// after each separator.
func (p *Policy) mayDenyAny(src []byte) bool {
	if p.begins.mayBe(0, '=') { // a name that is empty may have a value of one byte at the end
		return true
	}
	// The algorithm Shift-Or of Baeza-Yates and Gonnet: bit 3 of places is 0 where a name has three
	// bytes that it may begin with, and for four bytes at a time a bit further left for each of them.
	places, all := ^uint32(0), uint32(0)
	const ends, four = 1 << 3, 15 << 3
	i := 0
	for ; i+4 <= len(src); i += 4 {
		next := src[i : i+4 : i+4]
		now := ((p.begins[next[0]]<<1|p.begins[next[1]])<<1|p.begins[next[2]])<<1 | p.begins[next[3]]
		places = places<<4 | now
		all |= now
		if places&four == four {
			continue
		}
		for j := range 4 {
			if places>>(3-j)&ends == 0 && p.mayDeny(src[i+j-2:]) {
				return true
			}
		}
	}
	for ; i < len(src); i++ {
		places = places<<1 | p.begins[src[i]]
		all |= p.begins[src[i]]
		if places&ends == 0 && p.mayDeny(src[i-2:]) {
			return true
		}
	}
	return all&(15*leftOut) != 0
}

// mayDeny reports whether the value of the parameter that begins src may be blanked.
func (p *Policy) mayDeny(src []byte) bool {
	seen := class(0)
	for i, c := range src {
		seen |= classes[c]
		switch {
		case c == '=':
			return p.denies(src[:i], seen&odd == 0)
		case c == '&':
			return false
		case classes[c]&separates != 0:
			return true
		}
	}
	return false
}

// hides reports whether there may be separators in fragment once it is decoded. A "%" without
// two HEXDIG may be the beginning of one after that. A NUL separates for some.
func hides(fragment []byte) bool {
	for i := 0; i < len(fragment); i++ {
		switch c := fragment[i]; {
		case c > '%':
		case c == '%':
			if len(fragment)-i < 3 || triplets[0][fragment[i+1]]&triplets[1][fragment[i+2]] != 0 {
				return true
			}
			i += 2
		case c == 0:
			return true
		}
	}
	return false
}

// triplets[0][a] & triplets[1][b] is not 0 if a and b are not two HEXDIG, or those of a byte that hides
// looks for: bit d of triplets[0][a] is set if d is then its second digit.
var triplets = func() (t [2][256]uint32) {
	const digits, others = 1<<16 - 1, 1 << 16
	for c := range 256 {
		t[0][c], t[1][c] = others, digits|others
		hi := unhex(byte(c))
		if hi > 15 {
			t[0][c] |= digits
			continue
		}
		t[1][c] = 1 << hi
		for lo := range byte(16) {
			if is := hi<<4 | lo; is == 0 || is == '%' || classes[is]&separates != 0 {
				t[0][c] |= 1 << lo
			}
		}
	}
	return t
}()
