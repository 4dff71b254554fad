package seen

import "unsafe"

// A memory is what tables are in. It comes from the system where that is possible:
// the system gives what is used when it is used, while the runtime may have to
// clear all of it first, and would let as much garbage gather beside it.
type memory struct {
	pieces [][]byte
	failed bool // not all that was asked for was there
}

// take returns n zero values of memory, or nil if there is not so much.
func take[T Key | uint64 | byte](m *memory, n int) []T {
	if n == 0 {
		return nil
	}
	var zero T
	b := mapPages(n * int(unsafe.Sizeof(zero)))
	if b == nil {
		m.failed = true
		return nil
	}
	m.pieces = append(m.pieces, b)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// release gives all of it back. Nothing that take returned is used after that.
func (m *memory) release() {
	for _, b := range m.pieces {
		unmapPages(b)
	}
	m.pieces, m.failed = nil, false
}

// with calls fn, which takes up to size bytes, until there is as much: with half of
// it, and so on, if there is not.
func (m *memory) with(size int64, fn func(size int64)) {
	for {
		fn(size)
		if !m.failed {
			return
		}
		m.release()
		if size /= 2; size == 0 {
			panic("seen: the system has no memory at all")
		}
	}
}
