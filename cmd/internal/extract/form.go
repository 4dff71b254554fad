package extract

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/uriscan/uriscan/cmd/internal/archive"
	"github.com/uriscan/uriscan/cmd/internal/page"
	"github.com/uriscan/uriscan/cmd/internal/warc"
)

// A Form is how an input is read.
type Form uint8

const (
	anyForm  Form = iota // decided by the first bytes or the name
	textForm             // URIs are anywhere in it
	htmlForm             // a page: its attributes hold references
	warcForm             // records of an archive, with pages and texts in them
	xmlForm              // a text with character references
)

// formOf returns the form of the input of that name. head is the beginning of the input,
// or all of it if ended. known: the form is certain however the input goes on.
func (x *Options) formOf(name string, head []byte, ended bool) (f Form, known bool) {
	if x.As != anyForm {
		return x.As, true
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

// formOfName returns the form that a name says, or anyForm if the first bytes decide. If
// open, these may be any that pages or parts of pages begin with: a README.md can begin
// with <div>, so only names that say nothing are open, and .txt.
func formOfName(name string) (f Form, open bool) {
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

// sniffForm returns the form of an input. head is the beginning of the input, or all of it
// if ended. known: the form is certain however the input goes on. open: parts of pages
// count as pages.
func sniffForm(head []byte, ended, open bool) (f Form, known bool) {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	rest, isWhole := page.AfterProlog(head)
	switch {
	case warc.Begins(rest):
		return warcForm, true
	case page.Begins(rest, open):
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

// A Compressed says which compressed files in folders are searched.
type Compressed uint8

const (
	fastCompressed Compressed = iota // all that are not slow
	allCompressed
	noCompressed
)

// leaves reports whether a file of that format is left alone in a folder.
func (c Compressed) leaves(f *archive.Format) bool {
	return c == noCompressed || c == fastCompressed && f.Slow
}

// searchesAll says what to do where an archive is left alone.
const searchesAll = "; --compressed all searches it"
