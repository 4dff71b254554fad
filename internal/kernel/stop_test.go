package kernel

import (
	"math/rand/v2"
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
	for _, tt := range tests {
		if at, refused := FirstStop([]byte(tt.in)); at != tt.at || refused != tt.refused {
			t.Errorf("%s: FirstStop(%q) = %d, %d, want %d, %d", tt.name, tt.in, at, refused, tt.at, tt.refused)
		}
	}
}

// Octets that matter at all places around the borders of blocks.
func TestQueryStopAgrees(t *testing.T) {
	for _, level := range Levels() {
		func() {
			defer Use(Use(level))
			r := rand.New(rand.NewPCG(3986, 21))
			for range 100_000 {
				b := make([]byte, r.IntN(300))
				for i := range b {
					b[i] = "abcdefgh"[r.IntN(8)]
				}
				for range min(len(b), r.IntN(6)) {
					copy(b[r.IntN(len(b)):], []string{"%", "%4", "%4f", "#", "]", "\x80", "\x00", "@?/:"}[r.IntN(8)])
				}
				if got, want := queryStop(b), portableStop(b); got != want {
					t.Fatalf("%v: queryStop(%q) = %d, want %d", level, b, got, want)
				}
			}
		}()
	}
}
