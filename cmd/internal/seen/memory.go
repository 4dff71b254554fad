package seen

import "unsafe"

// take returns n zero values, or nil if there is no memory for them. If possible it gets
// the memory from the system, which provides each page when it is first used. The runtime
// could have to clear all of it first, and would let as much garbage accumulate beside
// it.
func take[T Key | tally](n int) []T {
	b := mapPages(n * int(unsafe.Sizeof(*new(T))))
	if b == nil {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// release frees the result of take, which must not be used after that.
func release[T Key | tally](s []T) {
	unmapPages(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T)))))
}
