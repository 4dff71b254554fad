package kernel

import "unsafe"

// Bytes returns the bytes of src without copying. The result must not be
// modified. Both kinds of header begin with the data pointer, so one load
// serves both; a type switch on any would miss the named types and allocate.
func Bytes[B ~[]byte | ~string](src B) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&src)), len(src))
}

// First returns where the bytes of src are. Without them it may be nil.
func First[B ~[]byte | ~string](src B) *byte { return *(**byte)(unsafe.Pointer(&src)) }

// A header is what a slice is in memory.
type header struct {
	data        *byte
	length, max int
}

// BytesUnchecked is Bytes without the check of the length that unsafe.Slice makes. That saves up to
// 8 % of the time of Parse, which hands the result to a kernel. Elsewhere it costs time, since
// the header goes through memory: 15 % of that of lut.Span.
func BytesUnchecked[B ~[]byte | ~string](src B) []byte {
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
