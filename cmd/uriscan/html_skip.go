package main

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// Most tags are plain and hold nothing to find, and neither does the text before
// them. They are passed over here, which halves the time that pages take.

// skipTag passes over the text up to buf[scan] and the tag that begins there, if
// nothing is to be found in them and the next thing is text again.
func (p *htmlPage) skipTag() bool {
	if p.inPart || !p.isQuiet(p.scan) {
		return false
	}
	src := p.buf[p.scan:]
	n := plainTag(src)
	if n == 0 || !p.isQuiet(p.scan+n) || mayBeRaw(src) {
		return false
	}
	if p.x.resolve && src[1] != '/' && lut.Span(src[1:n], alnum) < n-len("<>") {
		return false // it has attributes
	}
	p.scan += n
	p.at = p.scan
	return true
}

// plainTag returns the length of the tag that src begins with; 0 if it is no tag,
// goes on behind src, or is written in a way that takes more to read.
func plainTag(src []byte) (n int) {
	n = 1
	if len(src) > 1 && src[1] == '/' {
		n = 2
	}
	if len(src) <= n || !letters.Has(src[n]) {
		return 0
	}
	for {
		from := n
		for n < len(src) && !tagSigns[src[n]] {
			n++
		}
		switch {
		case n+1 < len(src) && src[n] == '=' && isNamed(src, from, n):
		case n < len(src) && src[n] == '>':
			return n + 1
		default:
			return 0
		}
		n++
		switch b := src[n]; {
		case b == '"' || b == '\'':
			end := bytes.IndexByte(src[n+1:], b)
			if end < 0 {
				return 0
			}
			n += 1 + end + 1
		case b == '>' || blanks.Has(b):
			return 0
		default:
			for n < len(src) && src[n] != '>' && !blanks.Has(src[n]) {
				n++
			}
		}
	}
}

// tagSigns are the bytes that matter outside of values.
var tagSigns = [256]bool{'>': true, '"': true, '\'': true, '=': true}

// isNamed tells whether the name of an attribute ends before src[equals], which no
// other sign stands before from src[from] on, where a tag or an attribute begins or
// a value ended.
func isNamed(src []byte, from, equals int) bool {
	i := equals
	for i > from && src[i-1] != '/' && !blanks.Has(src[i-1]) {
		i--
	}
	return i < equals && (i > from || from > 2)
}

// mayBeRaw tells whether src begins with the start tag of an element that may have
// no tags in its content.
func mayBeRaw(src []byte) bool {
	if len(src) < len("<xmp") {
		return false
	}
	switch string([]byte{src[1] | 0x20, src[2] | 0x20}) {
	case "sc", "st", "xm", "if", "no", "ti", "te", "pl":
		name := string(bytes.ToLower(src[1 : 1+lut.Span(src[1:], letters)]))
		raw, _ := rawElement(name)
		return raw || name == "plaintext"
	}
	return false
}

// isQuiet tells whether what is not done before buf[to] holds no URI, nor one that
// is written in character references.
func (p *htmlPage) isQuiet(to int) bool {
	return nextOf(p.buf, ':', p.at, &p.colon) >= to && nextOf(p.buf, '&', p.at, &p.ampersand) >= to
}

// nextOf returns where in buf the first b is from at on, len(buf) if nowhere. It is
// remembered in known.
func nextOf(buf []byte, b byte, at int, known *int) int {
	if *known < at {
		i := bytes.IndexByte(buf[at:], b)
		if i < 0 {
			i = len(buf) - at
		}
		*known = at + i
	}
	return *known
}
