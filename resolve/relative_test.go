package resolve

import (
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

func TestAppendRelative(t *testing.T) {
	for _, test := range []struct{ name, base, target, want string }{
		{"same document", "http://a/b/c?q", "http://a/b/c?q", ""},
		{"same document, fragment", "http://a/b/c?q", "http://a/b/c?q#f", "#f"},
		{"same document, empty fragment", "http://a/b/c?q", "http://a/b/c?q#", "#"},
		{"fragment of the base", "http://a/b/c?q#f", "http://a/b/c?q", ""},
		{"other query", "http://a/b/c?q", "http://a/b/c?r#f", "?r#f"},
		{"empty query", "http://a/b/c?q", "http://a/b/c?", "?"},
		{"no query any more", "http://a/b/c?q", "http://a/b/c", "c"},
		{"no query any more, folder", "http://a/b/?q", "http://a/b/", "."},
		{"no query any more, root", "http://a/?q", "http://a/", "/"},
		{"no query any more, no path", "http://a?q", "http://a", "//a"},
		{"no query and no path, no authority", "a:?q", "a:", "."},
		{"sibling", "http://a/b/c", "http://a/b/d", "d"},
		{"below", "http://a/b/c", "http://a/b/d/e?q", "d/e?q"},
		{"folder", "http://a/b/c", "http://a/b/", "."},
		{"folder with query", "http://a/b/c", "http://a/b/?q#f", ".?q#f"},
		{"one up", "http://a/long/b/c", "http://a/long/d", "../d"},
		{"one up, folder", "http://a/long/b/c", "http://a/long/", ".."},
		{"two up, folder", "http://a/long/b/c/d", "http://a/long/?q", "../..?q"},
		{"absolute is shorter", "http://a/b/c/d", "http://a/e", "/e"},
		{"absolute is as short", "http://a/b/cc/d", "http://a/b/e", "/b/e"},
		{"root", "http://a/b/c", "http://a/", "/"},
		{"base without path", "http://a", "http://a/b", "b"},
		{"base without path, root", "http://a", "http://a/", "/"},
		{"target without path", "http://a/b", "http://a?q", "//a?q"},
		{"colon in the first segment", "http://a/b/c", "http://a/b/d:e", "./d:e"},
		{"colon in the second", "http://a/b/c", "http://a/b/d/e:f", "d/e:f"},
		{"colon in the query only", "http://a/b/c", "http://a/b/d?e:f", "d?e:f"},
		{"colon after ..", "http://a/long/b/c", "http://a/long/d:e", "../d:e"},
		{"empty first segment", "http://a/long/c", "http://a/long//d", ".//d"},
		{"empty first segment after ..", "http://a/long/b/c", "http://a/long//d", "..//d"},
		{"empty segment at the root", "http://a/c", "http://a//d", ".//d"},
		{"empty segment at the root, from below", "http://a/b/c/d/e", "http://a//d", "/.//d"},
		{"empty segments of the base", "http://a/b//c", "http://a/b//d", "d"},
		{"dot segments of the base", "http://a/b/../long/./d", "http://a/long/e", "e"},
		{"dot segments of the base, same path", "http://a/b/..", "http://a/b/..", "/"},
		{"dot segments of the base, kept", "http://a/b/..", "", ""},
		{"dot segments of the target", "http://a/b/c", "http://a/b/../b/./d", "d"},
		{"other authority", "http://a/b/c", "http://d/b/c", "//d/b/c"},
		{"other userinfo", "http://u@a/b/c", "http://a/b/c", "//a/b/c"},
		{"other port", "http://a:/b/c", "http://a/b/c", "//a/b/c"},
		{"host in another case", "http://a/b", "http://A/b", "//A/b"},
		{"IP literal", "http://a/b", "http://[::1]:8/b", "//[::1]:8/b"},
		{"empty authority", "file:///a/b", "file:///a/c", "c"},
		{"no authority any more", "file:///a/b", "file:/a/c", "file:/a/c"},
		{"authority after none", "file:/a/b", "file:///a/c", "///a/c"},
		{"other scheme", "http://a/b", "https://a/b", "https://a/b"},
		{"scheme in another case", "http://a/b", "HTTP://a/c", "HTTP://a/c"},
		{"scheme that is a prefix", "http://a/b", "http2://a/c", "http2://a/c"},
		{"rootless", "a:b/c", "a:b/d", "d"},
		{"rootless, other first segment", "a:b/c", "a:d/c", "a:d/c"},
		{"rootless, to a root", "a:b/c", "a:/d", "/d"},
		{"rootless, to a root alone", "abc:d", "abc:/", "/"},
		{"rootless, from a root", "abc:/d", "abc:de", "abc:de"},
		{"rootless, one segment", "mailto:a@b", "mailto:c@d", "c@d"},
		{"rootless, colon", "urn:x", "urn:y:z", "./y:z"},
		{"rootless, to nothing", "a:b", "a:", "."},
		{"guarded target", "a:/x", "a:/.//b", ".//b"},
		{"guarded target, far away", "a:/x/y/z", "a:/.//b", "/.//b"},
		{"guarded base", "a:/.//b/c", "a:/.//b/d", "d"},
		{"guarded base to a root", "a:/.//b/c", "a:/d", "/d"},
		{"relative target that is shortest", "http://a/b/c", "d/e", "d/e"},
		{"relative target that is as short as another", "http://a/b/c/d", "../x", "../x"},
		{"relative target that is not", "http://a/b/c", "../b/./d", "d"},
		{"relative target to another authority", "http://a/b/c", "//d/./e", "//d/e"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBase(t, test.base, 0)
			if got := checkRelative(t, b, test.target); got != test.want {
				t.Errorf("base %q: AppendRelative(%q) = %q, want %q", test.base, test.target, got, test.want)
			}
		})
	}
}

// checkRelative returns what AppendRelative makes of target, after checking
// that it resolves as target does, is not longer, and has the Ref returned.
func checkRelative(t testing.TB, b *Base, target string) string {
	want, _, err := b.AppendString(nil, target)
	if err != nil {
		t.Fatalf("base %q: AppendString(%q): %v", b.text, target, err)
	}
	out, r, err := b.AppendRelative([]byte("kept"), []byte(target))
	if err != nil || string(out[:4]) != "kept" {
		t.Fatalf("base %q: AppendRelative(%q) = %q, %v", b.text, target, out, err)
	}
	rel := out[4:]
	checkRef(t, "AppendRelative", target, rel, r)
	if got, _, err := b.Append(nil, rel); string(got) != string(want) || err != nil {
		t.Errorf("base %q, flags %d: AppendRelative(%q) = %q, which resolves to %q, %v, want %q", b.text, b.flags, target, rel, got, err, want)
	}
	if len(rel) > len(target) {
		t.Errorf("base %q: AppendRelative(%q) = %q, longer than the target", b.text, target, rel)
	}
	return string(rel)
}

// TestRelativeIsShortest resolves every reference of a small alphabet against a
// base and notes the shortest to each target: AppendRelative finds no longer one.
func TestRelativeIsShortest(t *testing.T) {
	refs := relativeRefs(5)
	for _, base := range []string{
		"a:", "a:b", "a:b/a", "a:/", "a:/b", "a:/b/a", "a:/.//b", "a:/b//", "a:?b", "a:b?b", "a:b/../a", "a:./b/a",
		"a://b", "a://", "a://b/", "a://b/a", "a://b/a/b", "a://b//a/", "a://b?a", "a://b/a?b", "a://b/a/..", "a:///b/a",
	} {
		shortestOf(t, newBase(t, base, 0), refs)
	}
}

func TestRelativeIsShortestWithFlags(t *testing.T) {
	refs := relativeRefs(4)
	for _, base := range []string{"a:b/..", "a:/b/..", "a://b/a/..", "a:b/c", "a:/b/a", "a://b/a/b"} {
		shortestOf(t, newBase(t, base, BaseDots), refs)
		shortestOf(t, newBase(t, base, NotStrict), refs)
	}
}

// relativeRefs returns the relative references of up to n characters of an alphabet, with
// a query of up to one of them.
func relativeRefs(n int) []string {
	return slices.DeleteFunc(cases.Words("./ab:?", n), func(ref string) bool {
		_, query, _ := strings.Cut(ref, "?")
		return len(query) > 1 || !scanner.Valid(ref, scanner.RelativeRef)
	})
}

func shortestOf(t *testing.T, b *Base, refs []string) {
	t.Helper()
	shortest := map[string]string{}
	for _, ref := range refs { // the shorter ones come first
		testkit.Must(t, b.Do([]byte(ref), func(target []byte, _ scanner.Ref) {
			if _, ok := shortest[string(target)]; !ok {
				shortest[string(target)] = ref
			}
		}))
	}
	for target, ref := range shortest {
		// A target that is not its own holds dot segments of the base, or, not
		// strictly, would be read without its scheme: no target but ref leads there.
		if own, _, _ := b.AppendString(nil, target); string(own) != target {
			continue
		}
		if got := checkRelative(t, b, target); len(got) > len(ref) {
			t.Errorf("base %q, flags %d: AppendRelative(%q) = %q, but %q is shorter", b.text, b.flags, target, got, ref)
		}
	}
}

// However long the folder in common is, it is left out.
func TestRelativeOfLong(t *testing.T) {
	for n := 1 << 4; n <= 1<<16; n *= 16 {
		folder := "s://h/" + strings.Repeat("a", n) + "/" + strings.Repeat("b/", n/2)
		b := newBase(t, folder+"c/d", 0)
		for _, ref := range []string{"e", "e/f", "../e", "../e/f?q", ".", ".?q"} {
			if got := checkRelative(t, b, folder+"c/"+ref); got != ref {
				t.Errorf("a folder of %d bytes, and %s: AppendRelative has %d bytes: %.20q", len(folder), ref, len(got), got)
			}
		}
	}
}

func TestRelativeOfPairs(t *testing.T) {
	p := cases.NewMaker(3)
	var b Base
	for range drawn() {
		flags := Flags(p.IntN(int(allFlags))) &^ RejectUnderflow
		testkit.Must(t, b.ResetString(p.URI(), flags))
		checkRelative(t, &b, refOf(p))
	}
}
