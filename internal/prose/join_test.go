package prose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
)

// The place of a URI is right whatever was joined or decoded before it. Here the place is
// marked by a "^", with the URI after it.
func TestJoinedPlaces(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	f.Join = true
	for _, marked := range cases.Sequences(3,
		"<^http://a/b|http://a/\nb>", "<^http://a/%4…|http://a/%4\n g>", "<x y>", "\n", "<URL:\r\n ^http://e/|http://e/\t>",
		`"^http://c/d|http:\/\/c\/d"`, `\u003c^http://f/|http://f/\u003e`, "<^http://g/|http://g/ <",
	) {
		parts := strings.Split(marked, "^")
		text, want := parts[0], []string(nil)
		for _, part := range parts[1:] {
			uri, raw, _ := strings.Cut(part, "|")
			want = append(want, fmt.Sprintf("%d:%d: %s", 1+strings.Count(text, "\n"), len(text)-strings.LastIndex(text, "\n"), uri))
			text += raw
		}
		if got := f.find(t, text, len(text)+1); !slices.Equal(got, want) {
			t.Fatalf("find(%q) = %q, want %q", text, got, want)
		}
	}
}

// A text is not cut after a "<" as long as the ">" may follow.
func TestOpenBracket(t *testing.T) {
	for n := MaxJoin - 1; n < MaxJoin+2; n++ {
		if at, open := OpenBracket([]byte(" <" + strings.Repeat("b", n))); open != (n <= MaxJoin) || open && at != 1 {
			t.Errorf("openBracket of %d bytes after it = %d, %t, want 1 up to %d", n, at, open, MaxJoin)
		}
	}
}

// Only a byte order mark at the very beginning of an input takes no columns.
func TestCursorBefore(t *testing.T) {
	for _, c := range []Cursor{{1, 0}, {1, 1}, {1, -3}, {2, 0}, {2, 5}} {
		for _, src := range []string{"", "x", "\ufeff", "\ufeffx", "\ufeff"[:2], "x\ufeff"} {
			want := c
			if c.Line == 1 && c.Column == 0 && strings.HasPrefix(src, "\ufeff") {
				want.Column = -3
			}
			if got := c.Before([]byte(src)); got != want {
				t.Errorf("%+v.Before(%q) = %+v, want %+v", c, src, got, want)
			}
		}
	}
}
