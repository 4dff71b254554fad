package seen

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/uriscan/uriscan/internal/disk"
)

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	names, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	return len(names)
}

// A file is locked once until it is closed, folders are synced, and what fails is an
// error and leaves no file open.
func TestDisk(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes what was forgotten
	dir := t.TempDir()
	name, missing := filepath.Join(dir, "lock"), filepath.Join(dir, "missing", "x")
	before := openFiles(t)
	for range 2 {
		lock, err := disk.Current.Lock(name)
		must(t, err)
		if _, err := disk.Current.Lock(name); err != disk.ErrInUse {
			t.Errorf("Lock of a file that is locked = %v, want %v", err, disk.ErrInUse)
		}
		if err := errors.Join(lock.Close(), disk.Current.SyncDir(dir)); err != nil {
			t.Error(err)
		}
	}
	f, temp, err := disk.Current.CreateTemp(dir, "x-*")
	if err != nil || filepath.Dir(temp) != dir {
		t.Fatalf("CreateTemp = %q, %v, want a file in %s", temp, err, dir)
	}
	if err := errors.Join(f.Sync(), f.Close(), disk.Current.Rename(temp, name), disk.Current.Remove(name)); err != nil {
		t.Error(err)
	}
	_, locking := disk.Current.Lock(missing)
	_, opening := disk.Current.OpenFile(missing, os.O_RDONLY, 0)
	_, _, creating := disk.Current.CreateTemp(missing, "")
	for _, err := range []error{locking, opening, creating, disk.Current.Rename(name, temp), disk.Current.Remove(name), disk.Current.SyncDir(missing)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("an operation on what is not there = %v, want %v", err, fs.ErrNotExist)
		}
	}
	if n := openFiles(t); n != before {
		t.Errorf("%d files are open, want %d", n, before)
	}
}
