package stream

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// An InputError says which input failed, and why. It does not affect later inputs.
type InputError struct {
	Name string
	Err  error
}

func (e *InputError) Error() string {
	return fmt.Sprintf("%s: %v%s", DisplayName(e.Name), WithoutPath(e.Err), inputHint(e.Name, e.Err))
}

func (e *InputError) Unwrap() error { return e.Err }

// DisplayName returns how an error shows a FILE argument.
func DisplayName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return OneLine(name)
}

// OneLine returns name as diagnostics show it: quoted if it holds controls, so
// that a newline does not break a line in two, or looks quoted already.
func OneLine(name string) string {
	if name == "" || strings.HasPrefix(name, `"`) || strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

// WithoutPath returns err without the operation and the paths that package os adds.
func WithoutPath(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	if at, ok := errors.AsType[*os.LinkError](err); ok {
		return at.Err
	}
	return err
}

// ErrOverlap refuses an input that is an output.
var ErrOverlap = diag.Usage("an input cannot be the output, too: write to another file, then rename it")

// An OutputError says why output could not be written; it ends the command.
type OutputError struct {
	Name string
	Err  error
}

func (e *OutputError) Error() string {
	hint := ""
	if errors.Is(e.Err, syscall.EISDIR) {
		hint = "; give the name of a file"
	}
	return fmt.Sprintf("%s: %v%s", OneLine(e.Name), WithoutPath(e.Err), hint)
}

func (e *OutputError) Unwrap() error { return e.Err }

// IsClosedPipe reports whether err came from writing to a pipe that nobody reads.
func IsClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// inputHint says what to do about an input that cannot be read.
func inputHint(name string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist) && strings.Contains(name, ":"):
		return "; --url reads a URI from the command line"
	case errors.Is(err, syscall.EISDIR) && name != "-":
		return ": only extract searches folders; name the files in it"
	}
	return ""
}
