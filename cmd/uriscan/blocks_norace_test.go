//go:build !race

package main

import (
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
)

// The memory of a block is used again for the next one, whatever a command does with it: a
// long input takes no more than a short one. (With the race detector a pool loses some of what
// is put into it.)
func TestBlocksTakeNoMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for args, line := range workload {
		took := func(blocks int) int {
			in := strings.NewReader(strings.Repeat(line+"\n", blocks<<12/len(line)))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			run(t.Context(), append(strings.Fields(args), "-j", "1", "--block-size", "4K"), stream.Std{In: in, Out: io.Discard, Err: io.Discard})
			runtime.ReadMemStats(&after)
			return int(after.TotalAlloc - before.TotalAlloc)
		}
		took(20)                                                                                                                      // which fills pools
		most := map[string]int{"extract --with-position": 4 << 10, "extract --as html": 4 << 10, "extract --as warc": 12 << 10}[args] // documents
		if few := took(10); (took(50)-few)/40 > max(most, 256) {
			t.Errorf("%s of %.40q takes %d bytes for each block, want %d at most", args, line, (took(50)-few)/40, max(most, 256))
		}
	}
}
