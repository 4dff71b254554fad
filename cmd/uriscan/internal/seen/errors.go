package seen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// What can be wrong with the file of a set.
var (
	ErrForeign = errors.New("it is not a saved set")
	ErrVersion = errors.New("it is a saved set of another version")
	ErrDamaged = errors.New("the saved set is damaged")
)

// An Error says what could not be read or written, and why.
type Error struct {
	Name string // of the file, or what it is if it has no name
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// fail returns an *Error about a file. If the reason comes from the system, without
// the names that package os adds, the hint follows it.
func fail(name string, err error, hint string) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		err = fmt.Errorf("%w%s", at.Err, hint)
	}
	if at := (*os.LinkError)(nil); errors.As(err, &at) {
		err = fmt.Errorf("%w%s", at.Err, hint)
	}
	return &Error{name, err}
}
