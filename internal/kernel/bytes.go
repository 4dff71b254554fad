package kernel

import "unsafe"

// A header is what a slice is in memory.
type header struct {
	data        *byte
	length, max int
}

// Bytes returns the bytes of src without copying. The result must not be
// modified. Both kinds of header begin with the data pointer, so one load
// serves both; a type switch on any would miss the named types and allocate.
// unsafe.Slice would check the length in each call, which costs more than this.
func Bytes[B ~[]byte | ~string](src B) []byte {
	b := header{*(**byte)(unsafe.Pointer(&src)), len(src), len(src)}
	return *(*[]byte)(unsafe.Pointer(&b))
}

// Part returns src[from:to], the capacity of bytes ending with it: the third
// index that Go does not allow where B may be a string. A string's header is the
// first two words of a slice's.
func Part[B ~[]byte | ~string](src B, from, to int) B {
	part := Bytes(src)[from:to:to]
	return *(*B)(unsafe.Pointer(&part))
}
