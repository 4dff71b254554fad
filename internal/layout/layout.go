package layout

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/scanner"
)

// Both sizes are the same, or one of these does not compile.
var (
	_ [unsafe.Sizeof(kernel.Words{}) - unsafe.Sizeof(scanner.Ref{})]byte
	_ [unsafe.Sizeof(scanner.Ref{}) - unsafe.Sizeof(kernel.Words{})]byte
)

// Ref returns w as a Ref. The two types have the same four words; a test says
// so field by field.
func Ref(w kernel.Words) scanner.Ref { return *(*scanner.Ref)(unsafe.Pointer(&w)) }

// Words returns the words of r.
func Words(r scanner.Ref) kernel.Words { return *(*kernel.Words)(unsafe.Pointer(&r)) }

// A Fault is one word, or one of these does not compile.
var (
	_ [8 - unsafe.Sizeof(scanner.Fault{})]byte
	_ [unsafe.Sizeof(scanner.Fault{}) - 8]byte
)

// Fault returns the Fault of kind k at offset, for results that are refused
// without being scanned; a test says that it is what scanner would make.
func Fault(offset int, k scanner.Kind) scanner.Fault {
	w := uint64(uint32(offset)) | uint64(k)<<32
	return *(*scanner.Fault)(unsafe.Pointer(&w))
}

// TooLong is the error of a result that no Ref can describe.
func TooLong() error { return Fault(scanner.MaxLen, scanner.TooLong).Err() }
