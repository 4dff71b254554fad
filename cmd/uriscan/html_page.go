package main

import (
	"github.com/uriscan/uriscan/resolve"
)

// An htmlPage is an HTML document that arrives in pieces. It is read as the HTML
// standard tokenizes it (13.2.5), for nothing but what holds URIs: the values of
// attributes that do, and around them, in the text, in tags, comments, scripts
// and styles, what the rules on texts find. A tokenizer of our own, since
// golang.org/x/net/html does not tell where a value stood, and reads tokens of any
// length into memory. What is found does not depend on the pieces.
//
//	0 <= at <= scan <= len(buf)
//
// buf[:at] is done. What begins at buf[at] is known to reach to buf[scan].
type htmlPage struct {
	text
	x        *extractFlags
	places   bool // those of URIs are asked for, and not of flaws alone
	over     bool // no piece follows, also where the page was broken off
	finished bool // and all is looked at

	state pageState
	at    int
	scan  int
	xml   bool // tags may close themselves
	tag   tag
	value value
	raw   rawText

	active *prose // what is searched at the moment, nil if nothing
	whole  prose  // a text of which all is in buf, from wholeAt on
	part   prose  // one that is not, or was not
	inPart bool

	wholeAt int

	base pageBase
	// Where in buf the next ":" with which a URI may begin and the next backslash are,
	// len(buf) if nowhere, and -1 or less than at if that is not known.
	colon, backslash int
}

// A pageState is what begins at buf[at].
type pageState uint8

const (
	inText    pageState = iota
	inTag               // from its "<"
	inTagEnd            // the tag is read, and what it holds is looked at
	inComment           // behind its "<!--"
	inMarkup            // any other thing that ends in ">", behind its "<"
	inRaw               // the content of an element that has no tags in it
	inPlain             // as that of <plaintext>, which does not end, and XML
)

// begin begins a page at a place. The base of what holds it may be nil.
func (p *htmlPage) begin(x *extractFlags, line, column int64, base *resolve.Base) {
	p.text.reset()
	p.line, p.column = line, column-1
	p.x, p.over, p.finished, p.xml = x, false, false, false
	p.places = x.asksPlaces()
	p.state, p.at, p.scan = inText, 0, 0
	p.value.attribute = nil
	p.active, p.inPart = nil, false
	p.colon, p.backslash = -1, -1
	p.base.begin(base)
}

// feed takes the next piece, behind which nothing follows if it is the last. A
// piece that is the whole page is not copied, and must stay until all is found.
func (p *htmlPage) feed(piece []byte, last, broken bool) {
	p.forget()
	if last && len(p.buf) == 0 && !p.borrows {
		p.borrow(piece)
	} else {
		p.buf = append(p.buf, piece...)
	}
	p.ended, p.over = last, last || broken
	p.colon, p.backslash = -1, -1
}

// forget drops what is done.
func (p *htmlPage) forget() {
	n := p.at
	if n > 0 && p.drop(n) {
		p.at -= n
		p.scan -= n
	}
}

// next returns the next finding, as far as the page is known.
func (p *htmlPage) next() (found, bool) {
	resolves := p.x.resolve
	for {
		if resolves {
			if f, ok := p.base.release(p.x, p.finished); ok {
				return f, true
			}
		}
		if p.active != nil || p.value.attribute != nil {
			f, ok := p.search()
			if ok && resolves {
				ok = !p.base.keeps(p.x, f)
			}
			if ok && resolves {
				f, ok = p.base.resolved(p.x, f)
			}
			if ok {
				return f, true
			}
			continue
		}
		switch {
		case p.tokenize():
		case p.finished || !p.over:
			return found{}, false
		default:
			p.finished = true
		}
	}
}

// search returns the next finding in what is looked at.
func (p *htmlPage) search() (found, bool) {
	if p.active != nil {
		if f, ok := p.active.next(); ok {
			return p.placed(f), true
		}
		if p.active == &p.part {
			p.part.forget()
		}
		p.active = nil
	}
	return p.nextReference()
}

// tokenize goes on to the next thing to search, and tells whether there is one.
func (p *htmlPage) tokenize() bool {
	switch p.state {
	case inText:
		return p.scanText()
	case inTag:
		return p.scanTag()
	case inTagEnd:
		p.endTag()
		return true
	case inComment:
		return p.scanComment()
	case inMarkup:
		return p.scanMarkup()
	case inRaw:
		return p.scanRaw()
	}
	return p.pass(len(p.buf), p.raw.decodes)
}

// say has buf[at:to] searched, of which the text ends there if last.
func (p *htmlPage) say(to int, last, decodes bool) {
	text := p.buf[p.at:to]
	switch {
	case !last || p.inPart:
		if !p.inPart {
			line, column := p.position(p.at)
			p.part.begin(p.x, line, column)
			p.part.decodes = decodes
			p.inPart = true
		}
		p.part.add(text, last)
		p.active, p.inPart = &p.part, !last
	default:
		p.sayWhole(p.at, to, decodes)
	}
	p.at = to
}

// sayWhole has buf[from:to] searched, which is all of a text.
func (p *htmlPage) sayWhole(from, to int, decodes bool) {
	if p.isQuietFrom(from, to) {
		return
	}
	p.whole.begin(p.x, 1, 1)
	p.whole.decodes = decodes
	p.wholeAt = from
	p.whole.set(p.buf[from:to])
	p.active = &p.whole
}

// placed returns what was found in active with its place in the page, if that is printed.
// That of whole is not known before.
func (p *htmlPage) placed(f found) found {
	if p.active != &p.whole || !p.places && f.flaw == "" {
		return f
	}
	line, column := p.position(p.wholeAt)
	if f.line == 1 {
		f.column += column - 1
	}
	f.line += line - 1
	return f
}

// pass has what is known so far of a text searched, up to to, and tells whether
// the page goes on there: else there must come more of it.
func (p *htmlPage) pass(to int, decodes bool) bool {
	if p.ended {
		to = len(p.buf)
	}
	if to == p.at && !(p.ended && p.inPart) {
		return false
	}
	p.say(to, p.ended, decodes)
	p.scan = max(p.scan, to)
	return true
}

func (p *htmlPage) giveBack() {
	p.release()
	pages.Put(p)
}

// release lets go of the memory that is not its own.
func (p *htmlPage) release() {
	p.unborrow()
	p.whole.unborrow()
}
