package main

import (
	"bytes"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// gzipMagic is that of RFC 1952, section 2.3.1. No text has these two bytes,
// in any encoding that has ASCII.
func gzipMagic(head []byte) likelihood { return matches(head, "\x1f\x8b", 2) }

func (a *archive) openGzip() (io.Reader, error) {
	if a.ahead != nil {
		if a.past == nil {
			a.past = &past{}
		}
		a.past.guessed = false
		return &gzipStream{a, a.headAt(&span{begin: 8 * a.offset()})}, nil
	}
	r, err := gzip.NewReader(a.src)
	if err != nil {
		return nil, err
	}
	r.Multistream(false)
	return r, nil
}

// Spans of gzip are members, one that is long or as many as it takes to make up for
// the effort, or the blocks of a part of one.
var gzipParts = guesser{
	find: findGzip, decode: gunzip, apart: 512 << 10, window: 16 << 20,
	memberSearch: 6 << 20, blockSearch: 128 << 10, blockLen: 96 << 10, watch: watchCores,
}

// findGzip prefers members: of these it is known what stands before.
func findGzip(s *span) error {
	start := s.offset()
	if s.seen > start {
		s.packed = s.from(s.seen)
	}
	err := s.search(start+s.memberSearch, magicLen, gzipHeader)
	s.seen = s.offset()
	if err != errNothing && err != io.EOF {
		return err
	}
	for at, until := start, s.offset(); at < until && s.haveTime(); at += s.apart {
		if found := s.findBlockAt(at); found != errNothing {
			return found
		}
	}
	return err
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

// gunzips read headers, and are those that no span needs at the moment.
var gunzips = sync.Pool{New: func() any { return new(gzip.Reader) }}

// gunzip decompresses members up to one with which another span begins, or to
// something else than a member.
func gunzip(s *span) error {
	if s.within {
		return s.inflate()
	}
	header := gunzips.Get().(*gzip.Reader)
	defer gunzips.Put(header)
	for {
		s.filling.begins = len(s.filling.data)
		if err := header.Reset(s.src); err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		if err := s.member(); err != io.EOF || s.midway > 0 {
			return err
		}
		if s.starves(magicLen) && !s.hand() {
			return errLeft
		}
		head, _ := s.src.Peek(magicLen)
		if gzipMagic(head) != certain || s.meets(s, 8*s.offset(), false) {
			return io.EOF
		}
	}
}

// member decompresses what follows the header of a member, up to its end or a block
// that another span begins with. The error is io.EOF then.
func (s *span) member() error {
	d := newInflater(&s.packed, 0, nil, s.meetsBlock)
	r := &summed{Reader: d}
	if err := s.pourAll(r); err != io.EOF {
		return err
	}
	s.sum, s.size = r.sum, uint32(d.out)
	if s.stopAt(d); s.midway > 0 {
		return io.EOF
	}
	return s.trailer(s.sum, s.size)
}

// A summed reader computes the checksum of what is read.
type summed struct {
	io.Reader
	sum uint32
}

func (r *summed) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.sum = crc32.Update(r.sum, crc32.IEEETable, p[:n])
	return n, err
}
