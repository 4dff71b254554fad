package normalize

import (
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// A buffer is borrowed with lend and given back with giveBack. It is written
// through B, and nothing of B is used after it is given back.
type buffer = bytebufferpool.ByteBuffer

var buffers bytebufferpool.Pool

// maxPooled bounds what the pool holds on to. The pool learns its own bound, but
// only after thousands of calls, and until then one monster would stay.
const maxPooled = 64 << 10

// lend returns an empty buffer that is the caller's until giveBack.
func lend() *buffer { return buffers.Get() }

// giveBack returns b to the pool, or to the garbage collector if it has grown
// beyond maxPooled.
func giveBack(b *buffer) {
	if cap(b.B) <= maxPooled {
		buffers.Put(b)
	}
}

// appendAside is append for a dst that cannot be written before all of the
// source is read.
func (s *source) appendAside(dst []byte) ([]byte, scanner.Ref) {
	aside := lend()
	defer giveBack(aside)
	form, ref := s.append(aside.B)
	aside.B = form
	return append(dst, form...), ref
}
