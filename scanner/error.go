package scanner

import (
	"strconv"
	"unsafe"
)

// An Error is a [Fault] as an error. It never quotes the input, which may hold
// a password (7.5). Use it by pointer and do not copy it: the address of most
// errors is what tells them apart. Compare two by errors.Is, never by
// reflect.DeepEqual, which looks behind the addresses.
type Error struct {
	fault Fault // zero in interned, where the index says it
}

const internedOffsets = 1 << 16

// interned is a table that nothing is ever written to, so that it takes no
// memory: an error's place in it is its kind and offset.
var interned [len(kinds) * internedOffsets]Error

func (f Fault) err() *Error {
	if f.Offset() >= internedOffsets {
		return &Error{f}
	}
	return &interned[int(f.Kind())*internedOffsets+f.Offset()]
}

// get returns the fault of e, from its index if e is interned.
func (e *Error) get() Fault {
	at := uintptr(unsafe.Pointer(e)) - uintptr(unsafe.Pointer(&interned))
	if at >= unsafe.Sizeof(interned) {
		return e.fault
	}
	i := uint64(at / unsafe.Sizeof(Error{}))
	return Fault{i%internedOffsets | i/internedOffsets<<32}
}

// Kind returns the rule that is broken. It does not allocate.
func (e *Error) Kind() Kind { return e.get().Kind() }

// Offset is [Fault.Offset]. It does not allocate.
func (e *Error) Offset() int { return e.get().Offset() }

// Fault returns e as a [Fault]. It does not allocate.
func (e *Error) Fault() Fault { return e.get() }

// Error returns a text like "uriscan: bad percent-encoding at byte 17", the
// offset counted from 0.
func (e *Error) Error() string {
	return e.Kind().Error() + " at byte " + strconv.Itoa(e.Offset())
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e *Error) Unwrap() error { return e.Kind() }

// Is tells whether target is an [*Error] of the same kind and offset.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.get() == e.get()
}
