package disk

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Why a name has no Target.
var (
	ErrDangling = errors.New("it is a link to a file that is not there")
	ErrNoFile   = errors.New("it is not a regular file")
)

// Target returns the file that a name refers to, following links, for [Replace]; the file need
// not exist. It refuses folders and devices, which a file must not replace.
func Target(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(name); err == nil {
			return "", ErrNoFile // a pipe, to which /dev/stdin leads
		}
		if _, err := os.Lstat(name); err == nil {
			return "", ErrDangling
		}
		return name, nil
	}
	info, err := os.Stat(target)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNoFile
	}
	return target, err
}

// Temp is the suffix of the name of a file that Replace is writing.
const Temp = ".tmp"

// createBeside creates a file beside the file name, and returns its name. Of two runs that
// replace the same file at a time each has its own.
func createBeside(name string, perm os.FileMode) (file File, temp string, err error) {
	temp = name + "." + rand.Text()[:8] + Temp
	file, err = Current.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	return file, temp, err
}

// TryReplace returns the error of Replace where no file can be created beside the file name.
func TryReplace(name string) error {
	file, temp, err := createBeside(name, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), Current.Remove(temp))
}

// Replace replaces the file name, which need not exist, by what write writes. It writes that
// to another file beside it, whose name ends in [Temp], and gives that the name once all of
// it is on the disk. If anything fails, the file is unchanged.
func Replace(name string, perm os.FileMode, write func(w io.Writer) error) error {
	file, temp, err := createBeside(name, perm)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 64<<10)
	closed := false
	for _, step := range []func() error{
		func() error { return write(out) },
		out.Flush,
		file.Sync,
		func() error { closed = true; return file.Close() },
		func() error { return Current.Rename(temp, name) },
	} {
		if err = step(); err != nil {
			break
		}
	}
	if err != nil {
		if !closed {
			file.Close() // what was written is of no use
		}
		_ = Current.Remove(temp) // err says more than its error
		return err
	}
	return SyncDir(filepath.Dir(name))
}
