package site

import (
	"io"
	"io/fs"
	"sync/atomic"

	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// Open returns what Read returns for a FILE argument, which must not be one of outputs; "-" is
// in, the standard input. Without a name the list is that of Builtin.
func Open(name string, in io.Reader, outputs ...fs.FileInfo) (find Finder, sum uint32, err error) {
	if name == "" {
		return Builtin, BuiltinSum(), nil
	}
	f, err := stream.Open(name, in, new(atomic.Int64), outputs...)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if find, sum, err = Read(f); err != nil {
		return nil, 0, &stream.InputError{Name: name, Err: err}
	}
	return find, sum, nil
}
