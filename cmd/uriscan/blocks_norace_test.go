//go:build !race

package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
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
		took(20) // which fills pools
		// Documents take some.
		most := map[string]int{"extract --with-position": 4 << 10, "extract --as html": 4 << 10, "extract --as warc": 12 << 10}[args]
		if n := took(0); n > 300<<10 {
			t.Errorf("%s of nothing takes %d bytes, want 300 KiB at most", args, n)
		}
		each := math.MaxInt
		for tries := 0; each > max(most, 256) && tries < 20; tries++ { // how many blocks a run has at a time is not always the same
			few := took(10)
			each = min(each, (took(50)-few)/40)
		}
		if each > max(most, 256) {
			t.Errorf("%s of %.40q takes %d bytes for each block, want %d at most", args, line, each, max(most, 256))
		}
	}
}

// The command starts with little work: nothing is made that a run may not need.
func TestStartTakesLittle(t *testing.T) {
	c := command(t, "check", os.DevNull)
	c.Env = append(c.Env, "GODEBUG=inittrace=1")
	got := finish(t, c)
	packages := 0
	for line := range strings.Lines(got.err) {
		var name string
		var at, took float64
		var size, allocs int
		if n, _ := fmt.Sscanf(line, "init github.com/uriscan/uriscan/%s @%f ms, %f ms clock, %d bytes, %d allocs", &name, &at, &took, &size, &allocs); n == 5 && !strings.Contains(name, "testkit") && name != "cmd/uriscan" { // whose tests have variables
			if packages++; size > 24<<10 || allocs > 200 {
				t.Errorf("package %s takes %d bytes in %d pieces before main, want 24 KiB in 200 at most", name, size, allocs)
			}
		}
	}
	if packages < 15 || got.status != diag.ExitGood {
		t.Errorf("%d packages tell what they take, status %d", packages, got.status)
	}
}
