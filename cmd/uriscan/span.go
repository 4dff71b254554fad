package main

import (
	"bufio"
	"io"
)

// A span is a part of an archive that is decompressed alone.
type span struct {
	*ahead
	packed
	begin   int64 // in bits, for a block of bzip2 begins anywhere in a byte
	passed  int64 // the last place known of where another one could have begun
	filling chunk
	handed  int // chunks
	out     chan chunk
	err     error         // what ended it, once out is closed
	sum     uint32        // the checksum of the last member so far, or the one that stands in a block of bzip2
	left    chan struct{} // closed when it is of no use any more

	// Of gzip.
	within bool   // it begins within a member, with a block
	window []byte // what comes before that, or nil if it is not known; only to begin with
	size   uint32 // of the last member so far
	midway int64  // where it has ended within a member, in bits, or 0
	used   int64  // how many bytes the decoder had used by then, of which some in vain
	least  int64  // likewise of the span before, which are used here as well

	// Of bzip2.
	level byte
	mark  bzip2Mark    // of it, which was read already
	block *blockSource // what it was read by
}

// packed is what is compressed, from a place on.
type packed struct {
	file *counted
	src  *bufio.Reader // of file
	tap  *taped        // which file is, or nil
}

// offset returns how much of what is compressed was used.
func (p *packed) offset() int64 { return p.file.n - int64(p.src.Buffered()) }

// A chunk is a piece of what comes of a span.
type chunk struct {
	data []byte
	// twice is whether data is in half of its memory only, see inflate_twice.go.
	twice bool
	// begins is where in data a member begins, the last one of those that do, or -1.
	begins int
}

// from returns what is compressed from a place on.
func (h *ahead) from(at int64) packed {
	tap := &taped{&h.tape, at}
	file := &counted{r: tap, n: at}
	return packed{file, bufio.NewReaderSize(file, h.buffer), tap}
}

// search reads on to where a span seems to begin, or to a place. find returns where in data
// that is, of which it needs so many bytes, or -1.
func (s *span) search(until int64, needed int, find func(data []byte) int) error {
	for s.offset() < until {
		if _, err := s.src.Peek(needed); err != nil {
			return err
		}
		data, _ := s.src.Peek(s.src.Buffered())
		if i := find(data); i >= 0 {
			s.src.Discard(i)
			s.begin = 8 * s.offset()
			return nil
		}
		s.src.Discard(len(data) - needed + 1)
	}
	return errNothing
}

// start makes what is needed to run.
func (s *span) start() {
	s.passed, s.filling.begins = s.begin, -1
	s.out, s.left = make(chan chunk, max(1, s.chunks/s.most)), make(chan struct{})
}

// run decompresses the span. Nobody else may use what is compressed until out is
// closed.
func (s *span) run() {
	s.err = s.decode(s)
	s.hand()
	close(s.out)
}

// pour reads once of r, which decompresses the span. What came is handed on if it is
// much, or no more comes at once.
func (s *span) pour(r io.Reader) error {
	c := &s.filling
	if c.data == nil {
		c.data = s.memory()
	}
	n, err := r.Read(c.data[len(c.data):cap(c.data)])
	c.data = c.data[:len(c.data)+n]
	if err == nil && s.isFull() && !s.hand() {
		return errLeft
	}
	return err
}

// pourAll reads r to its end, or to an error.
func (s *span) pourAll(r io.Reader) (err error) {
	for err == nil {
		err = s.pour(r)
	}
	return err
}

// isFull tells whether what came is much, or no more comes at once.
func (s *span) isFull() bool { return len(s.filling.data) == s.filling.room() || s.starves(1) }

// room returns how much of a chunk's memory there is for data.
func (c *chunk) room() int {
	if c.twice {
		return cap(c.data) / 2
	}
	return cap(c.data)
}

// starves tells whether less than n bytes of what is compressed can be had at once.
func (s *span) starves(n int) bool { return s.src.Buffered() < n && s.tap.waits() }

// hand hands on what was decompressed, and tells whether there is any use in that.
func (s *span) hand() bool {
	if s.filling.data == nil && s.filling.begins < 0 {
		return true
	}
	select {
	case s.out <- s.filling:
		s.filling = chunk{begins: -1}
		s.handed++
		return true
	case <-s.left:
		return false
	}
}

// memory returns some for a chunk: new ones are small at first, as archives may be.
func (s *span) memory() []byte {
	const first = 16 << 10
	select {
	case m := <-s.free:
		return m[:0]
	default:
		return make([]byte, 0, min(s.chunk, first<<min(s.handed, 16)))
	}
}

// giveBack takes back the memory of a chunk.
func (h *ahead) giveBack(c chunk) {
	if cap(c.data) == h.chunk {
		select {
		case h.free <- c.data:
		default:
		}
	}
}

// A headReader reads the span that is the head, for its archive.
type headReader struct {
	*span
	a    *archive
	at   chunk
	read int // of at
}

// headAt makes s the head, or the one like it that was guessed.
func (a *archive) headAt(s *span) *headReader {
	a.head = &headReader{span: a.ahead.next(s, a), a: a, at: chunk{begins: -1}}
	return a.head
}

// ready tells whether a read would not have to wait.
func (r *headReader) ready() bool { return r.read < len(r.at.data) || len(r.out) > 0 }

// Read returns no bytes of two members at once, so that the archive knows which lines
// are whose.
func (r *headReader) Read(p []byte) (int, error) {
	for {
		until := len(r.at.data)
		if r.read == r.at.begins {
			r.a.whole, r.at.begins = r.a.lines, -1
			r.a.past.begin()
		} else if r.at.begins > 0 {
			until = r.at.begins
		}
		if r.read < until {
			n := copy(p, r.at.data[r.read:until])
			r.read += n
			return n, nil
		}
		r.giveBack(r.at)
		var more bool
		if r.at, more = <-r.out; !more {
			r.a.packed, r.a.head = r.packed, nil
			r.a.least = r.span.least
			return 0, r.err
		}
		r.read = 0
		if r.at.twice {
			r.a.past.settle(&r.at)
		}
	}
}
