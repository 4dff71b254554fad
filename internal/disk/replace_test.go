package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

var errStep = errors.New("failed on purpose")

// A recorder notes operations, and lets one of them fail.
type recorder struct {
	System
	done   []string
	failed int // the number of the one that fails, from 0
	open   int
}

func (r *recorder) step(what string) error {
	r.done = append(r.done, what)
	if len(r.done)-1 == r.failed {
		return errStep
	}
	return nil
}

func (r *recorder) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	if err := r.step("open " + fixed(name)); err != nil {
		return nil, err
	}
	f, err := r.System.OpenFile(name, flag, perm)
	if err == nil {
		r.open++
	}
	return &recorded{f, r}, err
}

func (r *recorder) Rename(from, to string) error {
	if err := r.step("rename " + fixed(from) + " " + filepath.Base(to)); err != nil {
		return err
	}
	return r.System.Rename(from, to)
}

// fixed returns the last element of a name, and a letter for what is random there.
func fixed(name string) string {
	return regexp.MustCompile(`\.[A-Z2-7]{8}\.`).ReplaceAllString(filepath.Base(name), ".X.")
}

type recorded struct {
	File
	*recorder
}

func (f *recorded) Write(p []byte) (int, error) {
	if err := f.step("write"); err != nil {
		return 0, err
	}
	return f.File.Write(p)
}

func (f *recorded) Sync() error { return f.step("sync") }

func (f *recorded) Close() error {
	f.open--
	return errors.Join(f.step("close"), f.File.Close())
}

// Replace writes a file beside the other one, syncs it, and renames it then: whatever fails, the
// name has the old file or the new one, no file stays open, and the new one does not stay beside it.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	defer func(was System) { Current = was }(Current)
	want := []string{"open a.X.tmp", "write", "sync", "close", "rename a.X.tmp a", "open " + filepath.Base(dir), "sync", "close"}
	if runtime.GOOS == "windows" { // which syncs no folders
		want = want[:5]
	}
	for failed := -1; failed < len(want); failed++ {
		testkit.Write(t, name, "old")
		r := &recorder{System: real{}, failed: failed}
		Current = r
		err := Replace(name, 0o600, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		})
		if failed < 0 && (err != nil || !slices.Equal(r.done, want)) || failed >= 0 && (!errors.Is(err, errStep) || !slices.Equal(r.done[:failed+1], want[:failed+1])) {
			t.Errorf("with step %d failing Replace = %v, and does %q, want %q", failed, err, r.done, want)
		}
		is := "old"
		if failed < 0 || failed > slices.Index(want, "rename a.X.tmp a") {
			is = "new"
		}
		if text := testkit.Read(t, name); text != is {
			t.Errorf("with step %d failing the file is %q, want %q", failed, text, is)
		}
		if left, _ := filepath.Glob(name + ".*"); len(left) > 0 || r.open != 0 {
			t.Errorf("with step %d failing there are %q, and %d files are open", failed, left, r.open)
		}
	}
	if err := Replace(name, 0o600, func(w io.Writer) error { io.WriteString(w, strings.Repeat("x", 1<<17)); return errStep }); err != errStep || testkit.Read(t, name) != "new" {
		t.Errorf("Replace by what fails = %v, and the file is %.10q", err, testkit.Read(t, name))
	}
}

// Two runs that replace a file at the same time do not write into each other's: the last one wins.
func TestReplaceTwice(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	writing := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	err := Replace(name, 0o600, func(w io.Writer) error {
		return errors.Join(Replace(name, 0o600, writing("longer than the other")), writing("last")(w))
	})
	if got := testkit.Read(t, name); err != nil || got != "last" {
		t.Errorf("Replace during Replace = %v, and the file is %q", err, got)
	}
}

// TryReplace leaves nothing, and fails where Replace does.
func TestTryReplace(t *testing.T) {
	dir := t.TempDir()
	if err := TryReplace(filepath.Join(dir, "a")); err != nil {
		t.Error(err)
	}
	if err := TryReplace(filepath.Join(dir, "none", "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("TryReplace without a folder = %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("TryReplace leaves %q", left)
	}
}

// A Target is a regular file, perhaps through links, or nothing at all.
func TestTarget(t *testing.T) {
	dir := t.TempDir()
	file, link, dangling := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	if err := errors.Join(os.Symlink("file", link), os.Symlink("gone", dangling)); err != nil {
		return // no symbolic links here
	}
	check := func(name, want string, wantErr error) {
		t.Helper()
		if got, err := Target(name); err != wantErr || err == nil && filepath.Base(got) != want {
			t.Errorf("Target(%q) = %q, %v, want %q, %v", name, got, err, want, wantErr)
		}
	}
	check(file, "file", nil)
	check(link, "", ErrDangling)
	testkit.Write(t, file, "")
	check(file, "file", nil)
	check(link, "file", nil)
	check(dangling, "", ErrDangling)
	check(dir, "", ErrNoFile)
	check(os.DevNull, "", ErrNoFile)
	r, w, err := os.Pipe()
	testkit.Must(t, err)
	defer r.Close()
	defer w.Close()
	pipe := fmt.Sprintf("/dev/fd/%d", w.Fd())
	if _, err := os.Stat(pipe); err == nil { // elsewhere pipes have no name
		check(pipe, "", ErrNoFile)
	}
}

// unsyncable is a System whose files cannot be synced.
type unsyncable struct {
	System
	err error
}

type unsynced struct {
	File
	err error
}

func (u unsyncable) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := u.System.OpenFile(name, flag, perm)
	return unsynced{f, u.err}, err
}

func (u unsynced) Sync() error { return u.err }

// A file system without such a call does not fail.
func TestSyncDir(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // which syncs no folders
	}
	defer func(was System) { Current = was }(Current)
	for err, want := range map[error]error{nil: nil, syscall.EINVAL: nil, errors.ErrUnsupported: nil, syscall.EIO: syscall.EIO, errStep: errStep} {
		Current = unsyncable{real{}, err}
		if got := SyncDir(t.TempDir()); !errors.Is(got, want) || got != nil && want == nil {
			t.Errorf("SyncDir where Sync returns %v: %v, want %v", err, got, want)
		}
	}
}
