package prose

import (
	"bufio"
	"bytes"
	"io"

	"github.com/uriscan/uriscan/scanner"
)

// A Found is one result for an input: a URI, or what is wrong.
type Found struct {
	Line, Column int64  // of its first byte, both from 1
	URI          []byte // valid until the next one is searched for
	Flaw         string // the kind of the error there, instead of a URI: something was not read
	Left         Left   // why URI is not to be printed
	Whole        bool   // URI is all of what goes on, if it is left out for that
	Refers       bool   // URI is a reference, to be resolved
	OfWeb        bool   // URI, which is relative, was repaired as bases of http and the like have it read
	Page         string // the URI of the page that it is on, "" if that is not known here
	// What holds URI in a page, and the relation that the tag says, if they are asked for.
	Element, Attr, Rel string
}

// A Left says why a value is left out.
type Left uint8

// The reasons.
const (
	Not          Left = iota // it is not left out
	GoesOn                   // the URL goes on with characters that no URI has
	NotReference             // it is not a URI reference
	NoBase                   // it is relative, and there is no base
	NoHost                   // it has no host where its scheme needs one, or none that browsers take
	BadBase                  // it is relative, and the base that its page names is not a reference
	Unclear                  // it is relative, and browsers may read tags of its page as texts
	Variable                 // the URL has a variable
	Wrapped                  // the URL, in angle brackets, goes on in the next line
	Lefts                    // how many reasons there are
)

// A Text is an input or a part of one that arrives at once or in pieces.
type Text struct {
	finder
	Decodes bool // it contains character references
	places  bool // report the places of URIs, not only of flaws
	again   finder
	decoded []byte
}

// Options say what to search for in a text.
type Options struct {
	AnyScheme bool // every scheme, also without "//"
	MaxLen    int  // in bytes: a longer URI is left out
	Places    bool // report the places of URIs, not only of flaws
}

// Begin begins a new text, whose first byte is at the place at.
func (s *Text) Begin(o *Options, at Cursor, decodes bool) {
	s.reset()
	s.Decodes = decodes
	for _, f := range [...]*finder{&s.finder, &s.again} {
		f.anyScheme, f.maxLen = o.AnyScheme, o.MaxLen
	}
	s.Cursor = at
	s.places = o.Places
}

// Read searches all that r holds and calls print for each result.
func (s *Text) Read(r *bufio.Reader, print func(Found)) {
	for {
		_, err := r.Peek(1)
		piece, _ := r.Peek(r.Buffered())
		s.Add(piece, err == io.EOF)
		s.Find(print)
		s.Forget()
		r.Discard(len(piece))
		if err != nil {
			return
		}
	}
}

// Find searches the text so far and calls print for each result.
func (s *Text) Find(print func(Found)) {
	for {
		at, ok := s.finder.next()
		if !ok {
			return
		}
		f := Found{URI: s.buf[at.start:at.end]}
		if at.tooLong || s.places {
			f.Line, f.Column = s.position(at.start)
		}
		switch {
		case at.tooLong:
			f.Flaw = scanner.TooLong.String()
			print(f)
			continue
		case at.left != Not:
			f.URI, f.Left = s.buf[at.start:at.shown], at.left
			f.Whole = at.left == GoesOn && at.shown-at.end < mostShown
			print(f)
			continue
		}
		if s.decode(&f); len(f.URI) > 0 {
			print(f)
		}
	}
}

// decode decodes the character references of the URI in f, which may end it earlier. The
// result may be empty, and is valid until the next call.
func (s *Text) decode(f *Found) {
	if !s.Decodes || bytes.IndexByte(f.URI, '&') < 0 {
		return
	}
	s.decoded = AppendDecoded(s.decoded[:0], f.URI)
	s.again.reset()
	s.again.buf, s.again.ended = s.decoded, true
	at, ok := s.again.next()
	if !ok || at.start > 0 || at.tooLong {
		at.end, at.shown = 0, 0
	}
	f.URI, f.Left = s.decoded[:max(at.end, at.shown)], at.left
}

// Memory returns how many bytes are allocated for the text.
func (s *Text) Memory() int { return cap(s.own) }
