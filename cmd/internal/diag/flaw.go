package diag

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/uriscan/uriscan/scanner"
)

// A Flaw says why a line is bad; the zero Flaw means that it is not.
type Flaw struct {
	Kind   string // as spelled in JSON and diagnostics
	Offset int    // in the line, in bytes from 0
}

// FlawOf returns the flaw that f describes.
func FlawOf(f scanner.Fault) Flaw { return Flaw{f.Kind().String(), f.Offset()} }

// AppendPlace appends FILE:LINE:BYTE: and a blank, where line and at count from 1.
func AppendPlace(dst []byte, file string, line, at int64) []byte {
	dst = append(append(dst, file...), ':')
	dst = append(strconv.AppendInt(dst, line, 10), ':')
	return append(strconv.AppendInt(dst, at, 10), ": "...)
}

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

// The exit statuses.
const (
	ExitGood        = 0
	ExitBad         = 1   // some lines were bad
	ExitUsage       = 2   // the command line was wrong: nothing was read
	ExitIO          = 3   // an input or the output failed
	ExitInterrupted = 130 // a signal came; the process then dies by it, for which this is what shells report for SIGINT
)

// A Usage is an error of the command line that files have shown.
type Usage string

func (u Usage) Error() string { return string(u) }

// Ended is how a command that ran reports its exit status, if not 0. Every
// other error out of cobra is one of usage: cobra has no type for those.
type Ended int

func (e Ended) Error() string { return fmt.Sprintf("exit status %d", int(e)) }
