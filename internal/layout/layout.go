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
