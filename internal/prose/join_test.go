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
		"<^http://a/b|http://a/\nb>", "<^http://a/%4…|http://a/%4\n g>", "<x y>", "\n", "<Url:\r\n ^http://e/|http://\te/>",
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

// A text is not cut after a "<" as long as the ">" may follow that joins a URI.
func TestOpenBracket(t *testing.T) {
	f := finder{maxLen: 1 << 24}
	f.Join = true
	const most = 8 << 10
	for n := most - 1; n < most+2; n++ {
		text := " <x://\n" + strings.Repeat("b", n-len("x://\n"))
		if at, open := OpenBracket([]byte(text)); open != (n <= most) || open && at != 1 {
			t.Errorf("openBracket of %d bytes after it = %d, %t, want 1 up to %d", n, at, open, most)
		}
		if joined := len(f.find(t, text+">", 2*most)) > 0; joined != (n <= most) {
			t.Errorf("a URI in brackets of %d bytes is joined: %t, want it up to %d", n, joined, most)
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
