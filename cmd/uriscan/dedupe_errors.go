package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/uriscan/uriscan/normalize/seen"
)

// spillHint says what to do where a temporary file is not to be had.
const spillHint = ": TMPDIR can name another folder, and with more --memory less waits there"

// besideHint says why a file is written that nobody has named.
const besideHint = ": the set of --seen is written there, and then replaces the old one"

// namedError is err as the command reports it.
func namedError(err error) error {
	var spill *seen.SpillError
	var file *seen.FileError
	switch {
	case errors.As(err, &spill):
		return &outputError{"temporary file in " + spill.Dir, fmt.Errorf("%w%s", withoutPath(spill.Err), spillHint)}
	case errors.As(err, &file) && strings.HasSuffix(file.Name, ".tmp") && errors.As(err, new(*fs.PathError)):
		return &outputError{file.Name, fmt.Errorf("%w%s", withoutPath(file.Err), besideHint)}
	case errors.As(err, &file):
		return &outputError{file.Name, file.Err}
	}
	return err
}
