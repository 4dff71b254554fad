package faults

import (
	"errors"
	"io"
	"io/fs"

	"github.com/uriscan/uriscan/internal/disk"
)

// ErrKilled is the error of every operation of a System after it was killed.
var ErrKilled = errors.New("killed")

// A System passes operations on to another one, except operation number At, from 0,
// which fails with Err; a write is half done then. If Err is ErrKilled, all later
// operations fail, too. Only calls that can change a file, or read it, are operations. Nothing
// is synced, since only the same machine sees the files.
type System struct {
	disk.System
	At  int
	Err error
	// Done is the number of operations so far.
	Done int
	// Harmless is set if nothing is lost by what failed: a name was to be taken away,
	// or a file closed that nobody has synced, since it is only read or given up.
	Harmless bool
	// Unclosed is how many files and locks are open.
	Unclosed int
	open     []*file
}

// Wrap replaces the files that disk.Current opens, until restore is called.
func Wrap(wrap func(f disk.File, name string) disk.File) (restore func()) {
	was := disk.Current
	disk.Current = wrapping{was, wrap}
	return func() { disk.Current = was }
}

type wrapping struct {
	disk.System
	wrap func(f disk.File, name string) disk.File
}

func (w wrapping) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	f, err := w.System.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return w.wrap(f, name), nil
}

// step begins an operation and returns why it fails.
func (s *System) step() error { return s.begin(false) }

// begin is step of an operation that may be harmless if it fails.
func (s *System) begin(harmless bool) error {
	s.Done++
	if s.Done == s.At+1 {
		s.Harmless = harmless
		return s.Err
	}
	if s.Done > s.At+1 && s.Err == ErrKilled {
		return s.Err
	}
	return nil
}

// Release closes what a killed process would have left to the system.
func (s *System) Release() {
	for _, f := range s.open {
		f.File.Close()
	}
}

func (s *System) wrap(f disk.File, err error) (disk.File, error) {
	if err != nil {
		return nil, err
	}
	wrapped := &file{File: f, system: s}
	s.open = append(s.open, wrapped)
	s.Unclosed++
	return wrapped, nil
}

// OpenFile opens a file whose operations count.
func (s *System) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	if err := s.step(); err != nil {
		return nil, err
	}
	return s.wrap(s.System.OpenFile(name, flag, perm))
}

// Lock locks a file.
func (s *System) Lock(name string) (io.Closer, error) {
	if err := s.step(); err != nil {
		return nil, err
	}
	l, err := s.System.Lock(name)
	if err != nil {
		return nil, err
	}
	s.Unclosed++
	return &lock{l, s}, nil
}

type lock struct {
	io.Closer
	system *System
}

func (l *lock) Close() error {
	l.system.Unclosed--
	return l.Closer.Close()
}

// CreateTemp makes a file whose operations count.
func (s *System) CreateTemp(dir, pattern string) (disk.File, string, error) {
	if err := s.step(); err != nil {
		return nil, "", err
	}
	f, name, err := s.System.CreateTemp(dir, pattern)
	f, err = s.wrap(f, err)
	return f, name, err
}

// Rename renames a file.
func (s *System) Rename(from, to string) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.System.Rename(from, to)
}

// Remove removes a file.
func (s *System) Remove(name string) error {
	if err := s.begin(true); err != nil {
		return err
	}
	return s.System.Remove(name)
}

type file struct {
	disk.File
	system         *System
	synced, closed bool
}

func (f *file) Read(p []byte) (int, error) {
	if err := f.system.step(); err != nil {
		return 0, err
	}
	return f.File.Read(p)
}

func (f *file) ReadAt(p []byte, at int64) (int, error) {
	if err := f.system.step(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, at)
}

func (f *file) Write(p []byte) (n int, err error) {
	return f.write(p, f.File.Write)
}

func (f *file) WriteAt(p []byte, at int64) (int, error) {
	return f.write(p, func(p []byte) (int, error) { return f.File.WriteAt(p, at) })
}

func (f *file) write(p []byte, write func([]byte) (int, error)) (n int, err error) {
	dead := f.system.Done > f.system.At
	if err := f.system.step(); err == nil {
		return write(p)
	} else if !dead || err != ErrKilled {
		n, _ = write(p[:len(p)/2])
		return n, err
	}
	return 0, ErrKilled
}

func (f *file) Sync() error {
	f.synced = true
	return f.system.step()
}

func (f *file) Truncate(size int64) error {
	if err := f.system.step(); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

// Close closes the file even if it fails; then only its contents are lost.
func (f *file) Close() error {
	if !f.closed {
		f.closed = true
		f.system.Unclosed--
	}
	err := f.system.begin(!f.synced)
	return errors.Join(err, f.File.Close())
}
