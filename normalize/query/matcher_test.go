package query

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
)

func TestMain(m *testing.M) { suite.Run(m) }

func TestMatcher(t *testing.T) {
	for _, row := range []struct {
		name     string
		fold     Fold
		f        Flags
		patterns string
		in       string
		want     bool
	}{
		{"name", 0, 0, "a token b", "token", true},
		{"its beginning", 0, 0, "a token b", "toke", false},
		{"more than it", 0, 0, "a token b", "tokens", false},
		{"decoded", 0, 0, "token", "%74oke%6e", true},
		{"decoded once", 0, 0, "token", "%2574oken", false},
		{"case", 0, 0, "token", "Token", false},
		{"folded case", FoldCase, 0, "toKen", "TOk%45n", true},
		{"case of other letters", FoldCase, 0, "é", "É", false},
		{"not a letter", FoldCase, 0, "@", "`", false},
		{"dash", 0, 0, "api-key", "api_key", false},
		{"folded dash", FoldDash, 0, "api-key a_b", "api_key", true},
		{"folded and encoded dash", FoldDash, 0, "api_key", "api%2Dkey", true},
		{"folded dash, case", FoldDash, 0, "api-key", "API_key", false},
		{"beginning", 0, 0, "utm_*", "utm_source", true},
		{"all of a beginning", 0, 0, "utm_*", "utm_", true},
		{"less than a beginning", 0, 0, "utm_*", "utm", false},
		{"encoded beginning", FoldCase | FoldDash, 0, "UTM-*", "%75tm%5Fx", true},
		{"beginning and longer name", 0, 0, "utm_* utm_xyz", "utm_xy", true},
		{"longer name and beginning", 0, 0, "utm_xyz utm_*", "utm_q", true},
		{"name and the same beginning", 0, 0, "utm* utm", "utmost", true},
		{"every name", 0, 0, "*", "", true},
		{"star inside", 0, 0, "a*b", "a*b", true},
		{"star inside is itself", 0, 0, "a*b", "axb", false},
		{"bad triplet", 0, 0, "100%", "100%", true},
		{"bad triplet, short", 0, 0, "a%4", "a%4", true},
		{"bad triplet, not decoded", 0, 0, "%zA", "%z%41", true},
		{"triplet in a pattern is itself", 0, 0, "%41", "A", false},
		{"plus", 0, 0, "a+b", "a+b", true},
		{"plus of a form", 0, Form, "a+b", "a+b", false},
		{"space of a form", 0, Form, "a_b a\x20b", "a+b", false}, // the row splits at spaces
		{"encoded plus of a form", 0, Form, "a+b", "a%2Bb", true},
		{"NUL", 0, 0, "a\x00", "a%00", true},
		{"byte 255", 0, 0, "\xff*", "%Ff", true},
	} {
		m := NewMatcher(row.fold, strings.Fields(row.patterns)...)
		if got := m.MatchString(row.in, row.f); got != row.want || m.Match([]byte(row.in), row.f) != got {
			t.Errorf("%s: %q matches %q = %v, want %v", row.name, row.patterns, row.in, got, row.want)
		}
	}
	for _, row := range []struct {
		name string
		m    *Matcher
		in   string
		f    Flags
		want bool
	}{
		{"nil", nil, "", 0, false},
		{"no pattern", NewMatcher(0), "", 0, false},
		{"empty pattern", NewMatcher(0, ""), "", 0, true},
		{"empty pattern, other name", NewMatcher(0, ""), "a", 0, false},
		{"plus is a space", NewMatcher(0, "a b"), "a+b", Form, true},
		{"plus is a plus", NewMatcher(0, "a b"), "a+b", 0, false},
	} {
		if got := row.m.MatchString(row.in, row.f); got != row.want {
			t.Errorf("%s: match of %q = %v, want %v", row.name, row.in, got, row.want)
		}
	}
}

// decoded is the twin of byteAt: net/url decodes the name piece by piece, so that a bad
// triplet is itself.
func decoded(name string, f Flags) string {
	unescape := url.PathUnescape
	if f&Form != 0 {
		unescape = url.QueryUnescape
	}
	var out strings.Builder
	for len(name) > 0 {
		n := min(len(name), 3)
		piece, err := unescape(name[:n])
		if name[0] != '%' || err != nil {
			n = 1
			if piece, err = unescape(name[:1]); err != nil {
				piece = "%"
			}
		}
		out.WriteString(piece)
		name = name[n:]
	}
	return out.String()
}

// matches is the twin of Match.
func matches(fold Fold, patterns []string, name string, f Flags) bool {
	folded := func(s string) string {
		b := []byte(s)
		for i, c := range b {
			if fold&FoldCase != 0 && c < 0x80 {
				b[i] = byte(unicode.ToLower(rune(c)))
			}
			if fold&FoldDash != 0 && c == '-' {
				b[i] = '_'
			}
		}
		return string(b)
	}
	name = folded(decoded(name, f))
	for _, pattern := range patterns {
		if beginning, ok := strings.CutSuffix(folded(pattern), "*"); name == beginning || ok && strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return false
}

func FuzzMatcher(f *testing.F) {
	f.Add("utm_* Token a+b", "%75tm-%zz", byte(15))
	f.Fuzz(func(t *testing.T, patterns, name string, flags byte) {
		fold, f, all := Fold(flags&3), Flags(flags>>2&3), strings.Fields(patterns)
		if got, want := NewMatcher(fold, all...).MatchString(name, f), matches(fold, all, name, f); got != want {
			t.Errorf("%q matches %q with %d and %d = %v, want %v", all, name, fold, f, got, want)
		}
	})
}

func TestMatcherTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		return testkit.Mixed(random, random.IntN(n), "a", "A", "-", "_", "+", "%2B", "%41", "%6", "%", "*", "\xe9", "%C9")
	}
	matched := 0
	for range sizes.Times(100_000) {
		patterns := []string{text(3), text(4), text(4)}
		fold, f, name := Fold(random.IntN(4)), Flags(random.IntN(4)), text(5)
		want := matches(fold, patterns, name, f)
		if want {
			matched++
		}
		if got := NewMatcher(fold, patterns...).MatchString(name, f); got != want {
			t.Fatalf("%q matches %q with %d and %d = %v, want %v", patterns, name, fold, f, got, want)
		}
	}
	if matched < 1000 {
		t.Errorf("%d names matched, want more", matched)
	}
}

// Each byte is compared with each other one, by every fold.
func TestFolds(t *testing.T) {
	for f := range FoldDash << 1 {
		same := func(c byte) byte {
			switch {
			case f&FoldCase != 0 && 'A' <= c && c <= 'Z':
				return c - 'A' + 'a'
			case f&FoldDash != 0 && c == '_':
				return '-'
			}
			return c
		}
		for c := range 256 {
			if c == '*' {
				continue // matches all
			}
			m := NewMatcher(f, string([]byte{byte(c)}))
			for d := range 256 {
				name := []byte{'%', "0123456789abcdef"[d>>4], "0123456789ABCDEF"[d&15]}
				if got, want := m.Match(name, 0), same(byte(c)) == same(byte(d)); got != want {
					t.Fatalf("fold %d: the pattern %#x matches %s: %v", f, c, name, got)
				}
			}
		}
	}
}

// The time does not depend on the number of patterns, and is linear in the length of a name.
func TestMatcherGrowth(t *testing.T) {
	var patterns []string
	for i := range 1000 {
		patterns = append(patterns, fmt.Sprint("name", i), strings.Repeat("a", i))
	}
	m := NewMatcher(0, append(patterns, strings.Repeat("b", 1<<20)+"*")...)
	growth.CheckPortable(t, 1<<10, []growth.Shape{{"", "a"}, {"", "b"}, {"", "%62"}, {"", "%"}}, map[string]growth.Job{
		"Match": growth.Of(func(in string) { m.MatchString(in, 0) }),
	})
}
