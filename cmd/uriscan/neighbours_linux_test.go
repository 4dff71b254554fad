package main

import (
	"io/fs"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Files are found by their names in the folder, in whatever order they come, and by
// their paths where the folder has been replaced.
func TestNeighbours(t *testing.T) {
	t.Chdir(t.TempDir())
	writeAll(t, map[string]string{"a/1": "1", "a/2": "22", "a/3": "333", "a/b/1": "4444", "5": "55555", "6": "666666"})
	var n neighbours
	defer n.close()
	read := func(path string) string {
		t.Helper()
		fd, err := n.open(path)
		if err != nil {
			t.Fatalf("open(%q) = %v", path, err)
		}
		f := os.NewFile(uintptr(fd), path)
		defer f.Close()
		b := make([]byte, 10)
		length, _ := f.Read(b)
		return string(b[:length])
	}
	for path, want := range map[string]string{"a/1": "1", "a/2": "22", "a/b/1": "4444", "5": "55555"} {
		for range 2 {
			if got := read(path); got != want {
				t.Errorf("open(%q) reads %q, want %q", path, got, want)
			}
		}
	}
	read("a/1")
	read("a/2")
	if !n.isOpen {
		t.Error("the folder is not open after two of its files")
	}
	if err := os.Rename("a", "c"); err != nil {
		t.Fatal(err)
	}
	writeAll(t, map[string]string{"a/new": "new"})
	if got := read("a/new"); got != "new" {
		t.Errorf("open(a/new) reads %q, want %q", got, "new")
	}
	if fd, err := n.open("a/none"); err != unix.ENOENT {
		t.Errorf("open(a/none) = %d, %v, want %v", fd, err, unix.ENOENT)
	}
}

// What is looked at is the file, or the link, and not what that leads to; and one of
// others is known.
func TestNeighboursLook(t *testing.T) {
	t.Chdir(t.TempDir())
	writeAll(t, map[string]string{"a/1": "1", "a/2": "22", "a/3": "333"})
	output, err := os.Stat("a/2")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("a")
	if err != nil {
		t.Fatal(err)
	}
	var n neighbours
	defer n.close()
	for i, entry := range entries {
		size, isOutput, err := n.look("a/"+entry.Name(), entry, []fs.FileInfo{nil, output})
		if size != int64(i+1) && !isOutput || isOutput != (i == 1) || err != nil {
			t.Errorf("look(%s) = %d, %v, %v, want %d, %v", entry.Name(), size, isOutput, err, i+1, i == 1)
		}
	}
	fd := n.fd
	n.close()
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != unix.EBADF {
		t.Errorf("Fstat of the folder after close = %v, want %v", err, unix.EBADF)
	}
}
