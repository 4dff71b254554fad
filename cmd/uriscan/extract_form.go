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
	f, known = sniffPage(head, ended, open)
	if f == textForm && bytes.HasPrefix(head, []byte("<?xml")) {
		f = xmlForm
	}
	return f, known
}

// sniffPage is sniffForm for what is not known to be XML.
func sniffPage(head []byte, ended, open bool) (f inputForm, known bool) {
	for {
		head = head[lut.Span(head, blanks):]
		switch {
		case len(head) == 0:
			return textForm, ended
		case head[0] == 'W':
			return formOfWARC(head, ended)
		case head[0] != '<':
			return textForm, head[0] != 0xEF || len(head) > 2 || ended // of a byte order mark
		}
		n, isOver := prologLen(head)
		if !isOver {
			return textForm, ended
		}
		if n == 0 {
			break
		}
		head = head[n:]
	}
	return formOfMarkup(head, ended, open)
}

// formOfWARC is sniffForm for what may begin with the version of a record.
func formOfWARC(head []byte, ended bool) (f inputForm, known bool) {
	const version = "WARC/"
	n := min(len(head), len(version)+1)
	switch {
	case n <= len(version) && string(head[:n]) == version[:n]:
		return textForm, ended
	case n > len(version) && string(head[:n-1]) == version && isDigit(head[n-1]):
		return warcForm, true
	}
	return textForm, true
}

// prologLen returns the length of the comment or of the XML declaration that head
// begins with, and false if its end is not there; 0 if it begins with none.
func prologLen(head []byte) (n int, isOver bool) {
	for _, p := range [...]struct{ opening, closing string }{{"<!--", "-->"}, {"<?xml", "?>"}} {
		n := min(len(head), len(p.opening))
		if string(head[:n]) != p.opening[:n] || n == 1 {
			continue
		}
		end := bytes.Index(head, []byte(p.closing))
		if end < 0 {
			return 0, false
		}
		return end + len(p.closing), true
	}
	return 0, len(head) > 1
}

// formOfMarkup is sniffForm for a declaration or a tag.
func formOfMarkup(head []byte, ended, open bool) (f inputForm, known bool) {
	if head[1] == '!' {
		return formOfDoctype(head, ended)
	}
	n := 1 + lut.Span(head[1:], alnum)
	if n == len(head) {
		return textForm, ended
	}
	name := bytes.ToLower(head[1:n])
	isTag := blanks.Or(lut.MakeSet("/>")).Has(head[n])
	return pick(isTag && (isListed(name, pageElements) || open && isListed(name, partElements))), true
}

// formOfDoctype is sniffForm for a declaration.
func formOfDoctype(head []byte, ended bool) (f inputForm, known bool) {
	const doctype, name = "<!doctype", "html"
	n := min(len(head), len(doctype))
	if !bytes.EqualFold(head[:n], []byte(doctype)[:n]) {
		return textForm, true
	}
	head = head[n:]
	head = head[lut.Span(head, blanks):]
	if len(head) <= len(name) {
		return textForm, ended
	}
	isHTML := bytes.EqualFold(head[:len(name)], []byte(name))
	return pick(isHTML && blanks.Or(lut.MakeSet(">")).Has(head[len(name)])), true
}

func pick(isHTML bool) inputForm {
	if isHTML {
		return htmlForm
	}
	return textForm
}
