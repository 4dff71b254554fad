package seen

import (
	"os"
	"sync/atomic"

	"github.com/uriscan/uriscan/internal/disk"
)

// A spill is a temporary file of blocks, in which any number of queues are written and
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
	err     error // the first one: what is read after it is not what was written
}

// fail keeps err, unless it is nil. Nothing is done to the file after that.
func (s *spill) fail(err error) {
	if err != nil {
		s.err = failed("temporary file in "+os.TempDir(), err, ": TMPDIR can name another folder, and with more --memory less waits there")
	}
}

// put writes a block and returns its number.
func (s *spill) put(p []byte) (number uint32) {
	if s.file == nil && s.err == nil {
		var err error
		s.file, s.name, err = disk.Current.CreateTemp("", "uriscan-*")
		if s.fail(err); err == nil && disk.Current.Remove(s.name) == nil {
			s.name = ""
		}
	}
	if s.err != nil {
		return 0
	}
	number = s.blocks
	if k := len(s.free); k > 0 {
		number, s.free = s.free[k-1], s.free[:k-1]
	} else {
		s.blocks++
	}
	_, err := s.file.WriteAt(p, int64(number)*int64(s.block))
	s.fail(err)
	s.written.Add(int64(len(p)))
	return number
}

func (s *spill) get(p []byte, n uint32) {
	if s.err == nil {
		_, err := s.file.ReadAt(p, int64(n)*int64(s.block))
		s.fail(err)
		s.free = append(s.free, n)
	}
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

func (s *spill) queues(n int) []queue {
	all := make([]queue, n)
	for i := range all {
		all[i].spill = s
	}
	return all
}

// A queue is a sequence of bytes in a spill, which is written to its end and then read
// once.
//
//	buf[:n] follows the blocks; 0 <= n <= len(buf)
type queue struct {
	spill   *spill
	blocks  []uint32 // their numbers there
	buf     []byte
	n       int
	records uint64 // as its user counts them
}

func (q *queue) write(p []byte) {
	if q.buf == nil {
		q.buf = make([]byte, q.spill.block)
	}
	for {
		k := copy(q.buf[q.n:], p)
		q.n += k
		if p = p[k:]; len(p) == 0 {
			return
		}
		q.blocks = append(q.blocks, q.spill.put(q.buf))
		q.n = 0
	}
}

// settle releases the buffers of queues that are completely written, unless a whole queue is
// in its buffer.
func settle(queues []queue) {
	for i := range queues {
		if q := &queues[i]; len(q.blocks) > 0 && q.buf != nil {
			q.blocks = append(q.blocks, q.spill.put(q.buf))
			q.buf = nil
		}
	}
}

// A queueReader reads a queue from its beginning, and frees its blocks.
type queueReader struct {
	from   *queue
	block  int // the next
	buf    []byte
	rest   []byte // of the block, or of the buffer of the queue
	record []byte // what next returned last
}

func (q *queue) reader() queueReader { return queueReader{from: q} }

// next returns the next n bytes, which are valid until the next call. The queue must have
// that many left, or its spill an error.
func (r *queueReader) next(n int) []byte {
	if cap(r.record) < n {
		r.record = nil
		r.record = make([]byte, 0, n+n/16) // and not one after the other, each a bit longer
	}
	p := r.record[:n]
	for done := 0; done < n && r.from.spill.err == nil; {
		if len(r.rest) == 0 {
			r.fill()
		}
		k := copy(p[done:], r.rest)
		done += k
		r.rest = r.rest[k:]
	}
	return p
}

// ReadByte implements io.ByteReader for binary.ReadUvarint.
func (r *queueReader) ReadByte() (byte, error) { return r.next(1)[0], r.from.spill.err }

func (r *queueReader) fill() {
	q := r.from
	if r.block == len(q.blocks) {
		r.rest = q.buf[:q.n]
		return
	}
	if r.buf == nil {
		r.buf = make([]byte, q.spill.block)
	}
	r.rest = r.buf
	q.spill.get(r.buf, q.blocks[r.block])
	r.block++
}

func (r *queueReader) close() { *r.from = queue{spill: r.from.spill} }
