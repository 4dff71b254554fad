package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/gitignore"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// A globTwin is a pattern that is matched by trying everything.
type globTwin struct {
	pattern string
	inPath  bool
}

// match reports whether the pattern from i on matches s.
func (g globTwin) match(i int, s string) bool {
	rest := g.pattern[i:]
	stars := len(rest) - len(strings.TrimLeft(rest, "*"))
	isAlone := stars > 1 && g.inPath && (i == 0 || g.pattern[i-1] == '/')
	switch {
	case rest == "":
		return s == ""
	case isAlone && rest[stars:] == "":
		return true
	case isAlone && rest[stars] == '/':
		for more := true; more; _, s, more = strings.Cut(s, "/") {
			if g.match(i+stars+1, s) {
				return true
			}
		}
		return false
	case stars > 0:
		for n := range len(s) + 1 {
			if !strings.Contains(s[:n], "/") && g.match(i+stars, s[n:]) {
				return true
			}
		}
		return false
	}
	set, after := globTwinOne(rest)
	return set != nil && s != "" && set[s[0]] && g.match(len(g.pattern)-len(after), s[1:])
}

// globTwinItem matches a class, or a byte and perhaps the last one of a range.
var globTwinItem = regexp.MustCompile(`^(?:\[:([^\]]*):\]|(?:\\(.)|([^\\]))(?:-\\(.)|-([^\\\]]))?)`)

// globTwinOne returns the set of bytes that the first item of a pattern matches, and
// what follows the item; set is nil at the end.
func globTwinOne(p string) (set *[256]bool, after string) {
	set = new([256]bool)
	isNegated := p[0] == '?'
	after = p[1:]
	switch p[0] {
	case '[':
		if isNegated = strings.HasPrefix(after, "!") || strings.HasPrefix(after, "^"); isNegated {
			after = after[1:]
		}
		for first := true; first || !strings.HasPrefix(after, "]"); first = false {
			m := globTwinItem.FindStringSubmatch(after)
			if m == nil {
				return nil, ""
			}
			from, to := m[2]+m[3], m[4]+m[5]
			class, err := regexp.Compile("^[[:" + m[1] + ":]]$")
			if from == "" && err != nil {
				return nil, ""
			}
			for c := range 128 {
				is := from == "" && class.MatchString(string(rune(c))) || from == string(rune(c))
				set[c] = set[c] || is || to != "" && from[0] <= byte(c) && byte(c) <= to[0]
			}
			after = after[len(m[0]):]
		}
		after = after[1:]
	case '\\':
		if after == "" {
			return nil, ""
		}
		set[after[0]], after = true, after[1:]
	case '?':
	default:
		set[p[0]] = true
		return set, after
	}
	for c := range set {
		set[c] = set[c] != isNegated && (c != '/' || p[0] == '\\')
	}
	return set, after
}

// Every short pattern matches what trying everything matches.
func TestGlobTwin(t *testing.T) {
	names, paths := cases.Sequences(2, "a", "b"), cases.Sequences(4, "a", "b", "/")
	for _, pattern := range append(cases.Sequences(5, "a", "*", "/"), cases.Sequences(4, "a", "**", "*", "/", "?")...) {
		checkGlob(t, globTwin{pattern, true}, paths)
		checkGlob(t, globTwin{pattern, false}, names)
	}
	var bytes []string
	for c := range 256 {
		bytes = append(bytes, string([]byte{byte(c)}))
	}
	for name := range strings.FieldsSeq("alnum alpha blank cntrl digit graph lower print punct space upper xdigit nothing") {
		checkGlob(t, globTwin{"[^[:" + name + ":]]", false}, bytes)
	}
	bytes = strings.Split("ab-]^:\\/1\xff", "")
	for _, set := range slices.Concat(cases.Sequences(3, "a", "b", "-", "]", "!", "\\", "["), cases.Sequences(5, "a", "-", "c", "[:digit:]"),
		cases.Sequences(3, "a", "-", "^", "[:", ":]", "[:digit:]", "/", "]", "[:nothing:]")) {
		checkGlob(t, globTwin{"[" + set, false}, bytes[:2])
		checkGlob(t, globTwin{"[" + set + "]", false}, bytes)
	}
}

func checkGlob(t *testing.T, twin globTwin, all []string) {
	t.Helper()
	g := gitignore.Glob(twin.pattern, twin.inPath)
	for _, s := range all {
		if got, want := len(g) > 0 && g.Match(s), twin.pattern != "" && twin.match(0, s); s != "" && got != want {
			t.Fatalf("%+v matches %q = %t, want %t", twin, s, got, want)
		}
	}
}

// A glob of many stars takes no more time than others.
func TestGlobIsQuick(t *testing.T) {
	name := strings.Repeat("a", 2000)
	for _, pattern := range []string{strings.Repeat("*a", 500) + "b", strings.Repeat("**/", 300) + "b", strings.Repeat("a*/**/", 200) + "b"} {
		if gitignore.Glob(pattern, true).Match(strings.Repeat(name+"/", 20) + "c") {
			t.Errorf("glob %.20q... matches, want no match", pattern)
		}
	}
}

func TestExtractIgnore(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	testkit.Must(t, err)
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
		"r/d/x/.ignore/no":    "",
	}
	for _, name := range []string{"r/a.log", "r/keep.log", "r/top", "r/d/top", "r/build/x", "r/d/build", "r/#odd", "r/trailing", "r/back ", "r/.shown", "r/.hidden",
		"r/d/b.log", "r/d/sub/deep", "r/d/x/sub/deep", "r/d/own", "r/d/git", "r/git", "r/excluded", "r/d/excluded", "r/inner/i.log", "r/inner/excluded", "r/inner/git",
		"plain/a", "plain/b", "plain/c"} {
		files[name] = "x://h"
	}
	testkit.WriteAll(t, files)
	testkit.Must(t, os.Symlink("r/d", "link"))
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
		if want := strings.ReplaceAll(tt.want, " ", "\n") + "\n"; got != (outcome{diag.ExitGood, want, ""}) {
			t.Errorf("extract %s = %+v, want the files %q", tt.args, got, want)
		}
	}
	got := runWith("", "extract", "--verbose", "r/d")
	want := "uriscan: r/d/.gitignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/.ignore: hidden, skipped; --hidden searches it\n" +
		"uriscan: r/d/excluded: skipped by " + filepath.Join(root, "r/.git/info/exclude") + ":3; --no-ignore searches it\n" +
		"uriscan: r/d/own: skipped by r/d/.ignore:1; --no-ignore searches it\n" +
		"uriscan: r/d/sub/deep: skipped by r/d/.gitignore:2; --no-ignore searches it\n" +
		"uriscan: r/d/x/.ignore: hidden, skipped; --hidden searches it\n"
	if got.err != want {
		t.Errorf("extract --verbose r/d notes %q, want %q", got.err, want)
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

// An ignoreTwin says what is searched in a tree, by reading every rule for every name.
type ignoreTwin struct {
	files        map[string]string
	hidden       bool
	found, notes string
}

// last returns "" if no rule of a file in folder is about path, which is below it, else
// the number of the last one that is, with a "!" if that takes it back.
func (w *ignoreTwin) last(folder, file, path string, isFolder bool) (rule string) {
	path = strings.TrimPrefix(path, folder)
	for i, line := range strings.Split(strings.TrimPrefix(w.files[folder+file], stream.ByteOrderMark), "\n") {
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
func (w *ignoreTwin) verdict(path string, isFolder bool) (folder, rule string) {
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

func (w *ignoreTwin) walk(t *testing.T, folder string) {
	entries, err := os.ReadDir("./" + folder)
	testkit.Must(t, err)
	for _, e := range entries {
		path := folder + e.Name()
		shown := path
		if path == "-" {
			shown = "./-"
		}
		of, rule := w.verdict(path, e.IsDir())
		_, isFile := w.files[path]
		switch rule, isBack := strings.CutSuffix(rule, "!"); {
		case rule != "" && !isBack:
			w.notes += fmt.Sprintf("uriscan: %s: skipped by %s; --no-ignore searches it\n", shown, of+rule)
		case e.Name()[0] == '.' && !w.hidden && (!isBack || path == folder+".git"):
			w.notes += "uriscan: " + shown + ": hidden, skipped; --hidden searches it\n"
		case !isFile:
			w.walk(t, path+"/")
		case w.files[path] == "x://h":
			w.found += shown + "\n"
		}
	}
}

func TestIgnoreTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range sizes.Times(3000) {
		text := randomRules(random)
		f, w := gitignore.Parse(".ignore", []byte(text)), &ignoreTwin{files: map[string]string{".ignore": text}}
		for n := range 8 {
			path := ignoreNamesTwin[random.IntN(len(ignoreNamesTwin))]
			for range random.IntN(3) {
				path += "/" + ignoreNamesTwin[random.IntN(len(ignoreNamesTwin))]
			}
			got := ""
			if r := f.Last(path, n%2 == 0); r != nil {
				got = fmt.Sprint(".ignore:", r.Line, map[bool]string{true: "!"}[r.Negated])
			}
			if want := w.last("", ".ignore", path, n%2 == 0); got != want {
				t.Fatalf("in %q the last rule about %q is %q, want %q", text, path, got, want)
			}
		}
	}
	for n := range sizes.Times(75) {
		t.Chdir(t.TempDir())
		w := &ignoreTwin{files: randomTree(random), hidden: n%4 == 0}
		testkit.WriteAll(t, w.files)
		w.walk(t, "")
		got := runWith("", "extract", "--verbose", "--format", "{file}", "--hidden="+fmt.Sprint(w.hidden), ".")
		if want := (outcome{diag.ExitGood, w.found, w.notes}); got != want {
			t.Fatalf("run %d: extract = %+v, want %+v; the files: %q", n, got, want, w.files)
		}
	}
}
