package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	names, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// A file is locked once until it is closed, folders are synced, and what fails is an
// error and leaves no file open.
func TestReal(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes what was forgotten
	dir := t.TempDir()
	name, missing := filepath.Join(dir, "lock"), filepath.Join(dir, "missing", "x")
	before := openFiles(t)
	for range 2 {
		lock, err := Current.Lock(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Current.Lock(name); err != ErrInUse {
			t.Errorf("Lock of a file that is locked = %v, want %v", err, ErrInUse)
		}
		if err := errors.Join(lock.Close(), Current.SyncDir(dir)); err != nil {
			t.Error(err)
		}
	}
	f, temp, err := Current.CreateTemp(dir, "x-*")
	if err != nil || filepath.Dir(temp) != dir {
		t.Fatalf("CreateTemp = %q, %v, want a file in %s", temp, err, dir)
	}
	if err := errors.Join(f.Sync(), f.Close(), Current.Rename(temp, name), Current.Remove(name)); err != nil {
		t.Error(err)
	}
	_, locking := Current.Lock(missing)
	_, opening := Current.OpenFile(missing, os.O_RDONLY, 0)
	_, _, creating := Current.CreateTemp(missing, "")
	for _, err := range []error{locking, opening, creating, Current.Rename(name, temp), Current.Remove(name), Current.SyncDir(missing)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("an operation on what is not there = %v, want %v", err, fs.ErrNotExist)
		}
	}
	if n := openFiles(t); n != before {
		t.Errorf("%d files are open, want %d", n, before)
	}
}
