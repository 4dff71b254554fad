package diag

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"json", "json", 0}, {"jsn", "json", 1}, {"jsoon", "json", 1}, {"jzon", "json", 1},
		{"josn", "json", 1}, {"sjno", "json", 2}, {"kitten", "sitting", 3}, {"A", "a", 1},
	} {
		for range 2 {
			if got := distance(tt.a, tt.b); got != tt.want {
				t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
			}
			tt.a, tt.b = tt.b, tt.a
		}
	}
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{"hots": "host", "prot": "port", "h": "", "pathology": "", "path": "path", "pxt": "", "fragmn": "fragment", "fragmen": "fragment", "fragm": "", "hxsx": ""} {
		for _, other := range []func(string) string{strings.ToLower, strings.ToUpper} {
			for _, names := range []string{"host port path fragment fragments", "HOST PORT PATH FRAGMENT FRAGMENTS"} {
				if got := Nearest(other(word), strings.Fields(names)); !strings.EqualFold(got, want) {
					t.Errorf("Nearest(%q, %q) = %q, want %q in any case", other(word), names, got, want)
				}
			}
		}
	}
}
