package normalize

import (
	"bytes"
	"slices"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

// A buffer comes from getBuffer and goes back with putBuffer. Callers write to B and do
// not use it after putBuffer.
type buffer = bytebufferpool.ByteBuffer

var buffers bytebufferpool.Pool

// maxPooled is the largest memory that a pooled buffer keeps. The pool learns its own
// limit, but only after thousands of calls; until then one huge buffer would stay.
const maxPooled = 64 << 10

// getBuffer returns an empty buffer that the caller owns until putBuffer.
func getBuffer() *buffer { return buffers.Get() }

// putBuffer returns b to the pool, without its memory if that has grown beyond
// maxPooled. The pool decides by length which buffers to keep, so b has its full capacity
// as its length: else the pool would drop every buffer whose form is shorter than its room.
func putBuffer(b *buffer) {
	if cap(b.B) > maxPooled {
		b.B = nil
	}
	b.B = b.B[:cap(b.B)]
	buffers.Put(b)
}

// windows has buffers of 64 KiB to maxWindow bytes. They have their own pool, since a
// pool that also sees many short forms learns not to keep long buffers.
var windows bytebufferpool.Pool

// maxWindow is the size of the largest buffer that windows keeps.
const maxWindow = 16 << 20

// getWindow returns a buffer of n bytes or more.
func getWindow(n int) *buffer {
	b := windows.Get()
	n = max(n, 64<<10)
	b.B = slices.Grow(b.B, n)[:n]
	return b
}

// putWindow returns b to the pool, unless it is longer than maxWindow.
func putWindow(b *buffer) {
	if cap(b.B) <= maxWindow {
		windows.Put(b)
	}
}

// appendPooled is appendTight by way of a pooled buffer. It serves where dst lacks room, and
// where a form that grows would overwrite bytes that are still to be read.
func appendPooled(dst, b []byte, w automaton.Words, candidates Flags) ([]byte, scanner.Ref) {
	buf := getBuffer()
	defer putBuffer(buf)
	ref := writePooled(buf, b, w, candidates)
	return append(dst, buf.B...), ref
}

// writePooled sets buf to the normal form of b.
func writePooled(buf *buffer, b []byte, w automaton.Words, candidates Flags) scanner.Ref {
	room := len(b) + growthOf(b, w, candidates)
	buf.B = slices.Grow(buf.B, room)[:room]
	w = write(buf.B, b, w, candidates)
	buf.B = buf.B[:w.Len()]
	return rawref.Ref(w)
}

// String returns the normal form of src under the rungs of f, which is src itself if it is
// already normal. The errors are those of [Append]. It allocates the string that it
// returns, unless that is src.
func String(src string, f Flags) (string, error) {
	b := kernel.Bytes(src)
	ref, candidates, err := open(b, f)
	if err != nil {
		return "", err
	}
	if candidates == 0 {
		return src, nil
	}
	buf := getBuffer()
	defer putBuffer(buf)
	writePooled(buf, b, rawref.Words(ref), candidates)
	if string(buf.B) == src {
		return src, nil
	}
	return string(buf.B), nil
}

// Do calls fn with the normal form of src under the rungs of f and the Ref of that form.
// The bytes are src itself if it is already normal, else a buffer from a pool. They are
// valid until fn returns, and fn must neither keep nor change them. The errors are those
// of [Append]; on an error Do does not call fn. Once the pool has a buffer Do does not
// allocate, except for forms over 64 KiB.
func Do(src []byte, f Flags, fn func(normal []byte, r scanner.Ref)) error {
	ref, candidates, err := open(src, f)
	if err != nil {
		return err
	}
	if candidates == 0 {
		fn(src, ref)
		return nil
	}
	buf := getBuffer()
	defer putBuffer(buf)
	ref = writePooled(buf, src, rawref.Words(ref), candidates)
	if bytes.Equal(buf.B, src) {
		fn(src, ref)
	} else {
		fn(buf.B, ref)
	}
	return nil
}

// open scans b and returns the rungs that may change it.
func open(b []byte, f Flags) (ref scanner.Ref, candidates Flags, err error) {
	ref, fault := scanner.Locate(b, scanner.URIReference)
	if fault != (scanner.Fault{}) {
		return ref, 0, fault.Err()
	}
	if candidates = candidateRungs(b, ref, f); candidates != 0 && isTooLong(b, rawref.Words(ref), candidates) {
		return ref, 0, rawref.TooLong()
	}
	return ref, candidates, nil
}
