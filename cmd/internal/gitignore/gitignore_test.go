package gitignore

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
)

// A pattern takes linear time to compile, whatever brackets are in it.
func TestGlobGrows(t *testing.T) {
	growth.Check(t, 16<<10, []growth.Shape{{"[", "[a", "", "]"}, {"[", "[:", "]"}, {"", "["}, {"", "[]"}, {"[", "[:alpha:]"}, {"", "*"}}, map[string]growth.Job{
		"Glob": growth.Of(func(in string) { Glob(in, true) }),
	})
}

// The rules in a folder do not depend on whether the walk begins in it or above it, whatever
// has the names of files with rules. Anything named .git makes a repository.
func TestAboveAsBelow(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	testkit.Must(t, err)
	t.Chdir(root)
	testkit.WriteAll(t, map[string]string{".git/HEAD": "", ".gitignore": "a\n", "rules": "b\n", "folder/x": ""})
	for name, want := range map[string]map[string]string{
		"rules":   {".git": "", ".gitignore": "inner/.gitignore", ".ignore": "inner/.ignore"},
		"folder":  {".git": "", ".gitignore": ".gitignore", ".ignore": ".gitignore"},
		"nothing": {".git": "", ".gitignore": ".gitignore", ".ignore": ".gitignore"},
	} {
		for own, want := range want {
			testkit.WriteAll(t, map[string]string{"inner/d/x": ""})
			testkit.Must(t, os.Symlink("../"+name, "inner/"+own))
			inner := filepath.Join(root, "inner")
			above, err := Above(filepath.Join(inner, "d"))
			testkit.Must(t, err)
			below, err := Above(inner)
			testkit.Must(t, err)
			entries, err := os.ReadDir(inner)
			testkit.Must(t, err)
			below, err = below.Below(inner, WithSlash(inner), func(file string) bool {
				return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == file })
			})
			testkit.Must(t, err)
			for where, rules := range map[string]*Folder{"above": above, "below": below} {
				got := ""
				for _, c := range []string{"b", "a"} {
					if file, rule := rules.Verdict(WithSlash(inner), c, false); rule != nil && got == "" {
						got, err = filepath.Rel(root, file.Name)
						testkit.Must(t, err)
					}
				}
				if got != want {
					t.Errorf("%s linked to %s, from %s: the rule is in %q, want %q", own, name, where, got, want)
				}
			}
			testkit.Must(t, os.RemoveAll("inner"))
		}
	}
}
