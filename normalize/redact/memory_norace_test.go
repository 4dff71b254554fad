//go:build !race

package redact

import (
	"runtime"
	"strings"
	"testing"
)

// A long input that grows takes memory twice: for what it becomes, and for the same once more.
func TestMemoryOfLongInput(t *testing.T) {
	src := []byte("http://h/?" + strings.Repeat("sig=1&", 1<<21/6))
	dst := make([]byte, 0, len(src))
	for name, of := range map[string]func([]byte, []byte, *Policy) []byte{"Append": Append[[]byte], "Text": Text[[]byte]} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out := of(dst, src, nil)
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(len(out))*11/4; got > most || len(out) < 2*len(src) {
			t.Errorf("%s of %d bytes allocates %d, want %d at most", name, len(src), got, most)
		}
	}
}
