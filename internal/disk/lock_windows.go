package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks a file until it is closed, or returns ErrInUse.
func lock(f *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	return nil // a file system without locks has to do without
}
