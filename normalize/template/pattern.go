package template

import (
	"errors"
	"math"
	"math/bits"
	"strings"
)

// A pattern is a sequence of items, each a run of bytes of a set. No byte that an item with a
// variable count takes could be one of the items after it, so that taking as many as there are
// is the only way to match: no byte is read twice.
type pattern []item

type item struct {
	set      set
	min, max int
}

// A set is a set of bytes.
type set [4]uint64

func (s *set) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s *set) add(c byte)      { s[c>>6] |= 1 << (c & 63) }

func (s *set) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

func (s *set) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

func (s *set) overlaps(t *set) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// match reports whether all of a segment, decoded, has the pattern.
func (p pattern) match(segment []byte) bool {
	i := 0
	for k := range p {
		it, n := &p[k], 0
		for ; n < it.max && i < len(segment); n++ {
			c, width := segment[i], 1
			if c == '%' {
				c, width = byteAt(segment, i)
			}
			if !it.set.has(c) {
				break
			}
			i += width
		}
		if n < it.min {
			return false
		}
	}
	return i == len(segment)
}

// bytesOf returns the bytes that a match can have, those that it can begin with, and the
// smallest set that it must have a byte of.
func (p pattern) bytesOf() (all, first, key set) {
	canBegin := true
	key.invert()
	for k := range p {
		for i, word := range p[k].set {
			if all[i] |= word; canBegin {
				first[i] |= word
			}
		}
		if p[k].min > 0 {
			canBegin = false
			if p[k].set.len() < key.len() {
				key = p[k].set
			}
		}
	}
	return all, first, key
}

// lengths returns how many bytes a match can have, decoded.
func (p pattern) lengths() (least, most int) {
	for k := range p {
		least += p[k].min
		if most += p[k].max; most < 0 || p[k].max == math.MaxInt {
			most = math.MaxInt / 2
		}
	}
	return least, most
}

// check returns the number of an item that a byte could belong to as well as to one before it.
func (p pattern) check() (at int, ok bool) {
	for k := range p {
		if p[k].min == p[k].max {
			continue
		}
		for n := k + 1; n < len(p); n++ {
			if p[n].set.overlaps(&p[k].set) {
				return n, false
			}
			if p[n].min > 0 {
				break
			}
		}
	}
	return 0, true
}

var (
	errSyntax    = errors.New("syntax")
	errCount     = errors.New("count from 0 to 1000, the lower one first")
	errAmbiguous = errors.New("the item before, which has no fixed count, takes these bytes, too")
	errEmpty     = errors.New("matches the empty segment")
)

// A patternReader reads a pattern.
type patternReader struct {
	text string
	at   int
}

// parsePattern returns the pattern of a text, or the offset where it is wrong.
func parsePattern(text string) (p pattern, at int, err error) {
	r := patternReader{text: text}
	var starts []int
	for r.at < len(r.text) {
		starts = append(starts, r.at)
		it := item{min: 1, max: 1}
		if err := r.atom(&it.set); err != nil {
			return nil, r.at, err
		}
		if err := r.count(&it); err != nil {
			return nil, r.at, err
		}
		p = append(p, it)
	}
	if n, ok := p.check(); !ok {
		return nil, starts[n], errAmbiguous
	}
	if p.match(nil) {
		return nil, 0, errEmpty
	}
	return p, 0, nil
}

// peek returns the next byte, 0 at the end.
func (r *patternReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// atom reads a byte, a "." or a set in brackets.
func (r *patternReader) atom(s *set) error {
	switch c := r.peek(); c {
	case '.':
		r.at++
		s.invert()
		return nil
	case '[':
		r.at++
		return r.brackets(s)
	case '(', ')', '|', '^', '$', '*', '+', '?', '{', '}', ']':
		return errSyntax
	}
	c, err := r.byte()
	s.add(c)
	return err
}

// byte reads one byte: printable ASCII, and after a "\" what is no letter or digit.
func (r *patternReader) byte() (byte, error) {
	c := r.peek()
	if c == '\\' {
		r.at++
		if c = r.peek(); isLetter(c) || '0' <= c && c <= '9' {
			return 0, errSyntax
		}
	}
	if c < ' ' || c > '~' {
		return 0, errSyntax
	}
	r.at++
	return c, nil
}

// brackets reads the rest of a set in brackets.
func (r *patternReader) brackets(s *set) error {
	inverted := r.peek() == '^'
	if inverted {
		r.at++
	}
	for start := r.at; r.peek() != ']'; {
		if r.peek() == '[' || r.peek() == '-' && r.at > start && !r.isLast() {
			return errSyntax
		}
		low, err := r.byte()
		if err != nil {
			return err
		}
		high := low
		if r.peek() == '-' && !r.isLast() {
			r.at++
			if high, err = r.byte(); err != nil {
				return err
			}
		}
		if high < low {
			return errSyntax
		}
		for c := int(low); c <= int(high); c++ {
			s.add(byte(c))
		}
	}
	if *s == (set{}) {
		return errSyntax
	}
	r.at++
	if inverted {
		s.invert()
	}
	return nil
}

// isLast reports whether the bracket that ends a set is after the next byte.
func (r *patternReader) isLast() bool { return strings.HasPrefix(r.text[r.at+1:], "]") }

// most is the largest number in a count, as in package regexp.
const most = 1000

// count reads how often an item comes, if the pattern says that.
func (r *patternReader) count(it *item) error {
	switch r.peek() {
	case '+':
		it.max = math.MaxInt
	case '*':
		it.min, it.max = 0, math.MaxInt
	case '?':
		it.min = 0
	case '{':
		r.at++
		if err := r.counts(it); err != nil {
			return err
		}
	default:
		return nil
	}
	r.at++
	return nil
}

// counts reads a count in braces, up to the closing one.
func (r *patternReader) counts(it *item) (err error) {
	if it.min, err = r.number(); err != nil {
		return err
	}
	it.max = it.min
	if r.peek() == ',' {
		r.at++
		it.max = math.MaxInt
		if r.peek() != '}' {
			if it.max, err = r.number(); err != nil {
				return err
			}
		}
	}
	switch {
	case r.peek() != '}':
		return errSyntax
	case it.max < it.min || it.max == 0:
		return errCount
	}
	return nil
}

// number reads a number. Package regexp takes one with a leading zero for text, as no count has one.
func (r *patternReader) number() (n int, err error) {
	start := r.at
	if r.peek() == '0' {
		r.at++
		return 0, nil
	}
	for ; '0' <= r.peek() && r.peek() <= '9'; r.at++ {
		if n = 10*n + int(r.peek()-'0'); n > most {
			return 0, errCount
		}
	}
	if r.at == start {
		return 0, errSyntax
	}
	return n, nil
}
