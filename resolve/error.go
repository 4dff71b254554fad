package resolve

import (
	"strconv"
	"unsafe"

	"github.com/uriscan/uriscan/internal/kernel"
	"github.com/uriscan/uriscan/internal/layout"
	"github.com/uriscan/uriscan/scanner"
)

// A Kind is a rule of section 5 that an input breaks though its octets are all
// in order; what the grammar refuses has a [scanner.Kind]. It implements error,
// so that errors.Is(err, resolve.Underflow) asks for it. 0 is no kind.
type Kind uint8

// The kinds. The last three are of a path handed to [AppendRecomposed].
const (
	Underflow       Kind = iota + 1 // 5.2.4: a ".." has no segment left to remove
	PathAsAuthority                 // 3.3: the path begins with "//" and no authority is before it
	PathAsScheme                    // 4.2: the first segment has a ":" and no scheme is before it
	PathUnrooted                    // 3.3: after an authority, the path does not begin with "/"
)

// kinds holds, for every Kind, its spelling in JSON and diagnostics and its
// noun phrase in error texts.
var kinds = [...]struct{ spelling, phrase string }{
	0:               {"", "no fault"},
	Underflow:       {"underflow", "dot segment above the root"},
	PathAsAuthority: {"path-as-authority", "path that would be an authority"},
	PathAsScheme:    {"path-as-scheme", "path that would begin with a scheme"},
	PathUnrooted:    {"path-unrooted", "path without a slash after the authority"},
}

// String returns the spelling of k in JSON and in diagnostics: "underflow".
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].spelling
	}
	return ""
}

// Error returns k as the text of an error.
func (k Kind) Error() string { return "uriscan: " + k.phrase() }

func (k Kind) phrase() string {
	if int(k) < len(kinds) {
		return kinds[k].phrase
	}
	return "unknown fault"
}

// An Error is a [Kind] with an offset. It never quotes the input, which may
// hold a password (7.5). Use it by pointer and do not copy it: the address of
// most errors is what tells them apart.
type Error struct {
	w uint64 // the offset, and the kind from bit 32; 0 in interned, where the index says it
}

const internedOffsets = 1 << 16

// interned is a table that nothing is ever written to, so that it takes no
// memory: an error's place in it is its kind and offset.
var interned [len(kinds) * internedOffsets]Error

// errorAt allocates only for offsets from 65,536, as the scanner's errors do.
func errorAt(offset int, k Kind) *Error {
	if offset >= internedOffsets {
		return &Error{uint64(offset) | uint64(k)<<32}
	}
	return &interned[int(k)*internedOffsets+offset]
}

func (e *Error) get() (offset int, k Kind) {
	at := uintptr(unsafe.Pointer(e)) - uintptr(unsafe.Pointer(&interned))
	if at >= unsafe.Sizeof(interned) {
		return int(uint32(e.w)), Kind(e.w >> 32)
	}
	i := int(at / unsafe.Sizeof(Error{}))
	return i % internedOffsets, Kind(i / internedOffsets)
}

// Kind returns the rule that is broken. It does not allocate.
func (e *Error) Kind() Kind {
	_, k := e.get()
	return k
}

// Offset returns where: for [Underflow], the byte offset of the ".." in the
// reference (in the base, from [NewBase] and the Resets); for the others, that
// in the path handed in. It does not allocate.
func (e *Error) Offset() int {
	offset, _ := e.get()
	return offset
}

// Error returns a text like "uriscan: dot segment above the root at byte 6",
// the offset counted from 0.
func (e *Error) Error() string {
	return "uriscan: " + e.Kind().phrase() + " at byte " + strconv.Itoa(e.Offset())
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e *Error) Unwrap() error { return e.Kind() }

// Is tells whether target is an [*Error] of the same kind and offset.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Kind() == e.Kind() && t.Offset() == e.Offset()
}

// tooLong is the error of a result that no Ref can describe.
func tooLong() error { return layout.Fault(scanner.MaxLen, kernel.TooLong).Err() }
