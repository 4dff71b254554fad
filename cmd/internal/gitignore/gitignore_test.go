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
	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

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
			path = append(path, pick("a", "b", "c", "*", "**", "?", "*.o", "a*", "*b", "[ab]", "[!a]", "[a-c]*", `\a`, `\[a]`, "a b", "[[:alpha:]]", "[[a:]", "**a", "[]-a]", "a?", ".a"))
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
		file, rule, err := rules.Verdict(root+folder, e.Name(), e.IsDir())
		testkit.Must(t, err)
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
			if got, want := shown(f, lastOf(f, path, n%2 == 0)), w.last("", ".ignore", path, n%2 == 0); got != want {
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

// Patterns and rules take linear time to read and to match, whatever is in them.
func TestGlobGrows(t *testing.T) {
	growth.Check(t, 16<<10, []growth.Shape{{"[", "[a", "", "]"}, {"[", "[:", "]"}, {"", "["}, {"", "[]"}, {"[", "[:alpha:]"}, {"", "*"}}, map[string]growth.Job{
		"compile": growth.Of(func(in string) { compile(in, true) }),
	})
	// A compiled glob takes many times the memory of its text.
	growth.Check(t, 1<<8, append([]growth.Shape{
		{"", "**/"}, {"", "*a"}, {"", "[a-z]"}, {"", "[:"}, {"[", "[:", "]"}, {"", "[[:alpha:]", "]"}, {"", "a/"}, {"", "!a*\n"}, {"", "\\ "}, {"", "a*b*/\n"},
	}, growth.Lines...), map[string]growth.Job{
		"globs": growth.Of(func(in string) {
			matches(compile(in, true), "a/b/a/aaaaa/b")
			for _, pattern := range []string{"**/a*/**/b", "*a*a*b", "**/[ab]?*/b", "**/**/**/"} {
				matches(compile(pattern, true), in)
			}
		}),
		"ignore rules": growth.Of(func(in string) { lastOf(parse(".gitignore", []byte(in)), "a/a/ab.go", false) }),
	})
	// Rules, what they look for, and folders multiply.
	growth.Check(t, 4<<10, []growth.Shape{{"", "**/?/?/x\n"}, {"", "!**/*/?b\n"}}, map[string]growth.Job{
		"deep folders": func(in string) func() {
			f, path := &Folder{path: "/", own: parse(ownIgnore, []byte(in))}, "/"+strings.Repeat("a/", len(in)/64)
			return func() { f.Verdict(path, "f", false) }
		},
	})
}

func matches(g glob, s string) bool { return g.Match(s, new(1<<30)) }

func lastOf(f *ignoreFile, path string, isFolder bool) *ignoreRule {
	return f.last(path, isFolder, new(1<<30))
}

// Rules after mostSteps do not count, and those before them do.
func TestManySteps(t *testing.T) {
	path, slow := "/"+strings.Repeat("a/", 400), strings.Repeat("**/"+strings.Repeat("?/", 200)+"x\n", 1000)
	for text, want := range map[string]bool{"f\n" + slow: false, slow + "f\n": true} {
		f := &Folder{path: "/", own: parse(ownIgnore, []byte(text))}
		if _, rule, err := f.Verdict(path, "f", false); (rule != nil) != want || (err == nil) != want {
			t.Errorf("a rule among 1000 that take long: found %v, %v, want %v", rule != nil, err, want)
		}
	}
}

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
	longest := 5
	if testing.Short() {
		longest--
	}
	names, paths := cases.Sequences(2, "a", "b"), cases.Sequences(4, "a", "b", "/")
	for _, pattern := range append(cases.Sequences(longest, "a", "*", "/"), cases.Sequences(longest-1, "a", "**", "*", "/", "?")...) {
		checkGlob(t, globTwin{pattern, true}, paths)
		checkGlob(t, globTwin{pattern, false}, names)
	}
	bytes := testkit.EveryByte()
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
	g := compile(twin.pattern, twin.inPath)
	for _, s := range all {
		if got, want := len(g) > 0 && matches(g, s), twin.pattern != "" && twin.match(0, s); s != "" && got != want {
			t.Fatalf("%+v matches %q = %t, want %t", twin, s, got, want)
		}
	}
}

// The folders above are not read: there may be many files in them.
func TestAboveTakesLittle(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	testkit.Must(t, os.MkdirAll(below, 0o700))
	took := func() float64 {
		return testing.AllocsPerRun(1, func() {
			_, err := Above(below)
			testkit.Must(t, err)
		})
	}
	few := took()
	for i := range 200 {
		testkit.Write(t, filepath.Join(dir, "a", fmt.Sprint("f", i)), "")
	}
	if many := took(); many > few+20 {
		t.Errorf("Above takes %v allocations, and %v with 200 files there", few, many)
	}
}

// Rules that would take much memory do not count: a file of nothing but NUL takes no room on a disk.
func TestLongRules(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		above, below int64 // how long files of rules are
		long         bool
	}{
		{2, 1<<20 - 2, false}, {2, 1<<20 - 1, true}, {1 << 19, 1 << 19, false}, {1 << 19, 1<<19 + 1, true}, {1<<20 + 1, 2, false},
	} {
		var in *Folder
		var err error
		for _, size := range []int64{tt.above, tt.below} {
			testkit.Write(t, filepath.Join(dir, ownIgnore), "a\n")
			testkit.Must(t, os.Truncate(filepath.Join(dir, ownIgnore), size))
			in, err = in.Below(dir, WithSlash(dir), func(name string) bool { return name == ownIgnore })
		}
		if rule := lastOf(in.own, "a", false); (rule == nil) != tt.long || (err != nil) != tt.long || tt.long && !strings.Contains(err.Error(), ownIgnore+": ") {
			t.Errorf("rules of %d bytes below %d: %v, %v", tt.below, tt.above, rule, err)
		}
	}
}
