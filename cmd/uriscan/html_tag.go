package main

import (
	"bytes"
	"slices"
)

// A tag is what is known of the tag that begins at buf[at]. Places are counted
// from there.
type tag struct {
	state     tagState
	closing   bool // "</"
	closed    bool // "/>"
	name      [16]byte
	nameLen   int // beyond the room for it if the name is longer
	nameStart int // of the attribute at hand
	attribute *uriAttribute
	start     int // of its value
	// found are the attributes that hold references, of each the first one, which
	// is the one that counts.
	found   []tagAttribute
	next    int // the one that is looked at next
	reached int // what is looked at
}

// A tagAttribute is the place of a value.
type tagAttribute struct {
	*uriAttribute
	start, end int
}

// A tagState is where in a tag it goes on (13.2.5.8 and those behind it).
type tagState uint8

const (
	tagName tagState = iota
	beforeAttribute
	attributeName
	afterAttribute
	beforeValue
	doubleQuoted
	singleQuoted
	unquoted
)

// tagLimit is how long tags may be: longer than --max-line, up to which the URIs in
// them are printed. Longer tags are texts.
func (x *extractFlags) tagLimit() int { return min(x.maxLine, 1<<30) + tagRoom }

const tagRoom = 64 << 10

func (t *tag) begin() { *t = tag{found: t.found[:0]} }

func (t *tag) element() []byte { return t.name[:min(t.nameLen, len(t.name))] }

// scanTag reads the tag to its end.
func (p *htmlPage) scanTag() bool {
	t := &p.tag
	limit := min(len(p.buf), p.at+p.x.tagLimit())
	for p.scan < limit {
		if t.state == attributeName {
			p.scan += nameLen(p.buf[p.scan:limit])
		}
		if p.scan == limit {
			break
		}
		b := p.buf[p.scan]
		if b == '>' && t.state != doubleQuoted && t.state != singleQuoted {
			t.leave(p.buf[p.at:p.scan])
			p.scan++
			p.state = inTagEnd
			return true
		}
		t.read(p.buf[p.at:limit], p.scan-p.at, b)
		p.scan++
		if quote := t.quote(); quote != 0 {
			n := bytes.IndexByte(p.buf[p.scan:limit], quote)
			if n < 0 {
				n = limit - p.scan
			}
			p.scan += n
		}
	}
	if !p.ended && limit == len(p.buf) && limit < p.at+p.x.tagLimit() {
		return false
	}
	p.state = inText
	p.say(p.scan, true, true)
	return true
}

// nameLen returns how many bytes src begins with that go on with the name of an
// attribute.
func nameLen(src []byte) (n int) {
	for n < len(src) && !gaps[src[n]] && src[n] != '=' && src[n] != '>' {
		n++
	}
	return n
}

// quote returns what ends the value at hand, 0 if that is no single byte.
func (t *tag) quote() byte {
	switch t.state {
	case doubleQuoted:
		return '"'
	case singleQuoted:
		return '\''
	}
	return 0
}

// read goes over the byte at src[i], which does not end the tag.
func (t *tag) read(src []byte, i int, b byte) {
	switch t.state {
	case tagName:
		t.readName(i, b)
	case doubleQuoted, singleQuoted:
		if b == t.quote() {
			t.keep(i)
			t.state = beforeAttribute
		}
	case unquoted:
		if blanks.Has(b) {
			t.keep(i)
			t.state = beforeAttribute
		}
	case beforeValue:
		t.readBeforeValue(i, b)
	case attributeName:
		if b == '=' || b == '/' || blanks.Has(b) {
			t.attribute = t.attributeNamed(src[t.nameStart:i])
			t.state = afterAttribute
			t.readBetween(i, b)
		}
	default:
		t.readBetween(i, b)
	}
}

// readName is read in the name of the tag.
func (t *tag) readName(i int, b byte) {
	switch {
	case b == '/' && i == 1:
		t.closing = true
	case b == '/' || blanks.Has(b):
		t.state = beforeAttribute
		t.readBetween(i, b)
	default:
		if t.nameLen < len(t.name) {
			t.name[t.nameLen] = lower(b)
		}
		t.nameLen++
	}
}

// readBetween is read between attributes and behind the name of one.
func (t *tag) readBetween(i int, b byte) {
	t.closed = b == '/'
	if t.state == afterAttribute && b != '=' && !blanks.Has(b) {
		t.keepEmpty(i)
	}
	switch {
	case blanks.Has(b):
	case b == '/':
		t.state = beforeAttribute
	case b == '=' && t.state == afterAttribute:
		t.state = beforeValue
	default:
		t.state, t.nameStart, t.attribute = attributeName, i, nil
	}
}

func (t *tag) readBeforeValue(i int, b byte) {
	switch {
	case blanks.Has(b):
		return
	case b == '"':
		t.state, t.start = doubleQuoted, i+1
	case b == '\'':
		t.state, t.start = singleQuoted, i+1
	default:
		t.state, t.start = unquoted, i
	}
}

// leave is read for the ">" that ends the tag src.
func (t *tag) leave(src []byte) {
	switch t.state {
	case unquoted:
		t.keep(len(src))
	case attributeName:
		t.attribute = t.attributeNamed(src[t.nameStart:])
		t.keepEmpty(len(src))
	case afterAttribute, beforeValue:
		t.keepEmpty(len(src))
	}
}

// attributeNamed is attributeOf for a name in the text of this tag.
func (t *tag) attributeNamed(name []byte) *uriAttribute {
	var room [16]byte
	if t.closing || !mayRefer(name) || len(name) > len(room) || t.nameLen > len(t.name) {
		return nil
	}
	small := room[:len(name)]
	for i, b := range name {
		small[i] = lower(b)
	}
	return attributeOf(small, t.element())
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b |= 0x20
	}
	return b
}

// keepEmpty enters that an attribute has no value, which is as good as an empty
// one.
func (t *tag) keepEmpty(i int) {
	t.start = i
	t.keep(i)
}

// keep enters the value that ends at end, if it is one of those looked for.
func (t *tag) keep(end int) {
	if t.attribute == nil {
		return
	}
	for i := range t.found {
		if t.found[i].uriAttribute == t.attribute {
			return
		}
	}
	t.found = append(t.found, tagAttribute{t.attribute, t.start, end})
	t.attribute = nil
}

// settle leaves those attributes that turn out to hold references. src is the
// text of the tag.
func (t *tag) settle(src []byte) {
	reloads := func(a tagAttribute) bool {
		return a.shape == equiv && bytes.EqualFold(src[a.start:a.end], []byte("refresh"))
	}
	reload := slices.ContainsFunc(t.found, reloads)
	t.found = slices.DeleteFunc(t.found, func(a tagAttribute) bool {
		return a.shape == equiv || a.shape == refresh && !reload
	})
}

// endTag has the next part of a tag searched that was read as a whole: an
// attribute that holds references, and what stands before it, as a text.
func (p *htmlPage) endTag() {
	t := &p.tag
	if t.next == 0 {
		t.settle(p.buf[p.at:p.scan])
	}
	from := p.at + t.reached
	if t.next < len(t.found) {
		a := t.found[t.next]
		t.next++
		t.reached = a.end
		p.sayWhole(from, p.at+a.start, true)
		p.beginValue(a)
		return
	}
	p.sayWhole(from, p.scan, true)
	p.at = p.scan
	p.state = inText
	if !t.closing && t.nameLen <= len(t.name) && !(p.xml && t.closed) {
		p.enter(string(t.element()))
	}
}
