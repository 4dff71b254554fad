package gitignore

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

// A file that cannot be read is named, be it next to the folder or further up, and the first of
// several. What the others say counts.
func TestAboveNamesUnreadable(t *testing.T) {
	for _, row := range []struct {
		unreadable []string
		want       string
	}{
		{nil, ""},
		{[]string{"a/b"}, "a/b"},
		{[]string{"a"}, "a"},
		{[]string{"a", "a/b"}, "a"},
	} {
		dir := t.TempDir()
		testkit.Must(t, os.MkdirAll(filepath.Join(dir, "a/b/c"), 0o700))
		for _, folder := range row.unreadable {
			testkit.Must(t, os.Symlink("/proc/self/mem", filepath.Join(dir, folder, ownIgnore))) // a regular file
		}
		for _, folder := range []string{".", "a", "a/b"} {
			os.WriteFile(filepath.Join(dir, folder, ".gitignore"), []byte("x\n"), 0o600)
		}
		rules, err := Above(filepath.Join(dir, "a/b/c"))
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), filepath.Join(dir, row.want, ownIgnore))) {
			t.Errorf("unreadable in %q: the error is %v, want one of %q", row.unreadable, err, row.want)
		}
		for folder := range 3 {
			if rules == nil || rules.git == nil {
				t.Errorf("unreadable in %q: the rules %d folders up are lost", row.unreadable, folder)
				break
			}
			rules = rules.parent
		}
	}
}
