package prose

import (
	"strings"
	"testing"
)

// A URI in an angle bracket may go on after blanks, and is not cut there, up to 1 KiB.
func TestCutWrapped(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		last       int // where it can be cut; -1: at its end
	}{
		{"a word", "http://a/b ", -1},
		{"short", "<http://a/b ", 0},
		{"500 bytes", "<http://a/" + strings.Repeat("b", 490) + " \n", 0},
		{"1,024 bytes", "<" + strings.Repeat("b", 1022) + " ", 0},
		{"1,025 bytes", "<" + strings.Repeat("b", 1023) + " ", -1},
		{"1,200 bytes without a bracket", strings.Repeat("b", 1200) + " ", -1},
		{"an entity", "&lt;http://a/" + strings.Repeat("b", 490) + " ", 0},
		{"closed", "<http://a/> ", -1},
	} {
		want := tt.last
		if want < 0 {
			want = len(tt.text)
		}
		if got := LastCut([]byte(tt.text), 0); got != want {
			t.Errorf("%s: LastCut = %d, want %d", tt.name, got, want)
		}
	}
}

// firstCut of a text whose beginning is not there waits for it, but no longer than 1 KiB.
func TestCutUnbegun(t *testing.T) {
	for n, want := range map[int]int{1022: 0, 1023: 0, 1024: 1025, 2000: 2001} {
		if got := FirstCut([]byte(strings.Repeat("b", n) + " c")); got != want {
			t.Errorf("FirstCut after %d bytes = %d, want %d", n, got, want)
		}
	}
}
