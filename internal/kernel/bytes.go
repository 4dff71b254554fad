package kernel

import "unsafe"

// Bytes returns the bytes of src without copying. The result must not be
// modified. Both kinds of header begin with the data pointer, so one load
// serves both; a type switch on any would miss the named types and allocate.
func Bytes[B ~[]byte | ~string](src B) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&src)), len(src))
}
