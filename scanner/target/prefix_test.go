package target

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
)

func TestPrefixes(t *testing.T) {
	vectors(t, "prefix", 62, func(v vector) {
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

// What some servers read as dot segments, and all do.
var (
	withParameters = regexp.MustCompile(`(/)((?:\.|%2e)+);[^/]*`)
	beginsWithDots = regexp.MustCompile(`^/(?:\.|%2e){1,2}(?:/|$)`)
)

// All paths of some pieces and some prefixes, against normal forms that are built. A path is
// stripped only if the rest, wherever it is put, means what it means after the prefix.
func TestPrefixTwin(t *testing.T) {
	prefixes := []string{"/", "/a", "/%61/", "/a/a", "/b", "//", "/a//", "/%2f"}
	var stripped int
	for _, tail := range cases.Sequences(5, "/", "a", "%61", "..", "/%2e", "%2F", ";") {
		path := "/" + tail
		normal := segments(t, path)
		for _, prefix := range prefixes {
			want := below(normal, segments(t, prefix))
			if got := HasPrefix(path, prefix); got != want {
				t.Fatalf("HasPrefix(%q, %q) = %v, want %v", path, prefix, got, want)
			}
			out, ok := AppendStripped(nil, path, prefix)
			rest := string(out)
			if !ok {
				if want && !strings.ContainsAny(path, ".;") && !strings.Contains(path, "%2e") && !strings.Contains(path, "//") {
					t.Fatalf("AppendStripped(%q, %q) fails", path, prefix)
				}
				continue
			}
			stripped++
			at := strings.TrimSuffix(prefix, "/")
			if joined := segments(t, at+rest); !slices.Equal(joined, normal) && !slices.Equal(append(normal, ""), joined) || !want {
				t.Fatalf("AppendStripped(%q, %q) = %q, which after the prefix is %q", path, prefix, rest, joined)
			}
			for _, read := range []string{rest, withParameters.ReplaceAllString(rest, "$1$2")} {
				// A rest that leads out of its root would remove "x".
				alone, elsewhere := segments(t, read), segments(t, "/x"+read)
				if elsewhere[0] != "x" || !slices.Equal(alone, elsewhere[1:]) || alone[0] == "" && len(alone) > 1 || beginsWithDots.MatchString(read) {
					t.Fatalf("AppendStripped(%q, %q) = %q, below another root %q", path, prefix, read, elsewhere)
				}
			}
		}
	}
	if stripped < 100 {
		t.Errorf("%d paths stripped, want more", stripped)
	}
}
