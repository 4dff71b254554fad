package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// An inputError says which input failed, and why. The inputs after it are not
// concerned.
type inputError struct {
	name string
	err  error
}

func (e *inputError) Error() string {
	return fmt.Sprintf("%s: %v%s", displayName(e.name), withoutPath(e.err), inputHint(e.name, e.err))
}

func (e *inputError) Unwrap() error { return e.err }

// displayName is how an error speaks of a FILE argument.
func displayName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return oneLine(name)
}

// oneLine returns name as diagnostics show it: quoted if it holds controls, so
// that a newline does not break a line in two, or looks quoted already.
func oneLine(name string) string {
	if name == "" || strings.HasPrefix(name, `"`) || strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}

// withoutPath is err without the operation and the path that package os adds.
func withoutPath(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

var errOverlap = errors.New("an input cannot be the output, too")

// openInput opens a FILE argument; "-" is std, the standard input. What is read of it
// is shown by bar. It refuses a file that is one of outputs: reading it would never end.
func openInput(name string, std io.Reader, bar *progress, outputs ...fs.FileInfo) (*input, error) {
	in := &input{from: std, size: noSize, bar: bar}
	info, err := statOf(std), error(nil)
	if name != "-" {
		info, err = in.open(name)
	}
	if slices.ContainsFunc(outputs, func(out fs.FileInfo) bool { return sameFile(info, out) }) {
		err = errOverlap
	}
	if err != nil {
		in.Close()
		return nil, &inputError{name, err}
	}
	if isRegular(info) {
		in.size = info.Size()
		if f, ok := std.(io.Seeker); ok && name == "-" {
			in.read, _ = f.Seek(0, io.SeekCurrent)
		}
	}
	return in, nil
}

// open opens a file, which Close closes.
func (in *input) open(name string) (fs.FileInfo, error) {
	f, err := openFile(name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	in.from, in.file = f, f
	return f.Stat()
}

// Close closes what was opened: standard input stays open.
func (in *input) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// brokenOff is err, at which reading an input ended after n bytes, with the place.
func brokenOff(err error, n int64) error {
	var where *damage
	if n == 0 || errors.As(err, &where) {
		return err
	}
	return fmt.Errorf("%w after %d bytes", withoutPath(err), n)
}
