//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uriscan/uriscan/internal/testkit"
)

// A file and a folder that may not be read are errors; the others are searched. Root
// may read everything, so it becomes nobody for the time.
func TestExtractUnreadable(t *testing.T) {
	inFolder(t)
	testkit.WriteAll(t, map[string]string{".ignore": "", "d/c/.gitignore": ""})
	for name, mode := range map[string]os.FileMode{"..": 0o755, ".": 0o755, "d": 0o755, "d/c": 0o755, "d/a": 0, "d/b": 0, ".ignore": 0, "d/c/.gitignore": 0} {
		testkit.Must(t, os.Chmod(name, mode))
		t.Cleanup(func() { os.Chmod(name, 0o777) })
	}
	defer asNobody(t)()
	want := outcome{3, "http://d/b.txt\nhttp://d/c/late\nhttp://e\nurn:x-y:z\n",
		"ABOVEuriscan: d/a: permission denied\nuriscan: d/b: permission denied\nuriscan: d/c/.gitignore: permission denied\n" +
			"ABOVEuriscan: d/c/.gitignore: permission denied\n"}
	above, err := filepath.EvalSymlinks(".")
	testkit.Must(t, err)
	above, err = filepath.Abs(above)
	testkit.Must(t, err)
	want.err = strings.ReplaceAll(want.err, "ABOVE", "uriscan: "+filepath.Join(above, ".ignore")+": permission denied\n")
	want.out += "http://d/c/late\n"
	if got := runWith("", "extract", "d", "e", "d/c"); got != want {
		t.Errorf("extract d e d/c = %+v, want %+v", got, want)
	}
}

// asNobody makes root another user, until restore.
func asNobody(t *testing.T) (restore func()) {
	if os.Geteuid() != 0 {
		return func() {}
	}
	testkit.Must(t, syscall.Setreuid(-1, 65534))
	return func() { syscall.Setreuid(-1, 0) }
}

// A name like a URL is taken for a file where nobody can say whether there is one.
func TestUnreadableFolderLikeURL(t *testing.T) {
	inFolder(t)
	testkit.WriteAll(t, map[string]string{"http:/h/a": "b c\n"})
	testkit.Must(t, errors.Join(os.Chmod("..", 0o755), os.Chmod(".", 0o755), os.Chmod("http:", 0)))
	t.Cleanup(func() { os.Chmod("http:", 0o777) })
	defer asNobody(t)()
	if got, want := runWith("", "check", "http://h/a"), (outcome{3, "", "uriscan: http://h/a: permission denied\n"}); got != want {
		t.Errorf("check http://h/a = %+v, want %+v", got, want)
	}
}

// A pipe with the name of a file of rules is not read: nobody may ever write into it.
func TestExtractIgnoresPipes(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"d/a": "http://a/"})
	for _, name := range []string{".ignore", ".gitignore"} {
		testkit.Must(t, syscall.Mkfifo("d/"+name, 0o600))
	}
	got := make(chan outcome, 1)
	go func() { got <- runWith("", "extract", "d") }()
	select {
	case got := <-got:
		if want := (outcome{0, "http://a/\n", ""}); got != want {
			t.Errorf("extract = %+v, want %+v", got, want)
		}
	case <-time.After(time.Minute):
		t.Fatal("extract reads a pipe")
	}
}
