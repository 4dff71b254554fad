package seen

import "github.com/valyala/bytebufferpool"

// A buffer is borrowed with lend and given back with giveBack. It is written
// through B, and nothing of B is used after it is given back.
type buffer = bytebufferpool.ByteBuffer

var buffers bytebufferpool.Pool

// maxPooled bounds what the pool holds on to, from the first call on.
const maxPooled = 64 << 10

func lend() *buffer { return buffers.Get() }

func giveBack(b *buffer) {
	if cap(b.B) > maxPooled {
		b.B = nil
	}
	buffers.Put(b)
}
