package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// A File is an open file, of which *os.File is the real one.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.Seeker
	io.Closer
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
}

// A System has files.
type System interface {
	// OpenFile is [os.OpenFile].
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	// CreateLocked makes an empty file, or empties the one that is there, and locks it
	// until it is closed, where the system has locks. The error is ErrInUse if another
	// process has locked it.
	CreateLocked(name string, perm fs.FileMode) (File, error)
	// CreateTemp is [os.CreateTemp], and also returns the name.
	CreateTemp(dir, pattern string) (f File, name string, err error)
	// Rename is [os.Rename].
	Rename(from, to string) error
	// Remove is [os.Remove].
	Remove(name string) error
	// SyncDir makes what was done to the names in a folder last, where the system
	// has a way to ask for that.
	SyncDir(name string) error
}

// ErrInUse is the error of a file that another process has locked.
var ErrInUse = errors.New("another process is writing it")

// Current is the system in use: the real one, but in tests.
var Current System = real{}

type real struct{}

func (real) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err // and not a nil *os.File in an interface
	}
	return f, nil
}

func (real) CreateLocked(name string, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, perm)
	if err != nil {
		return nil, err
	}
	if err = lock(f); err == nil {
		err = emptied(f, name)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// emptied empties f, unless it lost its name before it was locked.
func emptied(f *os.File, name string) error {
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(name); err != nil || !os.SameFile(opened, named) {
		return ErrInUse
	}
	return f.Truncate(0)
}

func (real) CreateTemp(dir, pattern string) (File, string, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, "", err
	}
	return f, f.Name(), nil
}

func (real) Rename(from, to string) error { return os.Rename(from, to) }

func (real) Remove(name string) error { return os.Remove(name) }

func (real) SyncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil // which syncs no folders
	}
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err // some file systems know no such call
	}
	return nil
}
