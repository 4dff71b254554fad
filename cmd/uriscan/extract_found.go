package main

import (
	"bufio"
	"bytes"
	"io"

	"github.com/uriscan/uriscan/scanner"
)

// A found is what is printed of an input: a URI, or what is wrong.
type found struct {
	line, column int64  // of its first byte, both from 1
	uri          []byte // until the next one is looked for
	flaw         string // the kind of what is wrong there, instead of a URI
	note         string // what is wrong with all of a document, instead of a URI
	refers       bool   // uri is a reference, to be resolved
}

// A prose is a text, all of an input or a part of it, that comes at once or in pieces.
type prose struct {
	finder
	decodes bool // character references stand in it
	places  bool // those of URIs are asked for, and not of flaws alone
	again   finder
	decoded []byte
}

// begin begins a text at a place.
func (s *prose) begin(x *extractFlags, at cursor, decodes bool) {
	s.reset()
	s.decodes = decodes
	for _, f := range [...]*finder{&s.finder, &s.again} {
		f.anyScheme, f.maxLen = x.anyScheme, x.maxLine
	}
	s.cursor = at
	s.places = x.asksPlaces()
}

// read prints what is found in the text that r holds.
func (s *prose) read(r *bufio.Reader, print func(found)) {
	for {
		_, err := r.Peek(1)
		piece, _ := r.Peek(r.Buffered())
		s.add(piece, err == io.EOF)
		s.find(print)
		s.forget()
		r.Discard(len(piece))
		if err != nil {
			return
		}
	}
}

// find prints what is found in the text so far.
func (s *prose) find(print func(found)) {
	for {
		at, ok := s.finder.next()
		if !ok {
			return
		}
		f := found{uri: s.buf[at.start:at.end]}
		if at.tooLong || s.places {
			f.line, f.column = s.position(at.start)
		}
		if at.tooLong {
			f.flaw = scanner.TooLong.String()
			print(f)
			continue
		}
		if s.decodes && bytes.HasPrefix(s.buf[at.end:], []byte("#")) {
			// A number ends it, of which the "&" is no part of it either: a second "#"
			// cannot be told from that of a fragment before it is decoded.
			f.uri = bytes.TrimSuffix(f.uri, []byte("&"))
		}
		if f.uri = s.decode(f.uri); len(f.uri) > 0 {
			print(f)
		}
	}
}

// decode returns the URI that uri is once its character references are decoded,
// which may end it earlier.
func (s *prose) decode(uri []byte) []byte {
	if !s.decodes || bytes.IndexByte(uri, '&') < 0 {
		return uri
	}
	s.decoded = appendDecoded(s.decoded[:0], uri)
	s.again.reset()
	s.again.buf, s.again.ended = s.decoded, true
	at, ok := s.again.next()
	if !ok || at.start > 0 || at.tooLong {
		return nil
	}
	return s.decoded[:at.end]
}
