package redact

import (
	"math/bits"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/lut"
)

// isClean reports whether nothing in src is blanked, as is quickly seen of most URLs: the first
// byte of each name is that of no pattern, and need not be decoded.
func (p *Policy) isClean(src []byte) bool {
	at, ok := ordinary(src)
	if !ok || p.segments != nil || p.after != nil {
		return false
	}
	if at == len(src) {
		return true
	}
	if c := src[at]; c != '?' && c != '#' {
		if at += lut.Span(src[at:], notQuery); at == len(src) {
			return true
		}
	}
	if p.allow != nil || p.fragment {
		return false
	}
	// Here and after each separator a name begins.
	for src[at] < 0x80 {
		if src[at] == '#' && hides(src[at:]) {
			return false
		}
		if at++; at == len(src) {
			return true
		}
		if p.mayBegin(src[at:]) && p.mayDeny(src[at:]) {
			return false
		}
		if at += lut.Span(src[at:], notSeparator); at == len(src) {
			return true
		}
	}
	return false
}

// mayBegin reports whether a name on the list may begin as src does.
func (p *Policy) mayBegin(src []byte) bool {
	return p.first[src[0]] && (len(src) == 1 || classes[src[0]]&odd != 0 || p.second[src[1]])
}

// mayDeny reports whether the value of the parameter that begins src may be blanked.
func (p *Policy) mayDeny(src []byte) bool {
	if len(src) > 2 && src[0] == '%' && unhex(src[1])|unhex(src[2]) <= 15 && !p.first[unhex(src[1])<<4|unhex(src[2])] {
		return false
	}
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

// newSuspects returns what kernel.FindSuspects looks for if names begin with the bytes of first:
// the bytes that have no place in a plain URL are odd, and so are those that may begin a name
// after a separator. Each ":" and "[" is marked.
//
// A bit says what a product of bytes is, by their lower and by their upper four bits. The first
// four leave out controls, the space, "@" and "\\", and three bytes without need. ";" and "Z" are
// marked without need.
func newSuspects(first *[256]bool) (t kernel.Pairs) {
	t.Add(0, "!\"#$%&'()*+,-./123456789:;<=>?ABCDEFGHIJKLMNOabcdefghijklmno")
	t.Add(1, "0123456789:=>PQRSTUVWXYZ]^pqrstuvwxyz}~")
	t.Add(2, "_")
	t.Add(3, ":[")
	t.Add(4, ";?")
	t.Add(6, "#&")
	for c := byte('!'); c < 0x7f; c++ {
		if first[c] {
			t.Add(5, string(c))
			t.Add(7, string(c))
		}
	}
	return t
}

// isClear reports whether src is clean, as is seen at once of a URL that everybody reads alike.
// It reports false where there is no kernel for it.
func (p *Policy) isClear(src []byte) bool {
	const most = kernel.SuspectsAtOnce
	if len(src) == 0 || !p.hasSuspects || !kernel.CanFindSuspects(src) {
		return len(src) == 0
	}
	odd, marks, percents := kernel.FindSuspects(src, &p.suspects)
	if odd != 0 && !p.areHarmless(src, 0, odd) {
		return false
	}
	for end := most; end < len(src); {
		i := min(end-1, len(src)-most) // the last byte of a block may be the first of a pair
		odd, further, triplets := kernel.FindSuspects(src[i:], &p.suspects)
		isNew := ^uint64(0) << (end - i)
		if odd &= isNew; odd != 0 && !p.areHarmless(src, i, odd) {
			return false
		}
		if further&isNew != 0 {
			marks = ^uint64(0)
		}
		percents |= triplets
		end = i + most
	}
	// Without "@" and "%", an authority is only odd if there is a ":" or a "[" in it.
	if percents == 0 && marks&(marks-1) == 0 {
		after := bits.TrailingZeros64(marks) + 1
		if marks == 0 || after+1 < len(src) && src[after-1] == ':' && src[after] == '/' && src[after+1] == '/' {
			return true
		}
	}
	_, ok := ordinary(src)
	return ok && (percents == 0 || !hides(src[prose.IndexOrLen(src, '#'):]))
}

// areHarmless reports whether nothing is blanked for the suspects of src[from:] that odd has.
func (p *Policy) areHarmless(src []byte, from int, odd uint64) bool {
	for ; odd != 0; odd &= odd - 1 {
		i := from + bits.TrailingZeros64(odd)
		c := src[i]
		if c <= ' ' || c >= 0x7f || c == '@' || c == '\\' {
			return false
		}
		if i > 0 && classes[src[i-1]]&separates != 0 && p.mayBegin(src[i:]) && p.mayDeny(src[i:]) {
			return false
		}
	}
	return true
}

// hides reports whether there may be separators in fragment once it is decoded. A "%" without
// two HEXDIG may be the beginning of one after that. A NUL separates for some.
func hides(fragment []byte) bool {
	for i, c := range fragment {
		if c == 0 {
			return true
		} else if c != '%' {
			continue
		}
		if len(fragment)-i < 3 || unhex(fragment[i+1])|unhex(fragment[i+2]) > 15 {
			return true
		}
		if c = unhex(fragment[i+1])<<4 | unhex(fragment[i+2]); c == '%' || c == 0 || classes[c]&separates != 0 {
			return true
		}
	}
	return false
}
