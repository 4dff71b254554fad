package scanner

import (
	"strconv"
	"sync/atomic"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A Fault says where and why an input is not a member of the rule asked for.
// The zero Fault means no error: then Kind is 0. It holds no pointer and can be
// compared with ==. It is not an error, since a zero Fault in an error would not be nil: see [Fault.Err].
type Fault struct {
	w uint64 // the offset, and the kind from bit 32: one word, stored at once
}

func faultAt(offset uint32, k kernel.Fault) Fault {
	return Fault{uint64(offset) | uint64(k)<<32}
}

// Kind returns the rule that is broken, 0 if f is none. It does not allocate.
func (f Fault) Kind() Kind { return Kind(f.w >> 32) }

// Offset returns the length of the longest prefix of the input with which some
// member of the rule begins, in bytes: the offset of the byte that is refused,
// or the length of an input that ended too early. The faults that package
// resolve adds say there what they count. It does not allocate.
func (f Fault) Offset() int { return int(uint32(f.w)) }

// String returns the kind and the offset, "bad-path at offset 10", and "" if f
// is none.
func (f Fault) String() string {
	if f == (Fault{}) {
		return ""
	}
	return f.Kind().String() + " at offset " + strconv.Itoa(f.Offset())
}

// Err returns f as an error: nil if f is none, else an [Error]. It does not
// allocate for offsets below 1,024, and allocates 8 bytes from there on. (The
// first error of each kind allocates those of all small offsets.)
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

// boxedOffsets is how many offsets of each kind have their errors made once: to
// make an interface of an Error allocates, to return one does not.
const boxedOffsets = 1 << 10

// boxed are the errors at small offsets, 24 KB for each kind that occurred.
var boxed [len(kinds)]atomic.Pointer[[boxedOffsets]error]

// box makes the errors of a kind. Several goroutines may do so at once, and
// make equal ones.
func box(k Kind) *[boxedOffsets]error {
	row := new([boxedOffsets]error)
	for i := range row {
		row[i] = Error{faultAt(uint32(i), kernel.Fault(k))}
	}
	boxed[k].Store(row)
	return row
}

// An Error is a [Fault] as an error, the dynamic type of every error that
// packages scanner, resolve and normalize return. Errors are values: two are
// equal, by == as by reflect.DeepEqual, exactly if kind and offset are. An Error
// never quotes the input, which may hold a password (7.5).
type Error struct {
	fault Fault
}

// Fault returns the kind and the offset of e. It does not allocate.
func (e Error) Fault() Fault { return e.fault }

// Error returns a text like "uriscan: bad-percent at offset 17", the offset
// counted from 0.
func (e Error) Error() string {
	return "uriscan: " + e.fault.Kind().String() + " at offset " + strconv.Itoa(e.fault.Offset())
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e Error) Unwrap() error { return e.fault.Kind() }
