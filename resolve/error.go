package resolve

import (
	"strconv"

	"github.com/uriscan/uriscan/internal/boxed"
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

// An Error is a [Kind] with an offset. Errors are values: two are equal, by ==
// as by reflect.DeepEqual, exactly if kind and offset are. An Error never quotes
// the input, which may hold a password (7.5).
type Error struct {
	offset uint32
	kind   Kind
}

// rows are the errors at small offsets, by kind.
var rows [len(kinds)]boxed.Row

// errorAt allocates as the scanner's errors do: 8 bytes for offsets from 1,024 on.
func errorAt(offset int, k Kind) error {
	if offset >= boxed.Offsets {
		return Error{uint32(offset), k}
	}
	return rows[k].At(offset, func(offset int) error { return Error{uint32(offset), k} })
}

// Kind returns the rule that is broken. It does not allocate.
func (e Error) Kind() Kind { return e.kind }

// Offset returns where: for [Underflow], the byte offset of the ".." in the
// reference (in the base, from [NewBase] and the Resets); for the others, that
// in the path handed in. It does not allocate.
func (e Error) Offset() int { return int(e.offset) }

// Error returns a text like "uriscan: dot segment above the root at byte 6",
// the offset counted from 0.
func (e Error) Error() string {
	return "uriscan: " + e.kind.phrase() + " at byte " + strconv.Itoa(e.Offset())
}

// Unwrap returns the [Kind], for errors.Is. It does not allocate.
func (e Error) Unwrap() error { return e.kind }

// tooLong is the error of a result that no Ref can describe.
func tooLong() error { return layout.Fault(scanner.MaxLen, kernel.TooLong).Err() }
