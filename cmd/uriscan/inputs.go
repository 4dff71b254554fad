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

// openInput opens a FILE argument; "-" is standard input. It refuses a file
// that one of outputs writes into: reading it would never end.
func openInput(name string, in io.Reader, outputs ...io.Writer) (io.ReadCloser, error) {
	if name == "-" {
		if overlaps(statOf(in), outputs) {
			return nil, &inputError{name, errOverlap}
		}
		return io.NopCloser(steady(in)), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, &inputError{name, err}
	}
	if overlaps(statOf(f), outputs) {
		f.Close()
		return nil, &inputError{name, errOverlap}
	}
	return struct {
		io.Reader
		io.Closer
	}{steady(f), f}, nil
}

func overlaps(input fs.FileInfo, outputs []io.Writer) bool {
	for _, w := range outputs {
		if sameFile(input, statOf(w)) {
			return true
		}
	}
	return false
}

// statOf returns what is known of stream if it is a file, else nil.
func statOf(stream any) fs.FileInfo {
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// sameFile tells whether a and b are one regular file. Terminals and /dev/null
// are rightly read and written at the same time.
func sameFile(a, b fs.FileInfo) bool {
	return a != nil && b != nil && a.Mode().IsRegular() && os.SameFile(a, b)
}

// steady returns a reader of in that fails where in is a file that shrank: its
// last line is then no line.
func steady(in io.Reader) io.Reader {
	if info := statOf(in); info != nil && info.Mode().IsRegular() {
		return &steadyFile{File: in.(*os.File), size: info.Size()}
	}
	return in
}

// A steadyFile is a regular file that is not to shrink while it is read. It may
// grow, and is read to where it ends then.
type steadyFile struct {
	*os.File
	size int64 // before the first read
	read int64
}

func (f *steadyFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read += int64(n)
	if err == io.EOF && f.read < f.size {
		if now := statOf(f.File); now != nil && now.Size() < f.size {
			return n, fmt.Errorf("the file shrank from %d to %d bytes", f.size, now.Size())
		}
	}
	return n, err
}
