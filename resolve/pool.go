package resolve

import "github.com/valyala/bytebufferpool"

// A buffer is borrowed with getBuffer and returned with putBuffer. Its bytes are in
// B, which must not be used after putBuffer.
type buffer = bytebufferpool.ByteBuffer

var buffers bytebufferpool.Pool

// maxPooled bounds the buffers that the pool keeps. The pool learns a bound of its
// own, but only after thousands of calls; until then a huge buffer would stay.
const maxPooled = 64 << 10

// getBuffer returns an empty buffer that is the caller's until putBuffer.
func getBuffer() *buffer { return buffers.Get() }

// putBuffer returns b to the pool, without its memory if that has grown beyond
// maxPooled. The pool learns the sizes it keeps from lengths. Hence the length is
// set to the capacity: else buffers larger than what was written would be dropped.
func putBuffer(b *buffer) {
	if cap(b.B) > maxPooled {
		b.B = nil
	}
	b.B = b.B[:cap(b.B)]
	buffers.Put(b)
}
