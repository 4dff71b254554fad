package seen

import "unsafe"

// A memory is what tables are in. It comes from the system where that is possible:
// the system gives what is used when it is used, while the runtime may have to
// clear all of it first, and would let as much garbage gather beside it.
type memory struct{ pieces [][]byte }

// take returns n zero values of memory.
func take[T Key | uint64 | byte](m *memory, n int) []T {
	if n == 0 {
		return nil
	}
	var zero T
	b := mapPages(n * int(unsafe.Sizeof(zero)))
	if b == nil {
		return make([]T, n)
	}
	m.pieces = append(m.pieces, b)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// release gives all of it back. Nothing that take returned is used after that.
func (m *memory) release() {
	for _, b := range m.pieces {
		unmapPages(b)
	}
	m.pieces = nil
}
