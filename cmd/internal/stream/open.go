package stream

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/scanner"
)

// URLPrefix begins the name of an input that is what follows it: a URI of the command line.
// A file of such a name is ./--url=...
const URLPrefix = "--url="

// Open opens a FILE argument; "-" is std, the standard input. A name that begins with
// URLPrefix, or is no file's and has a scheme and "://", is itself the input. What is read
// is added to done. Open refuses a file that is one of outputs: reading it would never end.
func Open(name string, std io.Reader, done *atomic.Int64, outputs ...fs.FileInfo) (*Input, error) {
	in := &Input{from: std, size: noSize, done: done}
	info, err := StatOf(std), error(nil)
	if name != "-" {
		info, err = in.open(name)
	}
	if slices.ContainsFunc(outputs, func(out fs.FileInfo) bool { return SameFile(info, out) }) {
		err = ErrOverlap
	}
	if err != nil {
		in.Close()
		return nil, &InputError{name, err}
	}
	if IsRegular(info) {
		in.size = info.Size()
		if f, ok := std.(io.Seeker); ok && name == "-" {
			in.sofar, _ = f.Seek(0, io.SeekCurrent)
		}
	}
	return in, nil
}

// open opens a file, which Close closes, or a URI.
func (in *Input) open(name string) (fs.FileInfo, error) {
	if uri, ok := URI(name); ok {
		in.from, in.IsURI = strings.NewReader(uri), true
		return nil, nil
	}
	f, err := disk.Current.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	in.from, in.File = f, f
	return f.Stat()
}

// URI returns what an argument has in it if Open reads that instead of a file.
func URI(name string) (uri string, ok bool) {
	if uri, ok = strings.CutPrefix(name, URLPrefix); ok {
		return uri, true
	}
	scheme, _, ok := strings.Cut(name, "://")
	if !ok || !scanner.Valid(scheme+":", scanner.URI) {
		return "", false
	}
	_, err := os.Lstat(name)
	return name, err != nil && !errors.Is(err, fs.ErrPermission)
}

// Close closes what was opened: standard input stays open.
func (in *Input) Close() error {
	if in.File == nil {
		return nil
	}
	return in.File.Close()
}

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
