package normalize

import "unsafe"

// overtakes tells whether appending to dst, in place, what is made of b from
// left to right and is longer by no more than growth could write over what is
// not yet read. It compares addresses and reads nothing through them.
func overtakes(dst, b []byte, growth int) bool {
	write, read := uintptr(unsafe.Pointer(unsafe.SliceData(dst))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	end := write + uintptr(cap(dst))
	write += uintptr(len(dst))
	if end <= read || read+uintptr(len(b)) <= write {
		return false
	}
	return write+uintptr(growth) > read
}
