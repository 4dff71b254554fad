package kernel

import (
	"bytes"
	"strings"
	"testing"
)

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
	for _, l := range Levels() {
		defer Use(Use(l))
		for _, tt := range tests {
			for n := range 140 {
				in := strings.Repeat("a", n) + tt.in
				if at, refused := FirstStop([]byte(in)); at != tt.at+n || refused != tt.refused+n {
					t.Fatalf("%v, %s: FirstStop(%q) = %d, %d, want %d, %d", l, tt.name, in, at, refused, tt.at+n, tt.refused+n)
				}
			}
		}
	}
}

// Every octet ends a query or does not, on every level.
func TestFirstStopOfEachOctet(t *testing.T) {
	for _, l := range Levels() {
		defer Use(Use(l))
		for c := range 256 {
			b := bytes.Repeat([]byte{'g'}, 40)
			b[37] = byte(c)
			want := 37
			if Runs[c]&RunQuery != 0 || c == '#' {
				want = len(b)
			}
			if at, _ := FirstStop(b); at != want {
				t.Errorf("%v: FirstStop(%q) = %d, want %d", l, b, at, want)
			}
		}
	}
}
