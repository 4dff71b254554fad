package resolve

import "github.com/valyala/bytebufferpool"

// A buffer is borrowed with lend and given back with giveBack. It is written
// through B, and nothing of B is used after it is given back.
type buffer = bytebufferpool.ByteBuffer

var buffers bytebufferpool.Pool

// maxPooled bounds what the pool holds on to. The pool learns its own bound, but
// only after thousands of calls, and until then one monster would stay.
const maxPooled = 64 << 10

// lend returns an empty buffer that is the caller's until giveBack.
func lend() *buffer { return buffers.Get() }

// giveBack returns b to the pool, without its memory if that has grown beyond
// maxPooled. The pool learns from lengths what it keeps and would drop, each time, what
// needs more room than is left in it.
func giveBack(b *buffer) {
	if cap(b.B) > maxPooled {
		b.B = nil
	}
	b.B = b.B[:cap(b.B)]
	buffers.Put(b)
}
