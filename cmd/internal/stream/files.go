package stream

import (
	"io"
	"io/fs"
	"os"
)

// A File is what the command does with a file that is open.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.Seeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
}

// OpenFile opens a file, by the flags of package os. All files are opened here, so
// that tests can put files in its place that fail.
var OpenFile = func(name string, flag int) (File, error) {
	f, err := os.OpenFile(name, flag, 0o666)
	if err != nil {
		return nil, err // a nil *os.File would be a file
	}
	return f, nil
}

// StatOf returns the fs.FileInfo of stream if it is a file, else nil.
func StatOf(stream any) fs.FileInfo {
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

// SameFile reports whether a and b are one regular file. Terminals and /dev/null
// are rightly read and written at the same time.
func SameFile(a, b fs.FileInfo) bool {
	return IsRegular(a) && IsRegular(b) && os.SameFile(a, b)
}

// IsRegular reports whether info is that of a regular file; nil is not.
func IsRegular(info fs.FileInfo) bool { return info != nil && info.Mode().IsRegular() }
