package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
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
	inLine  int64 // of these, how many are of a line that is not finished
	atOnce  int   // how many bytes it takes as a whole, 0 if that is not limited
	isFile  bool  // it is a regular file
}

// openOutput makes the file at path the output, or out if path is "" or "-". It
// refuses a path that is also an input with every byte still there, and leaves
// no file there if there was none.
func openOutput(path string, out io.Writer, in io.Reader, files []string) (*output, error) {
	if path == "" || path == "-" {
		return newOutput(out, "standard output"), refuse(out, in, files)
	}
	_, missing := os.Stat(path)
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE)
	if err != nil {
		return nil, &outputError{path, err}
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case inputAt(info, in, files) >= 0:
		err = errOverlap
	case info.Mode().IsRegular():
		err = f.Truncate(0)
	}
	if err != nil {
		f.Close()
		if errors.Is(missing, fs.ErrNotExist) {
			remove(path)
		}
		return nil, &outputError{path, err}
	}
	o := newOutput(f, path)
	o.file = f
	return o, nil
}

func newOutput(w io.Writer, name string) *output {
	return &output{Writer: w, name: name, atOnce: atOnce(w), isFile: isRegular(statOf(w))}
}

// fileWrite is held while a file is written, which may take long but ends by itself:
// an interrupt waits for it.
var fileWrite sync.Mutex

// refuse returns an error if out, which is open already, is one of the inputs.
func refuse(out io.Writer, in io.Reader, files []string) error {
	if i := inputAt(statOf(out), in, files); i >= 0 {
		return &inputError{files[i], errOverlap}
	}
	return nil
}

// remove takes away an empty file that was made at path, which may be a link to
// it. If it fails, an empty file stays, which is no more than untidy.
func remove(path string) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		os.Remove(target)
	}
}

// inputAt returns which of the inputs the file target is, -1 if none.
func inputAt(target fs.FileInfo, in io.Reader, files []string) int {
	if !isRegular(target) {
		return -1
	}
	return slices.IndexFunc(files, func(name string) bool {
		input := statOf(in)
		if name != "-" {
			// What is not there, openInput will report.
			input, _ = os.Stat(name)
		}
		return sameFile(target, input)
	})
}

// write writes the results p, which are whole lines unless they are of a long line
// that is not finished. If it fails, the output ends with a whole line where that
// can be had, and the error says how many bytes there are. whole returns how many
// bytes at the start of what was written of p are whole lines that end like p.
func (o *output) write(p []byte, unfinished bool, whole func(written []byte, end byte) int) error {
	if o.isFile {
		fileWrite.Lock()
		defer fileWrite.Unlock()
	}
	n, err := writeTo(o.Writer, p, o.atOnce)
	o.written += int64(n)
	o.inLine += int64(n)
	switch begun := o.inLine > int64(n); {
	case err == nil && unfinished:
		return nil
	case err == nil:
		o.inLine = 0
		return nil
	case !begun && !unfinished:
		o.inLine -= int64(whole(p[:n], p[len(p)-1]))
	}
	o.unwriteLine()
	if o.written > 0 {
		err = fmt.Errorf("%w after %d bytes", withoutPath(err), o.written)
	}
	return &outputError{o.name, err}
}

// unwriteLine takes back what was written of a line that will not be finished, and
// tells whether that was done.
func (o *output) unwriteLine() bool {
	done := unwrite(o.Writer, o.inLine)
	if done {
		o.written -= o.inLine
		o.inLine = 0
	}
	return done
}

// close reports what a file system tells only at the end.
func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	// After a signal the system closes it all the same.
	if err := o.file.Close(); err != nil && !isTemporary(err) {
		return &outputError{o.name, err}
	}
	return nil
}
