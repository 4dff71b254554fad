package seen

import (
	"os"
	"sync/atomic"

	"github.com/uriscan/uriscan/internal/disk"
)

// A spill is a temporary file of blocks, in which any number of streams are written and
// read at the same time. It is created when the first block is written, and its name is
// removed at once, so the file does not outlive the process. Blocks that were read are
// used again.
type spill struct {
	block   int // size in bytes
	file    disk.File
	name    string // where the system does not take it away from an open file
	blocks  uint32 // how many the file has
	free    []uint32
	written atomic.Int64
}

const spillHint = ": TMPDIR can name another folder, and with more --memory less waits there"

func spillFailed(err error) error {
	return fail("temporary file in "+os.TempDir(), err, spillHint)
}

func (s *spill) open() error {
	f, name, err := disk.Current.CreateTemp("", "uriscan-*")
	if err != nil {
		return spillFailed(err)
	}
	s.file = f
	if err := disk.Current.Remove(name); err != nil {
		s.name = name
	}
	return nil
}

// put writes a block and returns its number.
func (s *spill) put(p []byte) (uint32, error) {
	if s.file == nil {
		if err := s.open(); err != nil {
			return 0, err
		}
	}
	n := s.blocks
	if k := len(s.free); k > 0 {
		n, s.free = s.free[k-1], s.free[:k-1]
	} else {
		s.blocks++
	}
	if _, err := s.file.WriteAt(p, int64(n)*int64(s.block)); err != nil {
		return 0, spillFailed(err)
	}
	s.written.Add(int64(len(p)))
	return n, nil
}

// get reads a block and frees it.
func (s *spill) get(p []byte, n uint32) error {
	if _, err := s.file.ReadAt(p, int64(n)*int64(s.block)); err != nil {
		return spillFailed(err)
	}
	s.free = append(s.free, n)
	return nil
}

// close releases the file; its content is no longer needed.
func (s *spill) close() {
	if s.file != nil {
		s.file.Close()
	}
	if s.name != "" {
		_ = disk.Current.Remove(s.name)
	}
}

// streams returns n new streams.
func (s *spill) streams(n int) []stream {
	all := make([]stream, n)
	for i := range all {
		all[i].spill = s
	}
	return all
}

// A stream is a sequence of bytes in a spill, which is written to its end and then read
// once.
//
//	buf[:n] follows the blocks; 0 <= n <= len(buf)
type stream struct {
	spill   *spill
	blocks  []uint32 // their numbers there
	buf     []byte
	n       int
	records uint64 // as its user counts them
}

// write appends p.
func (s *stream) write(p []byte) error {
	if s.buf == nil {
		s.buf = make([]byte, s.spill.block)
	}
	for {
		k := copy(s.buf[s.n:], p)
		s.n += k
		if p = p[k:]; len(p) == 0 {
			return nil
		}
		number, err := s.spill.put(s.buf)
		if err != nil {
			return err
		}
		s.blocks = append(s.blocks, number)
		s.n = 0
	}
}

// settle releases the buffer of a stream that is completely written, unless the whole
// stream is in it.
func (s *stream) settle() error {
	if len(s.blocks) == 0 || s.buf == nil {
		return nil
	}
	number, err := s.spill.put(s.buf)
	if err != nil {
		return err
	}
	s.blocks = append(s.blocks, number)
	s.buf = nil
	return nil
}

// settle calls settle for each stream.
func settle(streams []stream) error {
	for i := range streams {
		if err := streams[i].settle(); err != nil {
			return err
		}
	}
	return nil
}

// A streamReader reads a stream from its beginning, and frees its blocks.
type streamReader struct {
	from   *stream
	block  int // the next
	cur    []byte
	buffer []byte // what cur is in
	long   []byte // what next returned last, if it was in several blocks
}

func (s *stream) reader() streamReader { return streamReader{from: s} }

// next returns the next n bytes, which are valid until the next call. The stream must
// have that many left.
func (r *streamReader) next(n int) ([]byte, error) {
	if len(r.cur) >= n {
		p := r.cur[:n]
		r.cur = r.cur[n:]
		return p, nil
	}
	p := r.long[:0]
	if cap(p) < n {
		r.long = nil
		p = make([]byte, 0, n+n/16) // and not one after the other, each a bit longer
	}
	p = append(p, r.cur...)
	for len(p) < n {
		if err := r.fill(); err != nil {
			return nil, err
		}
		k := min(n-len(p), len(r.cur))
		p = append(p, r.cur[:k]...)
		r.cur = r.cur[k:]
	}
	r.long = p
	return p, nil
}

// ReadByte implements io.ByteReader for binary.ReadUvarint.
func (r *streamReader) ReadByte() (byte, error) {
	p, err := r.next(1)
	if err != nil {
		return 0, err
	}
	return p[0], nil
}

// fill reads the next block.
func (r *streamReader) fill() error {
	s := r.from
	if r.block < len(s.blocks) {
		if r.buffer == nil {
			r.buffer = make([]byte, s.spill.block)
		}
		if err := s.spill.get(r.buffer, s.blocks[r.block]); err != nil {
			return err
		}
		r.cur = r.buffer
		r.block++
		return nil
	}
	r.cur = s.buf[:s.n]
	return nil
}

// close releases the stream.
func (r *streamReader) close() { *r.from = stream{spill: r.from.spill} }
