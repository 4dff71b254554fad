package gitignore

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit/growth"
)

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
			compile(in, true).Match("a/b/a/aaaaa/b")
			for _, pattern := range []string{"**/a*/**/b", "*a*a*b", "**/[ab]?*/b", "**/**/**/"} {
				compile(pattern, true).Match(in)
			}
		}),
		"ignore rules": growth.Of(func(in string) { parse(".gitignore", []byte(in)).last("a/a/ab.go", false) }),
	})
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
	g := compile(twin.pattern, twin.inPath)
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
		if compile(pattern, true).Match(strings.Repeat(name+"/", 20) + "c") {
			t.Errorf("glob %.20q... matches, want no match", pattern)
		}
	}
}
