package rawref

import (
	"unsafe"

	"github.com/uriscan/uriscan/internal/automaton"
	"github.com/uriscan/uriscan/scanner"
)

// Unless both sizes are the same, one of the arrays does not compile.
var (
	_ [unsafe.Sizeof(automaton.Words{}) - unsafe.Sizeof(scanner.Ref{})]byte
	_ [unsafe.Sizeof(scanner.Ref{}) - unsafe.Sizeof(automaton.Words{})]byte
)

// Ref returns w as a Ref, whose one field it is: the tests of resolve and normalize compare
// such a Ref with that of the scanner.
func Ref(w automaton.Words) scanner.Ref { return *(*scanner.Ref)(unsafe.Pointer(&w)) }

// Words returns the words of r.
func Words(r scanner.Ref) automaton.Words { return *(*automaton.Words)(unsafe.Pointer(&r)) }

// Unless a Fault is one word, one of the arrays does not compile.
var (
	_ [8 - unsafe.Sizeof(scanner.Fault{})]byte
	_ [unsafe.Sizeof(scanner.Fault{}) - 8]byte
)

// Fault returns the Fault of kind k at offset, for results that are refused without
// being scanned. The tests of resolve read it.
func Fault(offset int, k scanner.Kind) scanner.Fault {
	w := uint64(offset) | uint64(k)<<32
	return *(*scanner.Fault)(unsafe.Pointer(&w))
}

// TooLong is the error of a result that no Ref can describe.
func TooLong() error { return Fault(scanner.MaxLen, scanner.TooLong).Err() }
