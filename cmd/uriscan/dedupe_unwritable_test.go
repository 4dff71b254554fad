package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/uriscan/uriscan/internal/disk"
)

// Permissions do not let this user, who may be one that may write everywhere, make files
// in the folders closed and shown, nor open the file hidden.
type permissions struct{ disk.System }

func (permissions) check(name string) error {
	dir, file := filepath.Split(name)
	dir = filepath.Base(dir)
	if _, err := os.Lstat(name); file == "hidden" || err != nil && (dir == "closed" || dir == "shown") {
		return &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return nil
}

func (p permissions) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	if err := p.check(name); err != nil {
		return nil, err
	}
	return p.System.OpenFile(name, flag, perm)
}

func (p permissions) Lock(name string) (io.Closer, error) {
	if err := p.check(name); err != nil {
		return nil, err
	}
	return p.System.Lock(name)
}

func (p permissions) CreateTemp(dir, pattern string) (disk.File, string, error) {
	if err := p.check(filepath.Join(os.TempDir(), pattern)); err != nil {
		return nil, "", err
	}
	return p.System.CreateTemp(dir, pattern)
}

// Where nothing may be written, or not all read, dedupe says what and why, what came
// out is right, and nothing is left or changed.
func TestDedupeUnwritable(t *testing.T) {
	folder(t)
	in := linesOf(9000)
	write(t, "in", in)
	for _, dir := range []string{"closed", "shown"} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if got := runWith("a:b\n", "dedupe", "--seen", "shown/set"); got != (outcome{exitGood, "a:b\n", ""}) {
		t.Fatalf("dedupe --seen shown/set = %+v", got)
	}
	if got := runWith("a:b\n", "dedupe", "--seen", "hidden"); got != (outcome{exitGood, "a:b\n", ""}) {
		t.Fatalf("dedupe --seen hidden = %+v", got)
	}
	p, open := permissions{disk.Current}, openFile
	defer func() { disk.Current, openFile = p.System, open }()
	disk.Current = p
	openFile = func(name string, flag int) (file, error) {
		if err := p.check(name); err != nil {
			return nil, err
		}
		return open(name, flag)
	}
	closed, err := filepath.Abs("closed")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, tmp, want string
		args            []string
	}{
		{"temporary file", closed, "temporary file in " + closed + ": permission denied: TMPDIR can name another folder, and with more --memory less waits there", []string{"--memory", "64K"}},
		{"output", "tmp", "closed/out: permission denied", []string{"-o", "closed/out"}},
		{"new set", "tmp", "closed/set.lock: permission denied" + lockHint, []string{"--seen", "closed/set"}},
		{"set", "tmp", "shown/set.tmp: permission denied: the set of --seen is written there, and then replaces the old one", []string{"--seen", "shown/set"}},
		{"hidden set", "tmp", "hidden: permission denied", []string{"--seen", "hidden"}},
		{"output with a set", "tmp", "closed/out: permission denied", []string{"--seen", "new", "-o", "closed/out"}},
	} {
		t.Setenv("TMPDIR", tt.tmp)
		got := runWith("", append([]string{"dedupe", "in"}, tt.args...)...)
		if got.status != exitIO || got.err != "uriscan: "+tt.want+"\n" {
			t.Errorf("%s: dedupe %v = %d and %q, want 3 and %q", tt.name, tt.args, got.status, got.err, tt.want)
		}
		if want := uniqueLines(in); len(got.out) >= len(want) || got.out != want[:len(got.out)] || got.out != "" && got.out[len(got.out)-1] != '\n' {
			t.Errorf("%s: dedupe %v printed %d bytes, want whole lines of the right ones", tt.name, tt.args, len(got.out))
		}
		left, err := filepath.Glob("*/*")
		if err != nil || len(left) != 2 || left[0] != filepath.Join("shown", "set") || left[1] != left[0]+".lock" {
			t.Errorf("%s: dedupe %v left %q, want the set that was there, and its lock", tt.name, tt.args, left)
		}
		for _, name := range []string{"new", "new.tmp", "hidden.tmp", "closed/set.lock"} {
			if _, err := os.Lstat(name); err == nil {
				t.Errorf("%s: dedupe %v left %s", tt.name, tt.args, name)
			}
		}
	}
}
