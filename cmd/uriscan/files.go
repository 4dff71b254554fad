package main

import (
	"io"
	"io/fs"
	"os"
)

// A file is what the command does with a file that is open.
type file interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.Seeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
}

// openFile opens a file, by the flags of package os. All files are opened here, so
// that tests can put files in its place that fail.
var openFile = func(name string, flag int) (file, error) {
	f, err := os.OpenFile(name, flag, 0o666)
	if err != nil {
		return nil, err // a nil *os.File would be a file
	}
	return f, nil
}

// statOf returns what is known of stream if it is a file, else nil.
func statOf(stream any) fs.FileInfo {
	f, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// sameFile reports whether a and b are one regular file. Terminals and /dev/null
// are rightly read and written at the same time.
func sameFile(a, b fs.FileInfo) bool {
	return isRegular(a) && isRegular(b) && os.SameFile(a, b)
}

func isRegular(info fs.FileInfo) bool { return info != nil && info.Mode().IsRegular() }
