package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// The real system does what it says, whether that works or not, and leaves no file open.
func TestReal(t *testing.T) {
	dir := t.TempDir()
	name, missing := filepath.Join(dir, "a"), filepath.Join(dir, "missing", "a")
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would close files
	before, _ := os.ReadDir("/dev/fd")               // where the system shows what is open
	for range 5 {
		opened, openErr := Current.OpenFile(missing, os.O_RDWR|os.O_CREATE, 0o600)
		locked, lockErr := Current.Lock(missing)
		made, _, makeErr := Current.CreateTemp(filepath.Dir(missing), "x")
		if opened != nil || locked != nil || made != nil {
			t.Errorf("files where none can be: %v, %v, %v", opened, locked, made)
		}
		for i, err := range []error{
			openErr, lockErr, makeErr, Current.Rename(missing, name), Current.Remove(missing), SyncDir(missing),
		} {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("error %d of what is not there: %v, want %v", i, err, fs.ErrNotExist)
			}
		}
		f, temp, err := Current.CreateTemp(dir, "x")
		testkit.Must(t, err)
		_, err = f.Write([]byte("text"))
		testkit.Must(t, errors.Join(err, f.Close(), Current.Rename(temp, name), SyncDir(dir)))
		checkLock(t, name)
		if text, err := os.ReadFile(name); string(text) != "text" {
			t.Errorf("the file that was locked has %q, %v, want text", text, err)
		}
		testkit.Must(t, Current.Remove(name))
		checkLock(t, name)
		if info, err := os.Stat(name); err != nil || info.Mode()&0o077 != 0 && runtime.GOOS != "windows" {
			t.Errorf("a lock is a file of mode %v, %v, want none for others", info.Mode(), err)
		}
	}
	if _, err := os.Stat("/proc/self"); err == nil && SyncDir("/proc") != nil {
		t.Error("SyncDir fails where the system has no way to do it")
	}
	if after, _ := os.ReadDir("/dev/fd"); len(after) != len(before) {
		t.Errorf("%d files stay open", len(after)-len(before))
	}
}

// checkLock locks a file, which is then refused to others.
func checkLock(t *testing.T, name string) {
	t.Helper()
	l, err := Current.Lock(name)
	testkit.Must(t, err)
	defer l.Close()
	second, err := Current.Lock(name)
	if hasLocks := runtime.GOOS == "linux"; (err != nil || hasLocks) && (err != ErrInUse || second != nil) {
		t.Errorf("Lock of what is locked = %v, %v, want %v", second, err, ErrInUse)
	}
}
