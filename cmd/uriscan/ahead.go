package main

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// Members are decompressed on several cores where they are many and small, as in
// the archives of crawlers. Where one begins is not known before the one ahead of
// it is decompressed, but can be guessed: what looks like a header is decompressed
// from there, and what came of it is taken if the members before it end there.
// Only members with a right checksum are taken; all others, and those that are
// long, are left to the reader that goes through them one after the other.
const (
	aheadFrom   = 3         // the first member that is read like this
	aheadMember = 256 << 10 // how long members are at most, in the mean
	aheadBytes  = 4 << 20   // how much of what is compressed is looked at
	aheadLimit  = 8 << 20   // how long what comes of a span may get
	maxSpans    = 4
)

// A span is a piece of what is compressed that begins with a member, or seems to.
type span struct {
	begin, end int // of the members in out
	members    int64
	out        []byte
	src        bytes.Reader
	buf        *bufio.Reader
	gunzip     gzip.Reader
}

// ahead returns what the members in the buffer hold, and reads them away, or
// nil if that is no gain.
func (a *archive) ahead() io.Reader {
	if a.name != "gzip" || a.spans < 2 || a.members < aheadFrom || a.offset()/a.members > aheadMember {
		return nil
	}
	a.src = bufio.NewReaderSize(a.src, aheadBytes)
	a.src.Peek(1) // an error comes again
	data, _ := a.src.Peek(a.src.Buffered())
	spans := a.divide(data)
	if len(spans) < 2 {
		return nil
	}
	decompress(spans, data)
	out, end, members := join(spans)
	a.src.Discard(end)
	a.members += members
	return out
}

// divide makes spans of about the same length, as many as there can be.
func (a *archive) divide(data []byte) (spans []*span) {
	for i := range a.spans {
		begin := i * len(data) / a.spans
		if i > 0 {
			n := gzipHeader(data[begin:])
			if n < 0 {
				break
			}
			begin += n
		}
		if a.around[i] == nil {
			a.around[i] = &span{buf: bufio.NewReaderSize(nil, packedBuffer)}
		}
		if i == 0 || begin > spans[len(spans)-1].begin {
			a.around[i].begin = begin
			spans = append(spans, a.around[i])
		}
	}
	return spans
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

// decompress does all spans at once, each to where the next one begins.
func decompress(spans []*span, data []byte) {
	var wg sync.WaitGroup
	for i, s := range spans {
		until := len(data)
		if i+1 < len(spans) {
			until = spans[i+1].begin
		}
		wg.Go(func() { s.decompress(data, until) })
	}
	wg.Wait()
}

// decompress does the members from begin to at least until, or as many as are
// whole and right.
func (s *span) decompress(data []byte, until int) {
	s.out, s.end, s.members = s.out[:0], s.begin, 0
	s.src.Reset(data[s.begin:])
	s.buf.Reset(&s.src)
	for s.end < until && s.next() {
		s.end = len(data) - s.src.Len() - s.buf.Buffered()
		s.members++
	}
}

// next appends what a member holds to out.
func (s *span) next() bool {
	if s.gunzip.Reset(s.buf) != nil {
		return false
	}
	s.gunzip.Multistream(false)
	out := s.out
	for len(out) < aheadLimit {
		out = slices.Grow(out, packedBuffer)
		n, err := s.gunzip.Read(out[len(out):cap(out)])
		out = out[:len(out)+n]
		if err == io.EOF {
			s.out = out
			return true
		}
		if err != nil {
			return false
		}
	}
	return false
}

// join returns what the spans hold that follow upon each other, where the last
// of them ends, and how many members that is. It is nil if that is nothing.
func join(spans []*span) (out io.Reader, end int, members int64) {
	var parts []io.Reader
	for _, s := range spans {
		if s.begin != end || s.members == 0 {
			break
		}
		parts = append(parts, bytes.NewReader(s.out))
		end = s.end
		members += s.members
	}
	if members == 0 {
		return nil, 0, 0
	}
	return io.MultiReader(parts...), end, members
}
