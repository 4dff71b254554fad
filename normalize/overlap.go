package normalize

import "unsafe"

// overlaps tells whether a and b share an octet. It compares addresses and reads
// nothing through them.
func overlaps(a, b []byte) bool {
	atA, atB := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return atA < atB+uintptr(len(b)) && atB < atA+uintptr(len(a))
}
