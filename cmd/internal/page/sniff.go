package page

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
)

// SniffLen is how many bytes at the start of a file decide whether it is binary.
const SniffLen = 8 << 10

// The elements with which pages begin, and others with which parts of pages do,
// from section 7.1 of the WHATWG's MIME Sniffing, and more.
const (
	pageElements = "html head body title meta"
	partElements = "a abbr article aside audio b base blockquote br center dd div dl dt em embed figure font footer form frame " +
		"frameset h1 h2 h3 h4 h5 h6 header hr i iframe img input ins li link main map nav object ol p picture pre q s script " +
		"section small source span strong style svg table tbody td template tr u ul video"
)

// AfterProlog returns src after blanks, comments and XML declarations, and false if src
// ends in one of them.
func AfterProlog(src []byte) (rest []byte, isWhole bool) {
	for {
		src = src[lut.Span(src, blanks):]
		closing := ""
		switch {
		case bytes.HasPrefix(src, []byte("<!--")):
			closing = "-->"
		case bytes.HasPrefix(src, []byte("<?xml")):
			closing = "?>"
		default:
			return src, true
		}
		n := bytes.Index(src, []byte(closing))
		if n < 0 {
			return src, false
		}
		src = src[n+len(closing):]
	}
}

// Begins reports whether a page begins with src. If open, parts of pages count as pages.
func Begins(src []byte, open bool) bool {
	const doctype = "<!doctype"
	names, ends := pageElements, nameEnds
	switch {
	case len(src) > len(doctype) && bytes.EqualFold(src[:len(doctype)], []byte(doctype)):
		src = src[len(doctype):]
		src = src[lut.Span(src, blanks):]
		names, ends = "html", valueEnds
	case len(src) == 0 || src[0] != '<':
		return false
	default:
		src = src[1:]
		if open {
			names = pageElements + " " + partElements
		}
	}
	n := until(src, ends)
	return n < len(src) && isListed(appendLower(nil, src[:n]), names)
}
