package resolve

import (
	"bytes"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/rawref"
	"github.com/uriscan/uriscan/scanner"
	"github.com/valyala/bytebufferpool"
)

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

// Do resolves ref against b and calls fn with the target and its Ref. The target
// is in a buffer borrowed from a pool: it is valid until fn returns, and fn must not
// retain it. The errors are those of [Base.Append]; then fn is not called. Do does
// not allocate once the pool has a buffer, except for targets over 64 KiB.
func (b *Base) Do(ref []byte, fn func(target []byte, r scanner.Ref)) error {
	buf := getBuffer()
	defer putBuffer(buf)
	target, r, err := b.Append(buf.B, ref)
	if err != nil {
		return err
	}
	buf.B = target
	fn(target, r)
	return nil
}

// SameDocument reports whether ref refers to the same document as b, that is,
// whether its target equals the base byte by byte except for the fragments (4.4).
// It returns false if [Base.Append] fails. It allocates as [Base.Do] does.
func (b *Base) SameDocument(ref []byte) bool {
	same := false
	_ = b.Do(ref, func(target []byte, r scanner.Ref) {
		same = bytes.Equal(target[:rawref.Words(r).QueryEnd()], b.text)
	})
	return same
}

// String resolves ref against base (5.2). It prepares base for this call only. The
// errors are those of [NewBase] and [Base.Append]. It allocates the string it
// returns.
func String(base, ref string) (string, error) {
	own, buf := getBuffer(), getBuffer()
	defer putBuffer(own)
	defer putBuffer(buf)
	b := Base{text: own.B}
	err := b.reset(kernel.Bytes(base), 0)
	own.B = b.text
	if err != nil {
		return "", err
	}
	buf.B, _, err = b.AppendString(buf.B, ref)
	if err != nil {
		return "", err
	}
	return string(buf.B), nil
}
