package main

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

var letters = lut.SetOf(lut.Alpha)

// scanText searches the text up to the next thing that is none.
func (p *htmlPage) scanText() bool {
	for {
		searches, stopped := p.skipMarkup()
		if searches {
			return true
		}
		i := bytes.IndexByte(p.buf[p.scan:], '<')
		if i < 0 {
			p.scan = len(p.buf)
			return p.pass(p.scan, true)
		}
		p.scan += i
		if !stopped && p.skipTag() {
			continue
		}
		if p.enterRaw() {
			return true
		}
		state, length, answer := p.markup(p.buf[p.scan:])
		switch {
		case answer == undecided && !p.ended:
			return p.pass(p.scan, true)
		case answer == yes:
			isNext := p.scan > p.at // of what is looked at again: it may hold nothing
			p.say(p.scan, true, true)
			if !isNext {
				p.begun(state, length)
			}
			return true
		}
		p.scan++
	}
}

// begun goes into the thing that begins at buf[at], and over the bytes that
// begin it if what is behind them is all that counts.
func (p *htmlPage) begun(state pageState, length int) {
	p.state = state
	p.scan = p.at + length
	if state == inTag {
		p.tag.begin()
		return
	}
	p.at = p.scan
}

// markup tells whether a tag, a comment or a declaration begins with the "<" at
// the start of src, and how many bytes say so. A URI in angle brackets, as mails
// and Markdown have it, is none.
func (p *htmlPage) markup(src []byte) (state pageState, length int, a answer) {
	if len(src) < 2 {
		return 0, 0, undecided
	}
	switch b := src[1]; {
	case letters.Has(b):
		return inTag, 1, p.element(src)
	case b == '/':
		if len(src) < 3 {
			return 0, 0, undecided
		}
		if letters.Has(src[2]) {
			return inTag, 1, yes
		}
		return inMarkup, 2, yes
	case b == '?':
		return p.instruction(src)
	case b != '!':
		return 0, 0, no
	}
	const opening = "<!--"
	switch {
	case !bytes.HasPrefix(src, []byte(opening)[:min(len(src), len(opening))]):
		return inMarkup, 2, yes
	case len(src) < len(opening)+2 && !p.ended:
		return 0, 0, undecided
	}
	for _, closed := range closedComments {
		if bytes.HasPrefix(src, []byte(closed)) {
			return inText, len(closed), yes
		}
	}
	return inComment, min(len(opening), len(src)), yes
}

// instruction is markup for what begins with "<?".
func (p *htmlPage) instruction(src []byte) (state pageState, length int, a answer) {
	const xml = "<?xml"
	n := min(len(src), len(xml))
	if isXML := bytes.EqualFold(src[:n], []byte(xml)[:n]); isXML && n < len(xml) && !p.ended {
		return 0, 0, undecided
	} else if isXML && n == len(xml) {
		p.xml = true
	}
	return inMarkup, 2, yes
}

// element tells whether an element's tag begins src, and not a URI.
func (p *htmlPage) element(src []byte) answer {
	n := 1 + lut.Span(src[1:min(len(src), 1+maxScheme)], schemeBytes)
	switch {
	case n == len(src) && n <= maxScheme:
		return undecided
	case n == len(src) || src[n] != ':':
		return yes
	}
	is, _ := begins(src, 1, n, p.ended, false)
	switch is {
	case yes:
		return no
	case no:
		return yes
	}
	return undecided
}

// closedComments are those with nothing in them that end with their beginning.
var closedComments = [...]string{"<!-->", "<!--->"}

// commentEnd returns the length of the end of a comment with which src ends, 0 if with
// none.
func commentEnd(src []byte) int {
	for _, end := range [...]string{"-->", "--!>"} {
		if bytes.HasSuffix(src, []byte(end)) {
			return len(end)
		}
	}
	return 0
}

// scanComment searches a comment up to its end.
func (p *htmlPage) scanComment() bool {
	for {
		i := bytes.IndexByte(p.buf[p.scan:], '>')
		if i < 0 {
			p.scan = len(p.buf)
			// The end may be there but for its last byte.
			return p.pass(max(p.at, p.scan-len("--!")), false)
		}
		p.scan += i + 1
		if n := commentEnd(p.buf[p.at:p.scan]); n > 0 {
			p.say(p.scan-n, true, false)
			p.at, p.state = p.scan, inText
			return true
		}
	}
}

// scanMarkup searches a declaration or an instruction up to its end.
func (p *htmlPage) scanMarkup() bool {
	i := bytes.IndexByte(p.buf[p.scan:], '>')
	if i < 0 {
		p.scan = len(p.buf)
		return p.pass(p.scan, false)
	}
	p.scan += i
	p.say(p.scan, true, false)
	p.scan++
	p.at, p.state = p.scan, inText
	return true
}

// A rawText is the content of an element in which "<" begins no tag but its own
// end.
type rawText struct {
	name    string
	decodes bool
	// Of scripts (13.2.5.15 and those behind it): they may be in a comment, for
	// browsers of old, and then in another script element in it.
	commented, doubly bool
}

// rawElement tells of an element whether it has such content, and whether there are
// character references in it. Browsers that run scripts have noscript among these
// elements; we do not.
func rawElement(name string) (raw, decodes bool) {
	switch name {
	case "script", "style", "xmp", "iframe", "noembed", "noframes":
		return true, false
	case "title", "textarea":
		return true, true
	}
	return false, false
}

// enter goes into the content of an element.
func (p *htmlPage) enter(name string) {
	p.state = inText
	if name == "plaintext" {
		p.state, p.raw = inPlain, rawText{}
	} else if raw, decodes := rawElement(name); raw {
		p.state, p.raw = inRaw, rawText{name: name, decodes: decodes}
	}
}

// scanRaw searches such a content up to its end.
func (p *htmlPage) scanRaw() bool {
	const most = len("</textarea>") // tells of every "<" what it is
	for {
		from := p.scan
		i := bytes.IndexByte(p.buf[from:], '<')
		p.scan = len(p.buf)
		if i >= 0 {
			p.scan = from + i
		}
		p.closeComment(from, i >= 0)
		rest := p.buf[p.scan:]
		switch {
		case i < 0, len(rest) < most && !p.ended:
			return p.pass(p.scan, p.raw.decodes)
		case p.raw.ends(rest):
			p.say(p.scan, true, p.raw.decodes)
			p.state = inText
			return true
		}
		p.scan += p.raw.open(rest)
	}
}

// closeComment looks for the end of the comment of a script in what was scanned
// from from on. Bytes that may be the first of such an end are scanned again.
func (p *htmlPage) closeComment(from int, complete bool) {
	if !p.raw.commented {
		return
	}
	const end = "-->"
	if bytes.Contains(p.buf[from:p.scan], []byte(end)) {
		p.raw.commented, p.raw.doubly = false, false
	} else if !complete && !p.ended {
		for n := len(end) - 1; n > 0; n-- {
			if bytes.HasSuffix(p.buf[from:p.scan], []byte(end)[:n]) {
				p.scan -= n
				return
			}
		}
	}
}

// ends tells whether the content ends before rest, which begins with "<".
func (r *rawText) ends(rest []byte) bool {
	if !isTagOf(rest, "</", r.name) {
		return false
	}
	if r.doubly {
		r.doubly = false
		return false
	}
	return true
}

// open looks at the "<" of rest, which does not end the content, and returns how
// much of rest is looked at.
func (r *rawText) open(rest []byte) int {
	switch {
	case r.name != "script":
	case !r.commented && bytes.HasPrefix(rest, []byte("<!--")):
		r.commented = true
		return len("<!") // the hyphens may be those of its end
	case r.commented && isTagOf(rest, "<", r.name):
		r.doubly = true
	}
	return 1
}

// isTagOf tells whether src begins with a tag of an element.
func isTagOf(src []byte, opening, name string) bool {
	n := len(opening) + len(name)
	return len(src) > n && string(src[:len(opening)]) == opening &&
		bytes.EqualFold(src[len(opening):n], []byte(name)) &&
		blanks.Or(lut.MakeSet("/>")).Has(src[n])
}
