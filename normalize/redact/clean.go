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
	src = src[at:]
	fragment := prose.IndexOrLen(src, '#')
	begin := prose.IndexOrLen(src[:fragment], '?')
	switch {
	case begin == len(src):
		return true
	case p.allow != nil || p.fragment:
		return false
	}
	if bytes.IndexByte(src[begin:], '=') >= 0 && p.mayDenyAny(src[begin:]) {
		return false
	}
	return fragment == len(src) || !hides(src[fragment:])
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
	if bytes.IndexByte(fragment, 0) >= 0 {
		return true
	}
	for {
		i := bytes.IndexByte(fragment, '%')
		if i < 0 {
			return false
		}
		if fragment = fragment[i:]; len(fragment) < 3 || unhex(fragment[1])|unhex(fragment[2]) > 15 {
			return true
		}
		if c := unhex(fragment[1])<<4 | unhex(fragment[2]); c == '%' || c == 0 || classes[c]&separates != 0 {
			return true
		}
		fragment = fragment[3:]
	}
}
