package main

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/uriscan/uriscan/lut"
)

// An inputForm is how an input is read.
type inputForm uint8

// The forms.
const (
	anyForm  inputForm = iota // that which its first bytes, or its name, are of
	textForm                  // URIs stand anywhere
	htmlForm                  // a page: its attributes hold references
	warcForm                  // records of an archive, with pages and texts in them
	xmlForm                   // a text with character references
)

func (f *inputForm) flag() *choice[inputForm] {
	return oneOf(f, "FORM", "auto", "text", "html", "warc", "xml")
}

// formOf returns the form of the input of that name, of which head is the beginning,
// or all if ended, and whether that is certain however it goes on.
func (x *extractFlags) formOf(name string, head []byte, ended bool) (f inputForm, known bool) {
	if x.as != anyForm {
		return x.as, true
	}
	named, open := formOfName(name)
	if named == htmlForm {
		return named, true
	}
	f, known = sniffForm(head, ended, open)
	if f == textForm && named == xmlForm {
		f = named
	}
	return f, known
}

// formOfName returns the form that a name says, anyForm if the first bytes are to
// tell. They may then be any that pages begin with, if the name says nothing, as
// .txt does: a README.md can begin with <div>.
func formOfName(name string) (f inputForm, open bool) {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	for _, packed := range [...]string{".gz", ".zst", ".bz2"} {
		name = strings.TrimSuffix(name, packed)
	}
	switch filepath.Ext(name) {
	case ".html", ".htm", ".xhtml", ".xht", ".shtml":
		return htmlForm, false
	case ".xml":
		return xmlForm, false
	case "", ".txt":
		return anyForm, true
	}
	return anyForm, false
}

// The elements with which pages begin, and others with which parts of pages do,
// from section 7.1 of the WHATWG's MIME Sniffing, and more.
const (
	pageElements = "html head body title meta"
	partElements = "a abbr article aside audio b base blockquote br center dd div dl dt em embed figure font footer form frame " +
		"frameset h1 h2 h3 h4 h5 h6 header hr i iframe img input ins li link main map nav object ol p picture pre q s script " +
		"section small source span strong style svg table tbody td template tr u ul video"
)

// sniffForm returns the form that an input has of which head is the beginning, or all
// if ended, and whether that is certain however it goes on. open: parts of pages
// count as pages.
func sniffForm(head []byte, ended, open bool) (f inputForm, known bool) {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	rest, isWhole := afterProlog(head)
	switch {
	case isVersion(rest):
		return warcForm, true
	case isWhole && isPage(rest, open):
		return htmlForm, true
	case bytes.HasPrefix(head, []byte("<?xml")):
		f = xmlForm
	default:
		f = textForm
	}
	switch {
	case ended:
		return f, true
	case len(rest) == 0:
		return f, false
	case rest[0] == '<':
		return f, isWhole && bytes.IndexByte(rest, '>') >= 0
	case rest[0] == 'W':
		return f, !bytes.HasPrefix([]byte("WARC/"), rest)
	}
	return f, rest[0] != 0xEF || len(rest) > 2 // of a byte order mark
}

// afterProlog returns src after blanks, comments and XML declarations, and false if it
// ends in one of these.
func afterProlog(src []byte) (rest []byte, isWhole bool) {
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

// isPage reports whether a page begins with src.
func isPage(src []byte, open bool) bool {
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
