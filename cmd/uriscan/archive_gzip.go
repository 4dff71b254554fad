package main

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// gzipMagic is that of RFC 1952, section 2.3.1. No text has these two bytes,
// in any encoding that has ASCII.
func gzipMagic(head []byte) likelihood { return matches(head, "\x1f\x8b", 2) }

func (a *archive) openGzip() (io.Reader, error) {
	if a.ahead != nil {
		return a.headAt(8*a.offset(), 0, bzip2Mark{}), nil
	}
	if a.gunzip == nil {
		a.gunzip = new(gzip.Reader)
	}
	if err := a.gunzip.Reset(a.src); err != nil {
		return nil, err
	}
	a.gunzip.Multistream(false)
	return a.gunzip, nil
}

// Spans of gzip are members: one that is long, or as many as it takes to make up for
// the effort.
var gzipParts = guesser{find: findGzip, decode: gunzip, apart: 512 << 10, window: 8 << 20}

func findGzip(s *span) error {
	for {
		if _, err := s.src.Peek(magicLen); err != nil {
			return err
		}
		data, _ := s.src.Peek(s.src.Buffered())
		if i := gzipHeader(data); i >= 0 {
			s.src.Discard(i)
			s.begin = 8 * s.offset()
			return nil
		}
		s.src.Discard(len(data) - magicLen + 1)
	}
}

// gzipHeader returns where in data the first header of a member seems to be, or
// -1: the magic, deflate, no reserved flag, and a level that programs write.
func gzipHeader(data []byte) int {
	const magic = "\x1f\x8b\x08"
	for at := 0; ; at++ {
		i := bytes.Index(data[at:], []byte(magic))
		if i < 0 || at+i+magicLen > len(data) {
			return -1
		}
		at += i
		if flags, level := data[at+3], data[at+8]; flags>>5 == 0 && (level == 0 || level == 2 || level == 4) {
			return at
		}
	}
}

// gunzips are decoders that no span needs at the moment.
var gunzips = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip decompresses members up to one with which another span begins, or to
// something else than a member.
func gunzip(s *span) error {
	r := gunzips.Get().(*gzip.Reader)
	defer gunzips.Put(r)
	for {
		s.filling.begins = len(s.filling.data)
		if err := r.Reset(s.src); err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		r.Multistream(false)
		for err := error(nil); err != io.EOF; err = s.pour(r) {
			if err != nil {
				return err
			}
		}
		if s.starves(magicLen) && !s.hand() {
			return errLeft
		}
		head, _ := s.src.Peek(magicLen)
		if gzipMagic(head) != certain || s.meets(s, 8*s.offset()) {
			return io.EOF
		}
	}
}
