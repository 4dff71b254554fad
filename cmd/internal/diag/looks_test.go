package diag

import (
	"strings"
	"testing"
)

// The first 4 KiB of a line say what it looks like.
func TestLooksLikeItsStart(t *testing.T) {
	for n, want := range map[int]bool{0: true, 4<<10 - 1: true, 4 << 10: false} {
		if got := LooksLike([]byte(strings.Repeat("x", n)+"\ty")) != ""; got != want {
			t.Errorf("a TAB after %d bytes is seen: %t, want %t", n, got, want)
		}
	}
}
