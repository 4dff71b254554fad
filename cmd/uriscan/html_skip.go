package main

import (
	"bytes"
	"strings"

	"github.com/uriscan/uriscan/lut"
)

// Most tags are plain and hold nothing to find, and neither does the text before
// them. They are passed over here: read in full, pages take 2.6 times as long.

// skipTag passes over the text up to buf[scan] and the tag that begins there, if
// nothing is to be found in them and the next thing is text again.
func (p *htmlPage) skipTag() bool {
	if p.inPart || !p.isQuiet(p.scan) {
		return false
	}
	src := p.buf[p.scan:]
	n := plainTag(src, p.x.resolve)
	if n == 0 || !p.isQuiet(p.scan+n) || mayBeRaw(src) {
		return false
	}
	p.scan += n
	p.at = p.scan
	return true
}

// plainTag returns the length of the tag that src begins with; 0 if it is no tag,
// goes on behind src, is written in a way that takes more to read, or an attribute
// may hold references that are to be printed: if resolves any, else a URI.
func plainTag(src []byte, resolves bool) (n int) {
	n, _ = readPlainTag(src, resolves, nil)
	return n
}

// readPlainTag is plainTag where one value may be a URI, if one can take it. It tells
// whether another attribute may hold references, but no URI, or have no value.
func readPlainTag(src []byte, resolves bool, one *tagAttribute) (n int, refers bool) {
	for n = elementEnd(src); n > 0; {
		from := n
		for n < len(src) && !tagSigns[src[n]] {
			n++
		}
		if n == len(src) {
			return 0, false
		}
		equals := n
		switch {
		case src[n] == '=':
			for n > from && !gaps[src[n-1]] {
				n--
			}
		case src[n] != '>':
			return 0, false
		}
		if (resolves || one != nil) && !isGap(src[from:n]) {
			if resolves {
				return 0, false // there is an attribute without a value
			}
			refers = true
		}
		if src[equals] == '>' {
			return equals + 1, refers
		}
		name := src[n:equals]
		n = behindValue(src, equals+1)
		switch {
		case len(name) == 0:
			return 0, false
		case n == 0 || !mayRefer(name):
		case !resolves && !mayBeURI(src[equals+1:n]):
			refers = true
		case refers || !one.take(src, name, equals+1, n):
			return 0, false
		}
	}
	return 0, false
}

// elementEnd returns where the name of the element ends of which the tag begins src,
// 0 if that is no tag.
func elementEnd(src []byte) (n int) {
	n = 1
	if len(src) > 1 && src[1] == '/' {
		n = 2
	}
	if len(src) <= n || !isLower(src[n]|0x20) {
		return 0
	}
	for n < len(src) && !gaps[src[n]] && !tagSigns[src[n]] {
		n++
	}
	return n
}

// behindValue returns where the value ends that begins at src[i], 0 if that is not
// there or it is written oddly.
func behindValue(src []byte, i int) int {
	if i == len(src) || src[i] == '>' || blanks.Has(src[i]) {
		return 0
	}
	if b := src[i]; b == '"' || b == '\'' {
		n := bytes.IndexByte(src[i+1:], b)
		if n < 0 {
			return 0
		}
		return i + 1 + n + 1
	}
	for i < len(src) && src[i] != '>' && !blanks.Has(src[i]) {
		i++
	}
	return i
}

var (
	// tagSigns are the bytes that matter outside of values.
	tagSigns = [256]bool{'>': true, '"': true, '\'': true, '=': true}
	// gaps are the bytes between attributes.
	gaps = [256]bool{' ': true, '\t': true, '\n': true, '\f': true, '\r': true, '/': true}
)

func isGap(src []byte) bool {
	for _, b := range src {
		if !gaps[b] {
			return false
		}
	}
	return true
}

// mayRefer tells, for most names of attributes, that those of that name hold no
// references: none that does has this length and begins with this letter.
func mayRefer(name []byte) bool { return referringNames[name[0]&0x1f]>>len(name)&1 != 0 }

// referringNames has for each letter the lengths of names of uriAttributes, as bits.
var referringNames = func() (lengths [32]uint32) {
	for i := range uriAttributes {
		name := uriAttributes[i].name
		lengths[name[0]&0x1f] |= 1 << len(name)
	}
	return lengths
}()

// mayBeURI tells whether value holds a ":", perhaps as a character reference.
func mayBeURI(value []byte) bool {
	if bytes.IndexByte(value, ':') >= 0 {
		return true
	}
	i := bytes.IndexByte(value, '&')
	return i >= 0 && (bytes.Contains(value[i:], []byte("&#")) || bytes.Contains(value[i:], []byte("&colon;")))
}

// enterRaw goes into an element that has no tags in it, if its tag begins at buf[scan]
// and nothing is to be found in it, nor in the text before it.
func (p *htmlPage) enterRaw() bool {
	src := p.buf[p.scan:]
	if p.inPart || p.xml || !mayBeRaw(src) {
		return false
	}
	n := plainTag(src, p.x.resolve)
	if n == 0 || !p.isQuietIn(p.at, p.scan+n) {
		return false
	}
	p.enter(rawName(src))
	p.scan += n
	p.at = p.scan
	return true
}

// mayBeRaw tells whether src begins with the start tag of an element that may have
// no tags in its content.
func mayBeRaw(src []byte) bool { return rawName(src) != "" }

// rawNames are the elements that have no tags in them, and plaintext.
var rawNames = [...]string{"script", "title", "style", "textarea", "iframe", "noembed", "noframes", "xmp", "plaintext"}

// rawName returns the name of the element of which src begins with a tag, "" if it is
// not among rawNames.
func rawName(src []byte) string {
	if len(src) < len("<xmp") || !rawSeconds[src[1]&0x1f].Has(src[2]) {
		return ""
	}
	written := src[1:max(1, elementEnd(src))]
	for _, name := range rawNames {
		if len(name) == len(written) && name[0] == written[0]|0x20 && bytes.EqualFold(written, []byte(name)) {
			return name
		}
	}
	return ""
}

// rawSeconds are the second letters of rawNames, by the last five bits of the first one.
var rawSeconds = func() (seconds [32]lut.Set) {
	for _, name := range rawNames {
		second := name[1:2]
		set := &seconds[name[0]&0x1f]
		*set = set.Or(lut.MakeSet(second + strings.ToUpper(second)))
	}
	return seconds
}()

// isQuiet tells whether what is not done before buf[to] holds nothing that is found
// in texts.
func (p *htmlPage) isQuiet(to int) bool {
	if p.colon < p.at {
		p.colon = p.nextColon(p.at, len(p.buf))
	}
	if p.backslash < p.at {
		p.backslash = p.at + indexOrLen(p.buf[p.at:], '\\')
	}
	return min(p.colon, p.backslash) >= to
}

// isQuietFrom is isQuiet for buf[from:to].
func (p *htmlPage) isQuietFrom(from, to int) bool {
	return min(p.colon, p.backslash) >= to || p.isQuietIn(from, to)
}

// nextColon returns where in buf[i:to] the first ":" is with which a URI may begin in a
// text, to if nowhere.
func (p *htmlPage) nextColon(i, to int) int {
	for i < to {
		i += indexOrLen(p.buf[i:to], ':')
		if i == to || p.x.anyScheme || !beginsNone(p.buf[:i], p.buf[i+1:]) {
			return i
		}
		i++
	}
	return to
}

// indexOrLen returns where in s the first b is, len(s) if nowhere.
func indexOrLen(s []byte, b byte) int {
	if i := bytes.IndexByte(s, b); i >= 0 {
		return i
	}
	return len(s)
}
