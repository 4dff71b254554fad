package stream

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
)

// Open opens a FILE argument; "-" is std, the standard input. What is read of it
// is added to done. It refuses a file that is one of outputs: reading it would never end.
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

// open opens a file, which Close closes.
func (in *Input) open(name string) (fs.FileInfo, error) {
	f, err := OpenFile(name, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	in.from, in.File = f, f
	return f.Stat()
}

// Close closes what was opened: standard input stays open.
func (in *Input) Close() error {
	if in.File == nil {
		return nil
	}
	return in.File.Close()
}
