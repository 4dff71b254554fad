package scanner

import (
	"strconv"

	"github.com/uriscan/uriscan/internal/boxed"
	"github.com/uriscan/uriscan/internal/kernel"
)

// An Error is a [Fault] as an error. Errors are values: two are equal, by == as
// by reflect.DeepEqual, exactly if kind and offset are. An Error never quotes the
// input, which may hold a password (7.5).
type Error struct {
	fault Fault
}

// rows are the errors at small offsets, by kind.
var rows [len(kinds)]boxed.Row

func (f Fault) err() error {
	if f.Offset() >= boxed.Offsets {
		return Error{f}
	}
	return rows[f.Kind()].At(f.Offset(), func(offset int) error {
		return Error{faultAt(uint32(offset), kernel.Fault(f.Kind()))}
	})
}

// Kind returns the rule that is broken. It does not allocate.
func (e Error) Kind() Kind { return e.fault.Kind() }

// Offset is [Fault.Offset]. It does not allocate.
func (e Error) Offset() int { return e.fault.Offset() }

// Fault returns e as a [Fault]. It does not allocate.
func (e Error) Fault() Fault { return e.fault }

// Error returns a text like "uriscan: bad percent-encoding at byte 17", the
// offset counted from 0.
func (e Error) Error() string {
	return e.Kind().Error() + " at byte " + strconv.Itoa(e.Offset())
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e Error) Unwrap() error { return e.Kind() }
