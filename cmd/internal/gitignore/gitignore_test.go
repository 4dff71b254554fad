package gitignore

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// The rules in a folder do not depend on whether the walk begins in it or above it, whatever
// has the names of files with rules. Anything named .git makes a repository.
func TestAboveAsBelow(t *testing.T) {
	if WithSlash("/") != "/" || WithSlash("/a") != "/a/" || WithSlash("/a/") != "/a/" {
		t.Error("WithSlash adds a slash to one, or none")
	}
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

var (
	ignoreNamesTwin = []string{"a", "b", "a", "b", "ab", "a.o", "b.o", "c", "[a]", "a b", "-", "ba", ".a", "#a", "a "}
	ignoreRuleTwin  = regexp.MustCompile(`^(!?)(/?)(.*?)(/?)$`)
)

// randomRules is the text of a file of them.
func randomRules(random *rand.Rand) string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	b := pick("", "", stream.ByteOrderMark)
	for range random.IntN(5) {
		var path []string
		for range 1 + random.IntN(3) {
			path = append(path, pick("a", "b", "c", "*", "**", "?", "*.o", "a*", "*b", "[ab]", "[!a]", "[a-c]*", `\a`, `\[a]`, "a b", "[[:alpha:]]", "**a", "[]-a]", "a?", ".a"))
		}
		b += pick("", "", "", "!", "!", "#", `\#`) + pick("", "", "/", "//") + strings.Join(path, "/") + pick("", "", "", "/", "/", " ", "\r", "  ", `\ `, `\`, "\t") + pick("\n", "\n", "\n", "\n\n")
	}
	return b
}

// randomTree is files with rules among them.
func randomTree(random *rand.Rand) map[string]string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	rules := func() string { return randomRules(random) }
	files := map[string]string{".gitignore": rules(), pick(".ignore", ".git/info/exclude", ".git/info/exclude"): rules()}
	var paths []string
	for range 25 {
		var path []string
		for range 1 + random.IntN(4) {
			path = append(path, pick(ignoreNamesTwin...))
		}
		if folder := strings.Join(path[:len(path)-1], "/"); len(path) > 1 && random.IntN(8) == 0 {
			files[folder+"/.gitignore"] = rules()
			files[folder+pick("/.ignore", "/.git/info/exclude", "/.git/HEAD")] = rules()
		}
		paths = append(paths, strings.Join(path, "/"))
	}
	// A name is a folder where it is one of any path.
	slices.Sort(paths)
	for i, path := range paths {
		if i+1 == len(paths) || !strings.HasPrefix(paths[i+1], path+"/") {
			files[path] = "x://h"
		}
	}
	for name := range files {
		for folder := filepath.Dir(name); folder != "."; folder = filepath.Dir(folder) {
			delete(files, folder)
		}
	}
	return files
}

// An ignoreTwin are the files of a tree, whose every rule is read for every name.
type ignoreTwin map[string]string

// last returns "" if no rule of a file in folder is about path, which is below it, else
// the number of the last one that is, with a "!" if that takes it back.
func (w ignoreTwin) last(folder, file, path string, isFolder bool) (rule string) {
	path = strings.TrimPrefix(path, folder)
	for i, line := range strings.Split(strings.TrimPrefix(w[folder+file], stream.ByteOrderMark), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.HasPrefix(line, "#") {
			continue
		}
		for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
			line = line[:len(line)-1]
		}
		m := ignoreRuleTwin.FindStringSubmatch(line)
		subject, inPath := path, m[2] != "" || strings.Contains(m[3], "/")
		if !inPath {
			subject = path[strings.LastIndex(path, "/")+1:]
		}
		if m[3] != "" && (isFolder || m[4] == "") && (globTwin{m[3], inPath}).match(0, subject) {
			rule = fmt.Sprint(file, ":", i+1, m[1])
		}
	}
	return rule
}

// verdict returns the rule that decides about path, and the folder of its file.
func (w ignoreTwin) verdict(path string, isFolder bool) (folder, rule string) {
	folders := []string{""} // the nearest last
	for i := range path {
		if path[i] == '/' {
			folders = append(folders, path[:i+1])
		}
	}
	for _, folder := range slices.Backward(folders) {
		if rule := w.last(folder, ".ignore", path, isFolder); rule != "" {
			return folder, rule
		}
	}
	for i, folder := range slices.Backward(folders) {
		if _, err := os.Stat("./" + folder + ".git"); err != nil {
			continue
		}
		for _, f := range slices.Backward(folders[i:]) {
			if rule := w.last(f, ".gitignore", path, isFolder); rule != "" {
				return f, rule
			}
		}
		return folder, w.last(folder, ".git/info/exclude", path, isFolder)
	}
	return "", ""
}

// check checks what decides about each name below a folder with these rules.
func (w ignoreTwin) check(t *testing.T, root, folder string, rules *Folder) {
	entries, err := os.ReadDir("./" + folder)
	testkit.Must(t, err)
	rules, err = rules.Below(folder, root+folder, func(name string) bool {
		return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name })
	})
	testkit.Must(t, err)
	for _, e := range entries {
		of, want := w.verdict(folder+e.Name(), e.IsDir())
		file, rule := rules.Verdict(root+folder, e.Name(), e.IsDir())
		if want != "" {
			want = of + want
		}
		if got := shown(file, rule); got != want {
			t.Fatalf("%s is decided by %q, want %q; the files: %q", folder+e.Name(), got, want, w)
		}
		if e.IsDir() {
			w.check(t, root, folder+e.Name()+"/", rules)
		}
	}
}

func shown(f *ignoreFile, r *ignoreRule) string {
	if r == nil {
		return ""
	}
	return fmt.Sprint(f.Name, ":", r.Line, map[bool]string{true: "!"}[r.Negated])
}

func TestIgnoreTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range sizes.Times(3000) {
		text := randomRules(random)
		f, w := parse(".ignore", []byte(text)), ignoreTwin{".ignore": text}
		for n := range 8 {
			path := ignoreNamesTwin[random.IntN(len(ignoreNamesTwin))]
			for range random.IntN(3) {
				path += "/" + ignoreNamesTwin[random.IntN(len(ignoreNamesTwin))]
			}
			if got, want := shown(f, f.last(path, n%2 == 0)), w.last("", ".ignore", path, n%2 == 0); got != want {
				t.Fatalf("in %q the last rule about %q is %q, want %q", text, path, got, want)
			}
		}
	}
	for range sizes.Times(75) {
		root := t.TempDir()
		t.Chdir(root)
		w := ignoreTwin(randomTree(random))
		testkit.WriteAll(t, w)
		w.check(t, WithSlash(root), "", nil)
	}
}
