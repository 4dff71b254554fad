package main

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
)

// skipMarkup passes over text and tags from buf[at] on in which nothing is to be found, as
// skipTag does, but by a kernel that looks at 64 bytes at once, and only where URIs
// alone are asked for. What the kernel stops at is looked at here: mostly it goes on.
//
//	at <= read: where the kernel went on
//	tag: where the tag begins in which buf[i] is, -1 if it is in text
func (p *htmlPage) skipMarkup() {
	if p.x.resolve || p.x.anyScheme || p.scan != p.at || p.inPart {
		return
	}
	for read, tag := p.at, -1; ; {
		end, i := kernel.SkipMarkup(p.buf, read, tag >= 0)
		if end > read {
			p.at, tag = end, -1
		}
		if i == read {
			break
		}
		if tag < 0 {
			from := max(read, p.at)
			if n := bytes.IndexByte(p.buf[from:i], '<'); n >= 0 {
				tag = from + n
			}
		}
		if tag >= 0 {
			if read = p.muteTag(tag); read == 0 {
				break
			}
			p.at, tag = read, -1
			continue
		}
		switch b := p.buf[i]; {
		case b == ':' && beginsNone(p.buf[:i], p.buf[i+1:]), b == '>':
		case b == '<' && isLower(p.buf[i+1]|0x20) && !mayBeRaw(p.buf[i:]):
			tag = i
		default:
			p.scan = p.at
			return
		}
		read = i + 1
	}
	p.scan = p.at
}

// muteTag returns where the tag ends that begins at buf[i], 0 if something may be found
// in it or it takes more to read.
func (p *htmlPage) muteTag(i int) int {
	n := plainTag(p.buf[i:], false)
	if n == 0 || p.nextColon(i, i+n) < i+n || bytes.IndexByte(p.buf[i:i+n], '\\') >= 0 {
		return 0
	}
	return i + n
}
