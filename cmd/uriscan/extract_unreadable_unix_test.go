//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"
)

// A file and a folder that may not be read are errors; the others are searched. Root
// may read everything, so it becomes nobody for the time.
func TestExtractUnreadable(t *testing.T) {
	inFolder(t)
	for name, mode := range map[string]os.FileMode{"..": 0o755, ".": 0o755, "d": 0o755, "d/c": 0o755, "d/a": 0, "d/b": 0} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(name, 0o777) })
	}
	if os.Geteuid() == 0 {
		if err := syscall.Setreuid(-1, 65534); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setreuid(-1, 0)
	}
	want := outcome{3, "http://d/b.txt\nhttp://d/c/late\nhttp://e\nurn:x-y:z\n",
		"uriscan: d/a: permission denied\nuriscan: d/b: permission denied\n"}
	if got := runWith("", "extract", "d", "e"); got != want {
		t.Errorf("extract d e = %+v, want %+v", got, want)
	}
}
