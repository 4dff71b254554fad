package kernel

import "unsafe"

// Bytes returns the bytes of src without copying. The result must not be
// modified. Both kinds of header begin with the data pointer, so one load
// serves both; a type switch on any would miss the named types and allocate.
func Bytes[B ~[]byte | ~string](src B) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&src)), len(src))
}

// Part returns src[from:to], the capacity of bytes ending with it: the third
// index that Go does not allow where B may be a string. A string's header is the
// first two words of a slice's.
func Part[B ~[]byte | ~string](src B, from, to int) B {
	part := Bytes(src)[from:to:to]
	return *(*B)(unsafe.Pointer(&part))
}
