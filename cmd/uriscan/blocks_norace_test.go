//go:build !race

package main

import (
	"fmt"
	"io"
	"maps"
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
		runtime.GC()
		runtime.GC() // which empties pools
		first := 800 << 10
		if strings.Contains(args, "site") || strings.Contains(args, "semconv") {
			first += 1 << 20 // the cache of sites, if none has it yet
		}
		if n := took(20); n > first {
			t.Errorf("%s of %.40q takes %d bytes at first, want %d at most", args, line, n, first)
		}
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

// An empty line takes 56 bytes when it is located, so that few are at a time: a block of them takes
// little more than its results.
func TestEmptyLinesTakeLittle(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"check", "resolve --base a:", "stats", "dedupe"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run(t.Context(), append(strings.Fields(args), "-j", "1"), stream.Std{In: strings.NewReader(strings.Repeat("\n", 256<<10)), Out: io.Discard, Err: io.Discard})
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 20<<20 {
			t.Errorf("%s of a block of empty lines takes %d bytes, want 20 MiB at most", args, n)
		}
	}
}

// What a block has printed already is not copied for each further line: eight times as many lines
// take eight times the memory at most, and what their results fit into.
func TestResultsAreNotCopied(t *testing.T) {
	t.Chdir(t.TempDir())
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	lines := maps.Clone(workload)
	for _, args := range []string{"explain", "explain --color=always", "parse --split --offsets", "stats --by site,template", "query --replace-values x", "normalize --explain"} {
		lines[args] = workURL
	}
	for args, line := range lines {
		took := func(size int) (memory, results int) {
			in := strings.Repeat(line+"\n", size/len(line))
			var out countedWriter
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if status := run(t.Context(), strings.Fields(args), stream.Std{In: strings.NewReader(in), Out: &out, Err: &out}); status > diag.ExitBad {
				t.Fatalf("%s = %d", args, status)
			}
			runtime.ReadMemStats(&after)
			return int(after.TotalAlloc - before.TotalAlloc), int(out)
		}
		small, _ := took(4 << 10)
		if large, results := took(32 << 10); large > 8*small+16*results {
			t.Errorf("%s of %.40q takes %d bytes, and of eight times as many lines %d", args, line, small, large)
		}
	}
}

type countedWriter int

func (w *countedWriter) Write(p []byte) (int, error) {
	*w += countedWriter(len(p))
	return len(p), nil
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
