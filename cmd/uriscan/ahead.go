package main

import (
	"io"
	"slices"
	"sync"
)

// An ahead decompresses an archive on several cores. Where a part of it begins that
// can be decompressed alone is not known before what stands before that is
// decompressed, but can be guessed: what looks like a beginning is decompressed from
// there. What comes of it is taken if the part before ends exactly there, for then
// it is what would have been decompressed next.
//
// What comes of a part waits in a channel of bounded size, and is taken from there
// while more comes if the part is the head, the one that is next. So it does not
// matter how long parts are, and what is written slowly into a pipe comes out as it
// came in.
type ahead struct {
	tape
	guesser
	spans     []*span // in order; the head is the first
	most      int     // spans there may be
	right     int     // guesses
	wrong     int     // likewise
	searching sync.Mutex
	searched  int64       // where the next span is searched for, for who holds searching
	level     byte        // of compression, of which spans are taken to be
	free      chan []byte // the memory of chunks
}

// A guesser is what parts of a format are found and decompressed by.
type guesser struct {
	// find reads on to where a span seems to begin.
	find func(s *span) error
	// decode decompresses a span. The error is io.EOF if it has come to its end.
	decode func(s *span) error
	// apart is how many bytes there are between the beginnings of spans, at least.
	apart int64
	// window is how much is read ahead: as much as a few spans, and much more than a
	// buffer.
	window int64
}

const (
	// maxSpans is how many are decompressed at a time, at most.
	maxSpans = 4
	// mostWrong is how many more guesses may be wrong than are right: who puts into an
	// archive what looks like parts of it, for example other archives, makes us do
	// in vain no more than what is of use.
	mostWrong = 8
	// aheadMemory is what all that takes at most: what is read ahead, what waits
	// decompressed, and the decoders, of which those of bzip2 are the largest.
	aheadMemory = 64 << 20
)

// newAhead starts to read file, and more when that turns out to be long.
func newAhead(file io.Reader, g *guesser, cores int) *ahead {
	cores = min(cores, maxSpans)
	h := &ahead{guesser: *g, most: cores + 1, searched: g.apart}
	h.sizes, h.r, h.moved.L = usualSizes, file, &h.mu
	h.pieces = make([][]byte, h.window/h.piece)
	h.free = make(chan []byte, h.chunks)
	go h.fill(func() {
		for range cores {
			go h.help()
		}
	})
	return h
}

// close ends what was started, as soon as it does not wait for the input.
func (h *ahead) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed, h.head = true, nil
	h.drop(0, len(h.spans))
}

// drop leaves some spans. mu is held.
func (h *ahead) drop(from, to int) {
	for _, s := range h.spans[from:to] {
		close(s.left)
	}
	h.spans = slices.Delete(h.spans, from, to)
	h.moved.Broadcast()
}

// help decompresses one span after the other.
func (h *ahead) help() {
	for s := h.guess(); s != nil; s = h.guess() {
		s.run()
	}
}

// guess returns a span that begins behind all others, or nil if there is none.
func (h *ahead) guess() *span {
	h.searching.Lock()
	defer h.searching.Unlock()
	for {
		at, ok := h.turn()
		if !ok {
			return nil
		}
		s := &span{ahead: h, packed: h.from(at)}
		switch err := h.find(s); {
		case err == nil && h.add(s):
			return s
		case err != nil && err != errLeft: // for then the head is far ahead of the search
			return nil
		}
	}
}

// turn waits until there may be another span, and returns where to search for it.
func (h *ahead) turn() (at int64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.spans) >= h.most && !h.closed {
		h.moved.Wait()
	}
	h.searched = max(h.searched, h.kept)
	return h.searched, !h.closed && h.wrong <= h.right+mostWrong
}

// add adds a span that was found, unless the one before went past that meanwhile.
func (h *ahead) add(s *span) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.searched = s.begin/8 + h.apart
	if n := len(h.spans); h.closed || n > 0 && h.spans[n-1].passed >= s.begin {
		return false
	}
	s.level = h.level
	s.start()
	h.spans = append(h.spans, s)
	return true
}

// next returns the span that begins where the head has ended: one that was guessed, or
// a new one, which is read on from src. It is the head then.
func (h *ahead) next(begin int64, level byte, src packed, mark bzip2Mark) *span {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.level = level
	if h.head != nil {
		h.drop(0, 1)
	}
	h.skip(0, begin)
	s := &span{ahead: h, packed: src, begin: begin, level: level, mark: mark}
	if len(h.spans) > 0 && h.spans[0].begin == begin && h.spans[0].level == level {
		s = h.spans[0]
		h.right++
	} else {
		s.start()
		h.spans = slices.Insert(h.spans, 0, s)
		go s.run()
	}
	h.head = s.tap
	h.release()
	return s
}

// skip drops spans from one on that begin before a place that the head has come to: these
// were wrong guesses. mu is held.
func (h *ahead) skip(from int, at int64) {
	n := from
	for n < len(h.spans) && h.spans[n].begin < at {
		n++
	}
	h.wrong += n - from
	h.drop(from, n)
}

// meets tells whether a span begins where s has come to, between two members.
func (h *ahead) meets(s *span, at int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.passed = at
	if h.head == s.tap {
		h.skip(1, at)
	}
	return slices.ContainsFunc(h.spans, func(other *span) bool { return other.begin == at })
}
