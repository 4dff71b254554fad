package kernel

import "testing"

func TestFirstStop(t *testing.T) {
	tests := []struct {
		name, in    string
		at, refused int
	}{
		{"empty", "", 0, 0},
		{"none", "http://h/a?b#c", 14, 14},
		{"blank", "/a b", 2, 2},
		{"in a fragment", "#a b", 2, 2},
		{"second number sign", "a#b#c", 3, 3},
		{"bracket", "//[::1]", 2, 2},
		{"triplet", "%41%", 3, 4},
		{"no HEXDIG", "a%zz", 1, 2},
		{"one HEXDIG", "a%4z", 1, 3},
		{"one HEXDIG and the end", "a%4", 1, 3},
		{"raw UTF-8", "\u00e9", 0, 0},
	}
	for _, tt := range tests {
		if at, refused := FirstStop([]byte(tt.in)); at != tt.at || refused != tt.refused {
			t.Errorf("%s: FirstStop(%q) = %d, %d, want %d, %d", tt.name, tt.in, at, refused, tt.at, tt.refused)
		}
	}
}
