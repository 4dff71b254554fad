package seen

import "unsafe"

// take returns n zero values, or nil if there is no memory for them. It comes from the
// system where that is possible: the system gives each page when it is used, while the
// runtime may have to clear all of it first, and would let as much garbage gather
// beside it.
func take[T Key | tally](n int) []T {
	b := mapPages(n * int(unsafe.Sizeof(*new(T))))
	if b == nil {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// release gives back what take returned, which is not used after that.
func release[T Key | tally](s []T) {
	unmapPages(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T)))))
}
