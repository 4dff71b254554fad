package template

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// A twin does what Rules do, with regular expressions and by comparing each route.
type twin struct {
	names    []string
	patterns []*regexp.Regexp
	after    [][]string
	routes   []string
}

func newTwin(c Config) *twin {
	w := &twin{routes: c.Routes}
	rules := c.Rules
	if !c.NoDefaults {
		rules = slices.Concat(rules, DefaultRules())
	}
	for _, rule := range rules {
		w.names = append(w.names, rule.Name)
		w.patterns = append(w.patterns, regexp.MustCompile(`^(?s:`+rule.Pattern+`)$`))
		w.after = append(w.after, rule.After)
	}
	return w
}

var triplet = regexp.MustCompile(`^%[0-9A-Fa-f]{2}`)

// pieces cuts s into triplets and single bytes.
func pieces(s string) (all []string) {
	for s != "" {
		n := max(1, len(triplet.FindString(s)))
		all, s = append(all, s[:n]), s[n:]
	}
	return all
}

// latin1 returns s decoded, a rune for each byte.
func latin1(s string) string {
	var out []rune
	for _, p := range pieces(s) {
		b := []byte(p)
		if len(p) == 3 {
			b, _ = hex.DecodeString(p[1:])
		}
		out = append(out, rune(b[0]))
	}
	return string(out)
}

// normal returns a piece of each symbol: a byte, or the triplet of one that is not the same encoded.
func normal(s string) (all []string) {
	for _, p := range pieces(s) {
		if len(p) == 3 {
			b, _ := hex.DecodeString(p[1:])
			if strings.ContainsRune(":/?#[]@!$&'()*+,;=%{}", rune(b[0])) {
				p = strings.ToUpper(p)
			} else {
				p = string(b)
			}
		}
		all = append(all, p)
	}
	return all
}

var parametersOf = regexp.MustCompile(`(?s)^([^;]*);(.*=.*|\{parameters\})$`)

// cut cuts the parameters off a segment.
func cut(segment string) (stem, rest string) {
	if m := parametersOf.FindStringSubmatch(segment); m != nil {
		return m[1], ";{parameters}"
	}
	return segment, ""
}

func dots(stem string) bool {
	isSlash := func(c rune) bool { return c == '/' || c == '\\' }
	all := strings.FieldsFunc(latin1(stem), isSlash)
	return slices.Contains(all, ".") || slices.Contains(all, "..")
}

// A part matches a segment with a rank: 3 for a literal, 2 and the length for one with text
// beside a variable, 1 for a variable.
func rank(part, stem string) (rank [2]int, out string) {
	before, rest, isVariable := strings.Cut(part, "{")
	if !isVariable {
		if slices.Equal(normal(part), normal(stem)) {
			return [2]int{3}, stem
		}
		return rank, ""
	}
	_, after, _ := strings.Cut(rest, "}")
	from, to, all := normal(before), normal(after), normal(stem)
	n := len(from) + len(to)
	if len(all) <= n || dots(stem) || strings.HasPrefix(stem, "{") && strings.HasSuffix(stem, "...}") ||
		!slices.Equal(all[:len(from)], from) || !slices.Equal(all[len(all)-len(to):], to) {
		return rank, ""
	}
	spelled := pieces(stem)
	out = strings.Join(spelled[:len(from)], "") + part[len(before):len(part)-len(after)] + strings.Join(spelled[len(all)-len(to):], "")
	if n > 0 {
		return [2]int{2, n}, out
	}
	return [2]int{1}, out
}

// byRoute returns what one route makes of a path, and the ranks of its segments.
func byRoute(text, path string) (out string, ranks [][2]int, ok bool) {
	parts, segments := strings.Split(text, "/"), strings.Split(path, "/")
	for i, part := range parts[1:] {
		if strings.HasSuffix(part, "...}") {
			if segments[0] != "" || len(segments) < i+2 || slices.ContainsFunc(segments[i+1:], func(s string) bool { stem, _ := cut(s); return dots(stem) }) {
				return "", nil, false
			}
			return out + "/" + part, append(ranks, [2]int{0, 1}), true
		}
		if len(segments) < i+2 {
			return "", nil, false
		}
		stem, rest := cut(segments[i+1])
		r, named := rank(part, stem)
		if r == [2]int{} {
			return "", nil, false
		}
		out, ranks = out+"/"+named+rest, append(ranks, r)
	}
	return out, ranks, len(parts) == len(segments) && strings.HasPrefix(path, "/")
}

// template is the twin of AppendTemplate.
func (w *twin) template(path string) string {
	best, bestOut, found := [][2]int{}, "", false
	for _, text := range w.routes {
		if out, ranks, ok := byRoute(text, path); ok && (!found || slices.CompareFunc(ranks, best, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) > 0) {
			best, bestOut, found = ranks, out, true
		}
	}
	if found {
		return bestOut
	}
	before := ""
	out := []string{}
	for i, segment := range strings.Split(path, "/") {
		stem, rest := cut(segment)
		if i == 0 && strings.HasPrefix(path, "/") {
			out = append(out, "")
			continue
		}
		named := w.named(stem, before)
		out = append(out, named+rest)
		before = named
	}
	return strings.Join(out, "/")
}

var extension = regexp.MustCompile(`(?s)^([^.]+)((?:\.[A-Za-z][0-9A-Za-z]{0,7})+)$`)

func (w *twin) named(stem, before string) string {
	if dots(stem) {
		return stem
	}
	if name, ok := w.name(stem, before); ok {
		return name
	}
	if m := extension.FindStringSubmatch(stem); m != nil {
		if name, ok := w.name(m[1], before); ok {
			return name + m[2]
		}
	}
	return stem
}

func (w *twin) name(s, before string) (string, bool) {
	decoded := latin1(s)
	for i, p := range w.patterns {
		isAfter := w.after[i] == nil || slices.ContainsFunc(w.after[i], func(after string) bool { return slices.Equal(normal(after), normal(before)) })
		if p.MatchString(decoded) && !strings.ContainsAny(decoded, "{}") && isAfter {
			if w.names[i] == "" {
				return s, true
			}
			return "{" + w.names[i] + "}", true
		}
	}
	return "", false
}

// configs have rules and routes that compete.
var configs = []Config{
	{},
	{NoDefaults: true},
	{Routes: []string{"/", "/a/{x}", "/a/b", "/{x}/b/{y}", "/a/{x}.b", "/a/a{x}", "/{x}/b/", "/a/{rest...}", "/b/{x}/{rest...}", "/%61/%2fb", "/%c3%a9/{x}"}},
	{Rules: []Rule{{"two", "[ab.]{2}", []string{"a", "%2f"}}, {"", "b", []string{""}}, {"other", "[^a/]+", nil}}, NoDefaults: true},
	{Rules: []Rule{{"", "v[0-9]+[.]png", nil}, {"v", "v[0-9]+", nil}}, NoDefaults: true},
	{Rules: []Rule{{"at", "[^@]*@[^@7]*", nil}, {"long", "[a-d7]{64,130}", nil}, {"dot", "[^.]+[.][bc]", nil}}, NoDefaults: true},
	{Rules: []Rule{{"x", "[^b]+", nil}}, Routes: []string{"/b/{x}", "/b{x}b/{y}", "/{rest...}"}},
}

func check(t *testing.T, r *Rules, w *twin, path string) {
	t.Helper()
	got := string(AppendTemplate([]byte("x"), path, r))
	if want := "x" + w.template(path); got != want {
		t.Fatalf("AppendTemplate(%q) with routes %q = %q, want %q", path, w.routes, got, want)
	}
	got = got[1:]
	if again := string(AppendTemplate(nil, []byte(got), r)); again != got {
		t.Fatalf("AppendTemplate(%q) with routes %q = %q, and of that %q", path, w.routes, got, again)
	}
	from, replaced := 0, ""
	for span, name := range All(path, r) {
		if int(span.Start) < from || span.End < span.Start {
			t.Fatalf("All(%q) has the span %v after offset %d", path, span, from)
		}
		replaced += path[from:span.Start] + "{" + name + "}"
		from = int(span.End)
	}
	if replaced += path[from:]; replaced != got {
		t.Fatalf("with the spans of All(%q) = %q, want %q", path, replaced, got)
	}
}

// fragments are what paths are made of that rules, routes and their limits look at.
var fragments = strings.Fields("/ / / a b c . .. ; = ;v=1 %2e %2E% % %61 %2f %2F %5c \\ ..%2F %3B é %c3%a9 { } {x} {rest...} {parameters} ;{parameters} 1 7 404 api rest error " +
	"2026 2026-11-24 2026-11-24T10:20:30Z 20261124 8f3a91c2 8f3a 8F3A91C2 %38f3a91c2 deadbeef decade2020 facade 0x8f3a91c2 - _ @ " +
	"8f3a91c2-0c1d-4b7e-9a3f-5d2e6b7c8d9e 01ARZ3NDEKTSV4RRFFQ69G5FAV ann@example.com logo@2x.png ann%40163.com 192.0.2.1 eyJhbGciOi.e30.x .png .tar.gz .123456789 v1.png v7 \xff \x00 " +
	strings.Repeat("cd", 31) + "7 " + strings.Repeat("%63d", 32) + "7")

func TestTwin(t *testing.T) {
	var rules []*Rules
	var twins []*twin
	for _, c := range configs {
		rules, twins = append(rules, rulesOf(t, c)), append(twins, newTwin(c))
	}
	for n, path := range cases.Sequences(4, "/", "a", "b", ".", "%61", ";=") {
		for _, i := range sizes.InTurn(n, 0, 1, 2, 3, 4, 5, 6) {
			check(t, rules[i], twins[i], "/"+path)
			check(t, rules[i], twins[i], path)
		}
	}
	random := rand.New(rand.NewPCG(22, 1))
	for range sizes.Of(2000, 50_000) {
		path := testkit.Mixed(random, 1+random.IntN(12), fragments...)
		for i, r := range rules {
			check(t, r, twins[i], path)
		}
	}
}

// Each byte is the same as its triplet, or not, beside a variable and alone.
func TestEveryByte(t *testing.T) {
	standard, ofStandard := Default(), newTwin(Config{})
	for c := range 0x100 {
		encoded := fmt.Sprintf("%%%02x", c)
		config := Config{Routes: []string{"/" + encoded, "/a" + encoded + "{x}", "/{x}" + encoded + "b"}, NoDefaults: true}
		r, err := New(config)
		if err != nil {
			continue // it is a dot, or begins parameters
		}
		w := newTwin(config)
		for _, spelled := range []string{string([]byte{byte(c)}), encoded, strings.ToUpper(encoded), "%25" + encoded[1:]} {
			for _, path := range []string{"/" + spelled, "/a" + spelled + "z", "/z" + spelled + "b", "/a" + spelled} {
				check(t, r, w, path)
			}
			for _, path := range []string{"/a/17." + spelled, "/a/17.x" + spelled, "/a/17" + spelled + "b", "/a/8f3a91c2" + spelled, "/a/" + spelled + "17", "/u" + spelled + "/2026"} {
				check(t, standard, ofStandard, path)
			}
		}
	}
}

// FuzzTemplate compares the templates of a path with those of the twin.
func FuzzTemplate(f *testing.F) {
	for _, path := range fragments {
		f.Add("/a/" + path + "/" + path)
	}
	var rules []*Rules
	var twins []*twin
	for _, c := range configs {
		r, err := New(c)
		if err != nil {
			f.Fatal(err)
		}
		rules, twins = append(rules, r), append(twins, newTwin(c))
	}
	f.Fuzz(func(t *testing.T, path string) {
		i := len(path) % len(rules)
		check(t, rules[i], twins[i], path)
	})
}

// FuzzPattern compares a pattern with the regular expression that it is.
func FuzzPattern(f *testing.F) {
	for _, rule := range defaults {
		f.Add(rule.Pattern, "2026-11-24")
	}
	for _, pattern := range []string{"[a-]", "[]", "[^]a]", "[a-c-e]", `\.+`, `[\]\-a]{2,3}`, "a{,2}", "a{2", "a?b*c+.", "[b-a]", "a**", "a{0}", "[0]{01}", "a{1,02}", "[-a]", "é"} {
		f.Add(pattern, "a-bc]")
	}
	f.Fuzz(func(t *testing.T, pattern, segment string) {
		p, at, err := parsePattern(pattern)
		if err != nil {
			if at < 0 || at > len(pattern) {
				t.Fatalf("parsePattern(%q) fails at %d", pattern, at)
			}
			return
		}
		re, err := regexp.Compile(`^(?s:` + pattern + `)$`)
		if err != nil {
			t.Fatalf("parsePattern(%q) takes it, and regexp says %v", pattern, err)
		}
		if got, want := p.match([]byte(segment)), re.MatchString(latin1(segment)); got != want {
			t.Fatalf("%q matches %q = %v, want %v", pattern, segment, got, want)
		}
	})
}
