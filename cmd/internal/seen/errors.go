package seen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// These are the reasons why the file of a set cannot be used.
var (
	ErrForeign = errors.New("it was not written by dedupe --seen")
	ErrVersion = errors.New("it is a saved set of another version")
	ErrDamaged = errors.New("the saved set is damaged")
)

// An Error reports a file that could not be read or written, and the reason.
type Error struct {
	Name string // of the file, or what it is if it has no name
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// fail returns an *Error about a file. For an error of the operating system it removes
// the names that package os adds, and adds hint after it.
func fail(name string, err error, hint string) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		err = fmt.Errorf("%w%s", at.Err, hint)
	}
	if at := (*os.LinkError)(nil); errors.As(err, &at) {
		err = fmt.Errorf("%w%s", at.Err, hint)
	}
	return &Error{name, err}
}
