package diag

import (
	"errors"

	"github.com/uriscan/uriscan/scanner"
)

// A Flaw says why a line is bad; the zero Flaw means that it is not.
type Flaw struct {
	Kind   string // as spelled in JSON and diagnostics
	Offset int    // in the line, in bytes from 0
}

// FlawOf returns the flaw that f describes.
func FlawOf(f scanner.Fault) Flaw { return Flaw{f.Kind().String(), f.Offset()} }

// MissingField is the kind of a line without a field that is asked for.
const MissingField = "missing-field"

// Absent is the kind of a record without a value, which is not bad.
const Absent = "absent"

// FlawOfError returns the flaw that an error of scanner or resolve describes.
func FlawOfError(err error) Flaw {
	fault, ok := errors.AsType[scanner.Error](err)
	if !ok {
		panic(err) // the library has no others
	}
	return FlawOf(fault.Fault())
}
