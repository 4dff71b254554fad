package main

import "bytes"

// Where the kernel stops, the tag or the section there is passed over as a whole, if all
// of it is in memory and written as most are, and what is to be found in it is searched.
// Read state by state, as they are else, pages with many URIs take 1.3 times as long.

// passTag passes over the tag at buf[tag], before which nothing is to be found, unless it
// takes more to read.
func (p *htmlPage) passTag(tag int) bool {
	var one tagAttribute
	n, refers := readPlainTag(p.buf[tag:], false, &one)
	switch end := tag + n; {
	case n == 0 || n > p.x.tagLimit():
		return false
	case one.uriAttribute == nil:
		if refers && !p.isQuietIn(tag, end) {
			return false
		}
		p.at, p.scan = end, end
		p.sayWhole(tag, end, true)
	case !p.isQuietIn(tag, tag+one.start) || !p.isQuietIn(tag+one.end, end):
		return false
	default:
		p.at = tag
		p.beginValue(one)
		p.at, p.scan = end, end
	}
	return true
}

// take makes the value src[start:end] of the tag src, which may hold a URI, that of a, if
// it certainly is one of references.
func (a *tagAttribute) take(src, name []byte, start, end int) bool {
	if a == nil || a.uriAttribute != nil || src[1] == '/' || elementEnd(src) > 1+len(tag{}.name) {
		return false
	}
	known := attributesByName[string(name)]
	if known == nil || known.elements != "" {
		return false
	}
	if b := src[start]; b == '"' || b == '\'' {
		start, end = start+1, end-1
	}
	*a = tagAttribute{known, start, end}
	return true
}

// A section is what is no tag: a comment, a declaration, or an element that has no tags
// in it, up to its end tag. buf[from:to] is to be searched.
type section struct {
	from, to, behind int
	decodes          bool
}

// passSection passes over the section that begins at buf[i], before which nothing is to be
// found, unless it takes more to read.
func (p *htmlPage) passSection(i int) bool {
	s, ok := p.sectionAt(i)
	if ok {
		p.at, p.scan = s.behind, s.behind
		p.sayWhole(s.from, s.to, s.decodes)
	}
	return ok
}

// sectionAt returns the section that begins at buf[i], and false if there is none, or not
// all of it.
func (p *htmlPage) sectionAt(i int) (s section, ok bool) {
	src := p.buf[i:]
	switch {
	case bytes.HasPrefix(src, []byte("<!--")):
		return p.commentAt(i)
	case bytes.HasPrefix(src, []byte("<!")):
		n := bytes.IndexByte(src, '>')
		return section{i + len("<!"), i + n, i + n + 1, false}, n >= 0
	case src[0] == '<' && !p.xml:
		return p.rawAt(i)
	}
	return section{}, false
}

// commentAt is sectionAt for a comment.
func (p *htmlPage) commentAt(i int) (s section, ok bool) {
	for _, closed := range closedComments {
		if bytes.HasPrefix(p.buf[i:], []byte(closed)) {
			end := i + len(closed)
			return section{end, end, end, false}, true
		}
	}
	from := i + len("<!--")
	for end := from; ; {
		n := bytes.IndexByte(p.buf[end:], '>')
		if n < 0 {
			return section{}, false
		}
		end += n + 1
		if closing := commentEnd(p.buf[from:end]); closing > 0 {
			return section{from, end - closing, end, false}, true
		}
	}
}

// rawAt is sectionAt for an element, without a comment in a script.
func (p *htmlPage) rawAt(i int) (s section, ok bool) {
	n := plainTag(p.buf[i:], false)
	if n == 0 || !p.isQuietIn(i, i+n) {
		return section{}, false
	}
	name := rawName(p.buf[i:])
	raw, decodes := rawElement(name)
	if !raw {
		return section{}, false
	}
	for to := i + n; ; to++ {
		at := bytes.IndexByte(p.buf[to:], '<')
		if at < 0 {
			return section{}, false
		}
		to += at
		switch rest := p.buf[to:]; {
		case isTagOf(rest, "</", name):
			return section{i + n, to, to, decodes}, true
		case len(rest) < len("<!--") || name == "script" && bytes.HasPrefix(rest, []byte("<!--")):
			return section{}, false
		}
	}
}
