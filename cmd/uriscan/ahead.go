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
	seen      int64       // likewise, up to where there is no member
	sight     []byte      // likewise, what is searched for a block
	level     byte        // of compression, of which spans are taken to be
	haveTime  func() bool // tells whether cores do, for who holds searching
	maxFrame  uint64      // how much memory a frame of zstd may ask for
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
	// Of gzip: how far members are searched for before blocks are; how far a block is
	// searched for, most being shorter; and in how many bytes it has to end.
	memberSearch, blockSearch, blockLen int64
	// watch watches so many cores: blocks are searched for if these have time for that.
	watch func(cores int) (haveTime func() bool)
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

// newAhead starts to read file, and more when that turns out to be long. A frame of zstd
// may ask for so much memory.
func newAhead(file io.Reader, g *guesser, workers int, maxFrame uint64) *ahead {
	cores := min(workers, maxSpans)
	h := &ahead{guesser: *g, most: cores + 1, searched: g.apart, maxFrame: maxFrame}
	if g.watch != nil {
		h.haveTime = g.watch(workers)
	}
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
		case err == errNothing:
			h.awaitHead()
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
	h.searched = max(h.searched, h.kept+h.apart)
	return h.searched, !h.closed && h.wrong <= h.right+mostWrong
}

// awaitHead waits until the head comes closer to what is searched next.
func (h *ahead) awaitHead() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for before := h.kept; h.kept < before+h.apart && !h.closed; {
		h.moved.Wait()
	}
}

// add adds a span that was found, unless the one before went past that meanwhile.
func (h *ahead) add(s *span) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.searched = s.begin/8 + h.apart
	if s.within {
		h.searched += 2 * h.apart / int64(max(1, h.most-2)) // for the head, which takes as long for that
	}
	if n := len(h.spans); h.closed || n > 0 && h.spans[n-1].passed >= s.begin {
		return false
	}
	s.level = h.level
	s.start()
	h.spans = append(h.spans, s)
	return true
}

// next returns the span that begins where the head has ended: s, or one like it that
// was guessed. It is the head then.
func (h *ahead) next(s *span, a *archive) *span {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.level = s.level
	if h.head != nil {
		h.drop(0, 1)
	}
	h.skip(0, s.begin)
	if len(h.spans) > 0 && h.spans[0].isLike(s) {
		s = h.spans[0]
		h.right++
	} else {
		s.ahead, s.packed = h, a.packed
		if s.within {
			s.packed, s.window = h.from(s.begin/8), a.past.window()
		}
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

// isLike tells whether both begin at the same place, and with the same.
func (s *span) isLike(other *span) bool {
	return s.begin == other.begin && s.level == other.level && s.within == other.within
}

// meets tells whether a span begins where s has come to, within a member or not.
func (h *ahead) meets(s *span, at int64, within bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.passed = at
	if h.head == s.tap {
		h.skip(1, at)
	}
	return slices.ContainsFunc(h.spans, func(other *span) bool { return other.begin == at && other.within == within })
}
