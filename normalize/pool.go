package normalize

import (
	"slices"

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

// windows has buffers of 64 KiB to maxWindow bytes. They have a pool of their own,
// since one that also sees many short forms learns not to keep what is as long.
var windows bytebufferpool.Pool

// maxWindow bounds what windows holds on to.
const maxWindow = 16 << 20

// lendWindow returns a buffer of n bytes or more.
func lendWindow(n int) *buffer {
	b := windows.Get()
	n = max(n, 64<<10)
	b.B = slices.Grow(b.B, n)[:n]
	return b
}

// giveBackWindow returns b to the pool, unless it is longer than others.
func giveBackWindow(b *buffer) {
	if cap(b.B) <= maxWindow {
		windows.Put(b)
	}
}

// appendAside is appendForm by way of a buffer that has the room that dst has
// not, or where a form that grows is not written over what is still to be read.
func appendAside(dst, b []byte, ref scanner.Ref, suspects Flags) ([]byte, scanner.Ref) {
	aside := lend()
	defer giveBack(aside)
	ref = writeLent(aside, b, ref, suspects)
	return append(dst, aside.B...), ref
}

// writeLent makes buf hold the normal form of b.
func writeLent(buf *buffer, b []byte, ref scanner.Ref, suspects Flags) scanner.Ref {
	room := len(b) + growthOf(b, ref, suspects)
	buf.B = slices.Grow(buf.B, room)[:room]
	ref = write(buf.B, b, &ref, suspects)
	buf.B = buf.B[:ref.Len()]
	return ref
}
