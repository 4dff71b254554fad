package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestGlob(t *testing.T) {
	tests := []struct {
		pattern string
		inPath  bool
		yes, no string // separated by blanks
	}{
		{"a", false, "a", "b aa A"},
		{"*.o", false, "a.o .o", "a.oo a.c"},
		{"a*b*c", false, "abc axbxc abbcc", "ab acb abcd"},
		{"a?c", false, "abc", "ac a/c abbc"},
		{"**", false, "a", ""},
		{"a/*", true, "a/b a/.b", "a/b/c a b/c"},
		{"a/**", true, "a/b a/b/c", "a b/a/b"},
		{"**/b", true, "b a/b a/c/b", "a/bb ab b/a"},
		{"a/**/b", true, "a/b a/x/b a/x/y/b", "ab a/xb x/a/b"},
		{"a/**/b/**/c", true, "a/b/c a/b/b/x/c a/x/b/y/z/c", "a/c/b a/b/cc"},
		{"a**b/c", true, "ab/c axxb/c", "a/b/c"},
		{"[a-c]x[!0-9]", false, "axy cxz", "dxy ax1 a"},
		{"[^a]", false, "b ]", "a /"},
		{"[]a]", false, "] a", "b"},
		{"[a-]", false, "a -", "b"},
		{"[[:digit:]x]", false, "1 x", "a :"},
		{"[a[:digit:]-z]", false, "a 1 - z", "b ]"},
		{"[a-c-e]", false, "b - e", "d"},
		{"[[:nothing:]]", false, "", "a n"},
		{"[[:]", false, "[ :", "a"},
		{`\*\a`, false, "*a", `\*a xa`},
		{`[\]]`, false, "]", `\`},
		{`[\`, false, "", `\ [`},
		{"[a", false, "", "a [a"},
		{`a\`, false, "", `a a\`},
		{"[a/b]", true, "a b", "/"},
		{"**/*/c", true, "a/c a/b/c", "c"},
		{"*/**/c", true, "a/c a/b/c", "c"},
	}
	for _, tt := range tests {
		g := compileGlob(tt.pattern, tt.inPath)
		for _, s := range strings.Fields(tt.yes) {
			if !(len(g) > 0 && g.match(s)) {
				t.Errorf("glob %q matches %q = false, want true", tt.pattern, s)
			}
		}
		for _, s := range strings.Fields(tt.no) {
			if len(g) > 0 && g.match(s) {
				t.Errorf("glob %q matches %q = true, want false", tt.pattern, s)
			}
		}
	}
}

// The classes are those of ASCII, as POSIX has them.
func TestGlobClasses(t *testing.T) {
	for name, has := range map[string]func(r rune) bool{
		"alnum": func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) },
		"alpha": unicode.IsLetter, "cntrl": unicode.IsControl, "digit": unicode.IsDigit, "lower": unicode.IsLower,
		"blank": func(r rune) bool { return r == ' ' || r == '\t' }, "print": unicode.IsPrint, "space": unicode.IsSpace, "upper": unicode.IsUpper,
		"graph":  func(r rune) bool { return r != ' ' && unicode.IsPrint(r) },
		"punct":  func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) },
		"xdigit": func(r rune) bool { return unicode.Is(unicode.ASCII_Hex_Digit, r) },
	} {
		is, not := compileGlob("[[:"+name+":]]", false), compileGlob("[^[:"+name+":]]", false)
		for c := range 256 {
			s, want := string([]byte{byte(c)}), c < 0x80 && has(rune(c))
			if c != '/' && (is.match(s) != want || not.match(s) == want) {
				t.Errorf("[:%s:] matches %q: %t, and its complement %t, want %t", name, s, is.match(s), not.match(s), want)
			}
		}
	}
}

// A glob of many stars takes no more time than others.
func TestGlobIsQuick(t *testing.T) {
	name := strings.Repeat("a", 2000)
	for _, pattern := range []string{strings.Repeat("*a", 500) + "b", strings.Repeat("**/", 300) + "b", strings.Repeat("a*/**/", 200) + "b"} {
		if compileGlob(pattern, true).match(strings.Repeat(name+"/", 20) + "c") {
			t.Errorf("glob %.20q... matches, want no match", pattern)
		}
	}
}

func TestExtractIgnore(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	t.Chdir(root)
	files := map[string]string{
		"r/.git/info/exclude": "# kinds of files\n\nexcluded\n",
		"r/.gitignore":        "\xef\xbb\xbf*.log\n# notes\n!keep.log\n/top\nbuild/\n\\#odd\ntrailing   \nback\\ \r\n!.shown\n",
		"r/d/.gitignore":      "!*.log\nsub/deep\n",
		"r/d/.ignore":         "own\n!git\n",
		"r/.ignore":           "git\n!.git\n",
		"r/inner/.git/HEAD":   "x://h",
		"plain/.gitignore":    "a\n",
		"plain/.ignore":       "b\n",
	}
	for _, name := range []string{"r/a.log", "r/keep.log", "r/top", "r/d/top", "r/build/x", "r/d/build", "r/#odd", "r/trailing", "r/back ", "r/.shown", "r/.hidden",
		"r/d/b.log", "r/d/sub/deep", "r/d/x/sub/deep", "r/d/own", "r/d/git", "r/git", "r/excluded", "r/d/excluded", "r/inner/i.log", "r/inner/excluded", "r/inner/git",
		"plain/a", "plain/b", "plain/c"} {
		files[name] = "x://h"
	}
	writeAll(t, files)
	must(t, os.Symlink("r/d", "link"))
	const d = "r/d/b.log r/d/build r/d/git r/d/top r/d/x/sub/deep"
	for _, tt := range []struct{ args, want string }{
		{"r", "r/.shown " + d + " r/inner/excluded r/inner/i.log r/keep.log"},
		{"r/d", d},
		{"r/d/x", "r/d/x/sub/deep"},
		{"link", strings.ReplaceAll(d, "r/d", "link")},
		{"r/build r/a.log", "r/build/x r/a.log"},
		{"plain", "plain/a plain/c"},
		{"--no-ignore plain", "plain/a plain/b plain/c"},
		{"--no-ignore r/d", "r/d/b.log r/d/build r/d/excluded r/d/git r/d/own r/d/sub/deep r/d/top r/d/x/sub/deep"},
		{"--no-ignore --hidden r/inner", "r/inner/.git/HEAD r/inner/excluded r/inner/git r/inner/i.log"},
		{"--hidden r/d", d},
	} {
		got := runWith("", append(strings.Fields("extract --format {file}"), strings.Fields(tt.args)...)...)
		if want := strings.ReplaceAll(tt.want, " ", "\n") + "\n"; got != (outcome{exitGood, want, ""}) {
			t.Errorf("extract %s = %+v, want the files %q", tt.args, got, want)
		}
	}
	got := runWith("", "extract", "--verbose", "r/d")
	want := "uriscan: r/d/.gitignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/.ignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/excluded: skipped by " + filepath.Join(root, "r/.git/info/exclude") + ":3; --no-ignore searches it\n" +
		"uriscan: r/d/own: skipped by r/d/.ignore:1; --no-ignore searches it\n" +
		"uriscan: r/d/sub/deep: skipped by r/d/.gitignore:2; --no-ignore searches it\n"
	if got.err != want {
		t.Errorf("extract --verbose r/d notes %q, want %q", got.err, want)
	}
}

// git is the judge over random rules in random trees.
func TestIgnoreAsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	random := rand.New(rand.NewPCG(7, 7))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	names := []string{"a", "b", "ab", "a.o", "b.o", "c", "[a]", "a b", "-", "ba"}
	parts := []string{"a", "b", "c", "*", "**", "?", "*.o", "a*", "*b", "[ab]", "[!a]", "[a-c]*", `\a`, `\[a]`, "a b", "[[:alpha:]]", "**a", "[]-a]", "a?"}
	rules := func() string {
		var b strings.Builder
		for range random.IntN(5) {
			var path []string
			for range 1 + random.IntN(3) {
				path = append(path, pick(parts))
			}
			b.WriteString(pick([]string{"", "", "!"}) + pick([]string{"", "", "/"}) + strings.Join(path, "/") + pick([]string{"", "", "/", " ", "\r"}) + "\n")
		}
		return b.String()
	}
	for run := range times(25) {
		t.Chdir(t.TempDir())
		files := map[string]string{".gitignore": rules(), ".git/info/exclude": rules(), ".git/HEAD": "ref: refs/heads/a", ".git/objects/a": "", ".git/refs/a": ""}
		var paths []string
		for range 40 {
			var path []string
			for range 1 + random.IntN(4) {
				path = append(path, pick(names))
			}
			if len(path) > 1 && random.IntN(8) == 0 {
				files[strings.Join(path[:len(path)-1], "/")+"/.gitignore"] = rules()
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
		writeAll(t, files)
		out, err := exec.Command("git", "-c", "core.excludesFile=/dev/null", "ls-files", "-z", "--others", "--exclude-standard").Output()
		must(t, err)
		var want []string
		for name := range strings.SplitSeq(string(out), "\x00") {
			if name != "" && filepath.Base(name) != ".gitignore" {
				want = append(want, name)
			}
		}
		var got []string
		for line := range strings.Lines(runWith("", "extract", "--format", "{file}", ".").out) {
			got = append(got, filepath.Clean(strings.TrimSuffix(line, "\n")))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("run %d: extract searches %q, git lists %q; the rules: %s", run, got, want, ignoreRulesOf(files))
		}
	}
}

func ignoreRulesOf(files map[string]string) (s string) {
	for name, text := range files {
		if text != "x://h" && text != "" {
			s += fmt.Sprintf("\n%s: %q", name, text)
		}
	}
	return s
}
