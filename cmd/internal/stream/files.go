package stream

import (
	"io"
	"io/fs"
	"os"
)

// StatOf returns the fs.FileInfo of stream if it is a file, else nil.
func StatOf(stream any) fs.FileInfo {
	if f, ok := stream.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil {
			return info
		}
	}
	return nil
}

// SameFile reports whether a and b are one regular file. Terminals and /dev/null
// are rightly read and written at the same time.
func SameFile(a, b fs.FileInfo) bool {
	return IsRegular(a) && IsRegular(b) && os.SameFile(a, b)
}

// IsRegular reports whether info is that of a regular file; nil is not.
func IsRegular(info fs.FileInfo) bool { return info != nil && info.Mode().IsRegular() }

// Std are the three standard streams.
type Std struct {
	In       io.Reader
	Out, Err io.Writer
}
