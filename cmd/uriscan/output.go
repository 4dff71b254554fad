package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// An outputError says why output could not be written; it ends the command.
type outputError struct {
	name string
	err  error
}

func (e *outputError) Error() string { return fmt.Sprintf("%s: %v", e.name, withoutPath(e.err)) }

func (e *outputError) Unwrap() error { return e.err }

// isClosedPipe tells whether err came of writing to a pipe that nobody reads.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// An output is where the results go.
type output struct {
	io.Writer
	name string
	file *os.File // what close has to close, nil if nothing
}

// openOutput makes the file at path the output, or out if path is "" or "-".
// It refuses a path that is also an input before it truncates the file.
func openOutput(path string, out io.Writer, in io.Reader, files []string) (*output, error) {
	if path == "" || path == "-" {
		return &output{out, "standard output", nil}, nil
	}
	if isInput(path, in, files) {
		return nil, &outputError{path, errOverlap}
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, &outputError{path, err}
	}
	return &output{f, path, f}, nil
}

// isInput tells whether the file at path is one of the inputs.
func isInput(path string, in io.Reader, files []string) bool {
	target, err := os.Stat(path)
	if err != nil {
		return false
	}
	for _, name := range files {
		input := statOf(in)
		if name != "-" {
			// What is not there, openInput will report.
			input, _ = os.Stat(name)
		}
		if sameFile(target, input) {
			return true
		}
	}
	return false
}

func (o *output) write(p []byte) error {
	if _, err := o.Write(p); err != nil {
		return &outputError{o.name, err}
	}
	return nil
}

// close reports what a file system tells only at the end.
func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	if err := o.file.Close(); err != nil {
		return &outputError{o.name, err}
	}
	return nil
}
