package diag

import "testing"

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
		if got := Nearest(word, []string{"host", "port", "path", "fragment", "fragments"}); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
