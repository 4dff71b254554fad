package scanner

import (
	"strconv"
	"sync/atomic"

	"github.com/uriscan/uriscan/internal/automaton"
)

// A Fault reports where and why an input is not a member of a rule. The zero
// Fault means no error; its Kind is 0. A Fault holds no pointer and can be compared
// with ==. It does not implement error, because a zero Fault in an error would not
// be nil: see [Fault.Err].
type Fault struct {
	w uint64 // the offset, and the kind from bit 32: one word, stored at once
}

func faultAt(offset uint32, k automaton.Fault) Fault {
	return Fault{uint64(offset) | uint64(k)<<automaton.FaultBits}
}

// Kind returns the rule that is broken, or 0 for the zero Fault. It does not
// allocate.
func (f Fault) Kind() Kind { return Kind(f.w >> automaton.FaultBits) }

// Offset returns the length in bytes of the longest prefix of the input that some
// member of the rule begins with. It is the offset of the byte that is refused, or
// the length of an input that ends too early. Package resolve documents what its
// own faults count. It does not allocate.
func (f Fault) Offset() int { return int(uint32(f.w)) }

// String returns the kind and the offset, as in "bad-path at offset 10", or "" for
// the zero Fault.
func (f Fault) String() string {
	if f == (Fault{}) {
		return ""
	}
	return f.Kind().String() + " at offset " + strconv.Itoa(f.Offset())
}

// Err returns f as an error: nil for the zero Fault, else an [Error]. For offsets
// below 1,024 it allocates nothing, except that the first error of each kind in the
// process makes those of all small offsets, 26 KB in 1,025 pieces. From 1,024 on it
// allocates 8 bytes.
func (f Fault) Err() error {
	if f == (Fault{}) {
		return nil
	}
	return f.err()
}

func (f Fault) err() error {
	if f.Offset() >= boxedOffsets {
		return Error{f}
	}
	row := boxed[f.Kind()].Load()
	if row == nil {
		row = box(f.Kind())
	}
	return row[f.Offset()]
}

// boxedOffsets is the number of offsets per kind whose errors are made once and
// reused, since converting an Error to an interface allocates.
const boxedOffsets = 1 << 10

// boxed holds the errors at small offsets: 24 KB for each kind that has occurred.
var boxed [len(kinds)]atomic.Pointer[[boxedOffsets]error]

// box makes the errors of a kind. Goroutines that do so at the same time make
// equal errors.
func box(k Kind) *[boxedOffsets]error {
	row := new([boxedOffsets]error)
	for i := range row {
		row[i] = Error{faultAt(uint32(i), automaton.Fault(k))}
	}
	boxed[k].Store(row)
	return row
}

// An Error is a [Fault] as an error, the dynamic type of every error that
// packages scanner, resolve and normalize return. Errors are values: two are
// equal, by == and by reflect.DeepEqual, if kind and offset are equal. An Error
// never quotes the input, which may hold a password (7.5).
//
// To get the offset, take the value, not a pointer to one:
//
//	if e, ok := errors.AsType[scanner.Error](err); ok {
//		fmt.Println(e.Fault().Kind(), e.Fault().Offset())
//	}
//
// To compare with a [Kind], use errors.Is, not ==.
type Error struct {
	fault Fault
}

// Fault returns the kind and the offset of e. It does not allocate.
func (e Error) Fault() Fault { return e.fault }

// Error returns a text such as "uriscan: bad-percent at offset 17". The offset
// counts from 0.
func (e Error) Error() string {
	return "uriscan: " + e.fault.Kind().String() + " at offset " + strconv.Itoa(e.fault.Offset())
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e Error) Unwrap() error { return e.fault.Kind() }
