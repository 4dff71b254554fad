package target

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

func TestPrefixes(t *testing.T) {
	vectors(t, "prefix", 88, func(v vector) {
		if got, want := HasPrefix(v.Target, v.Prefix), v.Want != ""; got != want {
			t.Errorf("%s: HasPrefix(%q, %q) = %v, want %v %s", v.Source, v.Target, v.Prefix, got, want, v.Why)
		}
		want := "before"
		if v.Stripped != nil {
			want += *v.Stripped
		}
		out, ok := AppendStripped([]byte("before"), v.Target, []byte(v.Prefix))
		if string(out) != want || ok != (v.Stripped != nil) {
			t.Errorf("%s: AppendStripped(%q, %q) = %q, %v, want %q %s", v.Source, v.Target, v.Prefix, out, ok, want, v.Why)
		}
		path := []byte(v.Target)
		if in, ok2 := AppendStripped(path[:0], path, v.Prefix); ok2 != ok || string(in) != strings.TrimPrefix(string(out), "before") {
			t.Errorf("AppendStripped(%q, %q) in place = %q, %v, want %q", v.Target, v.Prefix, in, ok2, out)
		}
	})
}

// segments returns those of the normal form of path, a path after an authority.
func segments(t *testing.T, path string) []string {
	uri, err := normalize.String("s://h"+path, normalize.Syntax)
	testkit.Must(t, err)
	return strings.Split(strings.TrimPrefix(uri, "s://h"), "/")[1:]
}

// below is the twin of HasPrefix for a path and a prefix that begin with "/".
func below(path, prefix []string) bool {
	if last := len(prefix) - 1; prefix[last] == "" { // what is below
		return len(path) > last && slices.Equal(path[:last], prefix[:last])
	}
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}

// What may keep a path from being stripped, what some servers read as dot segments or as one
// slash, and what all do.
var (
	suspicious     = regexp.MustCompile(`(?i)(?:/|%2f|%5c)(?:\.|%2e)|//`)
	withParameters = regexp.MustCompile(`/((?:\.|%2[eE])+);[^/]*`)
	hidden         = regexp.MustCompile(`(?i)(?:/|%2f|%5c)(?:\.|%2e){1,2}(?:%2f|%5c|%3b)|(?:%2f|%5c)(?:\.|%2e){1,2}(?:[/;]|$)`)
	slashes        = regexp.MustCompile(`(?:/(?:%2[fF])*(?:;[^/]*)?)+`)
	beginsWithDots = regexp.MustCompile(`^/(?:\.|%2[eE]){1,2}(?:/|$)`)
)

// judgePrefix compares the answers for a path that begins with "/" with those for its normal
// form, which it builds, and reports whether the path is stripped. A path may be stripped
// only if the rest, wherever it is put, means what it means after the prefix.
func judgePrefix(t *testing.T, path, prefix string) (stripped bool) {
	normal := segments(t, path)
	want := below(normal, segments(t, prefix))
	if got := HasPrefix(path, prefix); got != want {
		t.Fatalf("HasPrefix(%q, %q) = %v, want %v", path, prefix, got, want)
	}
	out, ok := AppendStripped(nil, path, prefix)
	if !ok {
		if want && !suspicious.MatchString(path) {
			t.Fatalf("AppendStripped(%q, %q) fails", path, prefix)
		}
		return false
	}
	joined := segments(t, strings.TrimSuffix(prefix, "/")+string(out))
	if !want || !slices.Equal(joined, normal) && !slices.Equal(joined, append(normal, "")) {
		t.Fatalf("AppendStripped(%q, %q) = %q, which after the prefix is %q", path, prefix, out, joined)
	}
	for _, rest := range []string{string(out), withParameters.ReplaceAllString(string(out), "/$1")} {
		// A rest that leads out of its root would remove "x".
		alone, elsewhere := segments(t, rest), segments(t, "/x"+rest)
		if elsewhere[0] != "x" || !slices.Equal(alone, elsewhere[1:]) || alone[0] == "" && len(alone) > 1 || beginsWithDots.MatchString(rest) || hidden.MatchString(rest) {
			t.Fatalf("AppendStripped(%q, %q) = %q, below another root %q", path, prefix, rest, elsewhere)
		}
		merged := slashes.ReplaceAllString(rest, "/")
		if elsewhere := segments(t, "/x"+merged); elsewhere[0] != "x" || !slices.Equal(segments(t, merged), elsewhere[1:]) {
			t.Fatalf("AppendStripped(%q, %q) = %q, with slashes merged below another root %q", path, prefix, rest, elsewhere)
		}
	}
	return true
}

// Prefixes that are normal, with some triplets.
var prefixes = []string{"/", "/a", "/%61/", "/a/a", "/b", "//", "/a//", "/%2f", "/a//a", "//a/b/"}

func TestPrefixTwin(t *testing.T) {
	stripped := 0
	for _, tail := range cases.Sequences(4, "/", "a", "%61", "..", "/%2e", "%2F", ";") {
		for _, prefix := range prefixes {
			if judgePrefix(t, "/"+tail, prefix) {
				stripped++
			}
		}
	}
	random := rand.New(rand.NewPCG(9, 3))
	for range sizes.Times(2000) {
		path := "/" + testkit.Mixed(random, random.IntN(12), "/", "/", "a", "a/", "b", "%61", "../", "../", "..", "./", "/%2e", "%2F", ";")
		for _, prefix := range prefixes {
			judgePrefix(t, path, prefix)
		}
	}
	if stripped < 100 {
		t.Errorf("%d paths stripped, want more", stripped)
	}
}

// A "%" without two HEXDIG, which no valid path has, is itself.
func TestBadTriplets(t *testing.T) {
	for _, segment := range []string{"%", "%4", "a%", "%%41", "%zz", "%4z", "%z4", "%\x00\x00"} {
		for _, row := range []struct {
			path, prefix string
			want         bool
		}{
			{"/" + segment, "/" + segment, true}, {"/" + segment + "/b", "/" + segment, true}, {"/" + segment, "/" + segment + "1", false}, {"/b/../" + segment, "/" + segment, true},
			{"/" + segment, "/b", false}, {"/b/" + segment, "/b", true}, {"/" + segment + "/..", "/" + segment, false}, {"/" + segment, "/" + segment + "/", false},
		} {
			if got := HasPrefix(row.path, row.prefix); got != row.want {
				t.Errorf("HasPrefix(%q, %q) = %v", row.path, row.prefix, got)
			}
			AppendStripped(nil, row.path, row.prefix)
		}
	}
}

func FuzzPrefix(f *testing.F) {
	f.Add("/a/%2e%2E/b/..;x//", uint(1))
	f.Fuzz(func(t *testing.T, path string, prefix uint) {
		if path = "/" + path; scanner.Valid("s://h"+path, scanner.AbsoluteURI) && !strings.Contains(path, "?") {
			judgePrefix(t, path, prefixes[prefix%uint(len(prefixes))])
		}
	})
}
