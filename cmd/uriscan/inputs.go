package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/uriscan/uriscan/lut"
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

// ordinary are the bytes of which most names are made.
var ordinary = alnum.Or(lut.MakeSet("/-._ "))

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
	if name == "" || strings.HasPrefix(name, `"`) || lut.Span(name, ordinary) < len(name) && strings.ContainsFunc(name, unicode.IsControl) {
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

// openInput opens a FILE argument; "-" is standard input. It refuses a file
// that one of outputs writes into: reading it would never end.
func openInput(name string, in io.Reader, outputs ...io.Writer) (io.ReadCloser, error) {
	if name == "-" {
		info := statOf(in)
		if overlaps(info, outputs) {
			return nil, &inputError{name, errOverlap}
		}
		s := steady(in, info)
		if f, ok := in.(io.Seeker); ok && s.size != noSize {
			s.read, _ = f.Seek(0, io.SeekCurrent)
		}
		return leaveOpen{s}, nil
	}
	f, err := openFile(name, os.O_RDONLY)
	if err != nil {
		return nil, &inputError{name, err}
	}
	info, err := f.Stat()
	if err == nil && overlaps(info, outputs) {
		err = errOverlap
	}
	if err != nil {
		f.Close()
		return nil, &inputError{name, err}
	}
	return opened{steady(f, info), f}, nil
}

// An opened input is closed after use, unless it was open before.
type opened struct {
	io.Reader
	io.Closer
}

type leaveOpen struct{ io.Reader }

func (leaveOpen) Close() error { return nil }

// waits tells whether to read an input that openInput opened, or what is unpacked of
// it, may have to wait for somebody who writes: not if that is a regular file.
func waits(input io.Reader) bool {
	in := steadyOf(input)
	return in == nil || in.size == noSize
}

// steadyOf returns what reads an input that openInput opened, or nil for another.
func steadyOf(input io.Reader) *steadyReader {
	switch in := input.(type) {
	case opened:
		return steadyOf(in.Reader)
	case leaveOpen:
		return steadyOf(in.Reader)
	case *countedInput:
		return steadyOf(in.ReadCloser)
	case *unpacker:
		return steadyOf(in.file)
	case *steadyReader:
		return in
	}
	return nil
}

func overlaps(input fs.FileInfo, outputs []io.Writer) bool {
	for _, w := range outputs {
		if sameFile(input, statOf(w)) {
			return true
		}
	}
	return false
}

// brokenOff is err, at which reading an input ended after n bytes, with the place.
func brokenOff(err error, n int64) error {
	var where *damage
	if n == 0 || errors.As(err, &where) {
		return err
	}
	return fmt.Errorf("%w after %d bytes", withoutPath(err), n)
}
