package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// A File is an open file: an *os.File, except in tests.
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

// A System is a file system.
type System interface {
	// OpenFile is [os.OpenFile].
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	// Lock creates a file if it does not exist, and locks it until it is closed or the
	// process ends. It returns ErrInUse if the file is locked already. If the system or
	// the file system has no locks, it only creates the file.
	Lock(name string) (io.Closer, error)
	// CreateTemp is [os.CreateTemp], and also returns the name.
	CreateTemp(dir, pattern string) (f File, name string, err error)
	// Rename is [os.Rename].
	Rename(from, to string) error
	// Remove is [os.Remove].
	Remove(name string) error
}

// ErrInUse is the error of a file that is locked.
var ErrInUse = errors.New("another run is using it")

// Current is the system in use: the real one, except in tests.
var Current System = real{}

type real struct{}

func (real) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err // and not a nil *os.File in an interface
	}
	return f, nil
}

func (real) Lock(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
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

// SyncDir syncs the names in a folder of Current, if the system can.
func SyncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil // which syncs no folders
	}
	d, err := Current.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // some file systems know no such call
	}
	return errors.Join(err, d.Close())
}
