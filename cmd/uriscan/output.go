package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// An outputError says why output could not be written; it ends the command.
type outputError struct {
	name string
	err  error
}

func (e *outputError) Error() string {
	return fmt.Sprintf("%s: %v%s", oneLine(e.name), withoutPath(e.err), outputHint(e.err))
}

func (e *outputError) Unwrap() error { return e.err }

// isClosedPipe tells whether err came of writing to a pipe that nobody reads.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// An output is where the results go.
type output struct {
	io.Writer
	name    string
	file    io.Closer // what close has to close, nil if nothing
	written int64
}

// openOutput makes the file at path the output, or out if path is "" or "-". It
// refuses a path that is also an input with every byte still there, and leaves
// no file there if there was none.
func openOutput(path string, out io.Writer, in io.Reader, files []string) (*output, error) {
	if path == "" || path == "-" {
		return &output{Writer: out, name: "standard output"}, nil
	}
	_, missing := os.Stat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, &outputError{path, err}
	}
	if target := statOf(f); isInput(target, in, files) {
		f.Close()
		if errors.Is(missing, fs.ErrNotExist) {
			remove(path)
		}
		return nil, &outputError{path, errOverlap}
	} else if target != nil && target.Mode().IsRegular() {
		err = f.Truncate(0)
	}
	if err != nil {
		f.Close()
		return nil, &outputError{path, err}
	}
	return &output{Writer: f, name: path, file: f}, nil
}

// remove takes away an empty file that was made at path, which may be a link to
// it. If it fails, an empty file stays, which is no more than untidy.
func remove(path string) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		os.Remove(target)
	}
}

// isInput tells whether the file target is one of the inputs.
func isInput(target fs.FileInfo, in io.Reader, files []string) bool {
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

// write writes p. An error says how many bytes came before it, of all that was
// written.
func (o *output) write(p []byte) error {
	n, err := o.Write(p)
	o.written += int64(n)
	if err == nil {
		return nil
	}
	if o.written > 0 {
		err = fmt.Errorf("%w after %d bytes", withoutPath(err), o.written)
	}
	return &outputError{o.name, err}
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
