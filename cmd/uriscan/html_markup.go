package main

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
)

// Where URIs alone are asked for, a kernel passes over text and tags, 64 bytes at once.
// What it stops at is looked at here: mostly it goes on.

// markupSigns are what the kernel is told to stop at.
var markupSigns = kernel.Signs{Names: referringNames, Ends: opaqueEnds, Thirds: opaqueThirds}

// skipMarkup passes over text and markup from buf[at] on, up to what is to be searched.
// stopped: it was at a text or at markup that takes more to read.
func (p *htmlPage) skipMarkup() (searches, stopped bool) {
	if p.x.resolve || p.x.anyScheme || p.scan != p.at || p.inPart {
		return false, false
	}
	read, tag := p.at, -1 // where the kernel goes on, and in which tag that is
	for {
		end, i, inValue := kernel.SkipMarkup(p.buf, read, tag >= 0, &markupSigns)
		if end > read {
			p.at, p.scan, tag = end, end, -1
		}
		if i < 0 {
			return false, false
		}
		if tag < 0 {
			tag = p.openTag(end, i)
		}
		switch {
		case tag < 0 && p.isTag(i):
			read, tag = i+1, i
			continue
		case tag < 0 && p.isMute(i):
			read = i + 1
			continue
		case inValue && !bytes.HasPrefix(p.buf[i:], []byte("://")):
			if read = p.behindMute(tag, i); read > 0 {
				continue
			}
		}
		if tag < 0 && !p.passSection(i) || tag >= 0 && !p.passTag(tag) {
			return false, true
		}
		if p.active != nil || p.value.attribute != nil {
			return true, false
		}
		read, tag = p.at, -1
	}
}

// openTag returns where in buf[from:to] the one tag begins, -1 if there is none.
func (p *htmlPage) openTag(from, to int) int {
	if n := bytes.IndexByte(p.buf[from:to], '<'); n >= 0 {
		return from + n
	}
	return -1
}

// isTag tells whether a tag begins at buf[i] whose element has tags in it.
func (p *htmlPage) isTag(i int) bool {
	return p.buf[i] == '<' && i+1 < len(p.buf) && (p.buf[i+1] == '/' || isLower(p.buf[i+1]|0x20) && !mayBeRaw(p.buf[i:]))
}

// isMute tells whether buf[i] is nothing in a text with which there may be a URI, or markup.
func (p *htmlPage) isMute(i int) bool {
	switch p.buf[i] {
	case ':':
		return beginsNone(p.buf[:i], p.buf[i+1:])
	case '\\', '<':
		return false
	}
	return true
}

// behindMute returns where the value ends which buf[i] is in, between quotes in the tag at
// buf[tag], 0 if something may be found in it.
func (p *htmlPage) behindMute(tag, i int) int {
	opening := tag + bytes.LastIndexByte(p.buf[tag:i], '"')
	n := bytes.IndexByte(p.buf[i:], '"')
	if name := knownName(p.buf[tag:max(tag, opening)]); n < 0 || len(name) == 0 || mayRefer(name) {
		return 0
	}
	end := i + n
	if last := p.buf[end-1]; last == '=' || last <= ' ' || !p.isQuietIn(i, end) {
		return 0
	}
	return end + 1
}

// knownName returns the name of the attribute of which the value begins behind tag, nil
// if that is not sure: what looks like a name and a value may be part of a value that
// has no quotes.
func knownName(tag []byte) []byte {
	n := len(tag) - 1
	if n < 0 || tag[n] != '=' {
		return nil
	}
	start := n
	for start > 0 && (tag[start-1] > '>' || tag[start-1] == '-') {
		start--
	}
	before := start
	for before > 0 && tag[before-1] <= ' ' {
		before--
	}
	if before == 0 || before == start || tag[before-1] == '=' {
		return nil
	}
	return tag[start:n]
}

// isQuietIn tells whether buf[from:to] holds nothing that is found in texts.
func (p *htmlPage) isQuietIn(from, to int) bool {
	return p.nextColon(from, to) == to && bytes.IndexByte(p.buf[from:to], '\\') < 0
}
