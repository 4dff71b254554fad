package seen

import "unsafe"

// A memory is what tables are in. It comes from the system where that is possible:
// the system gives each page when it is used, while the runtime may have to clear
// all of it first, and would let as much garbage gather beside it.
type memory struct {
	pieces [][]byte
	failed bool // not all that was asked for was there
}

// take returns n zero values of memory, or nil if there is not so much.
func take[T Key | tally | byte](m *memory, n int) []T {
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
