package dedupe

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/normalize"
)

func mappedBytes(t *testing.T) (n int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(text), &n)
	}
	testkit.Must(t, err)
	return n * int64(os.Getpagesize())
}

// dedupe releases the memory of its table, and restores the memory limit of the runtime.
func TestGivesBack(t *testing.T) {
	before, limit := mappedBytes(t), debug.SetMemoryLimit(-1)
	for range 8 {
		in := strings.NewReader("a\na\n")
		got := runOn(testkit.ReaderFunc(func(p []byte) (int, error) {
			if limit := debug.SetMemoryLimit(-1); limit > (64+256/4)<<20 {
				t.Errorf("dedupe runs with a memory limit of %d, want 64M and a quarter of 256M at most", limit)
			}
			return in.Read(p)
		}), Options{Repeated: true, Memory: 256 << 20})
		if got != (outcome{diag.ExitGood, "a\n", ""}) {
			t.Fatalf("dedupe = %+v, want a line", got)
		}
	}
	if grown := mappedBytes(t) - before; grown > 512<<20 {
		t.Errorf("8 runs of dedupe with 256 MiB leave %d bytes more, want less than 512 MiB", grown)
	}
	if got := debug.SetMemoryLimit(-1); got != limit {
		t.Errorf("dedupe leaves a memory limit of %d, want %d", got, limit)
	}
}

// Before each block of one long line, and before what waits is gone through, what is left of
// the last one is given up.
func TestCollects(t *testing.T) {
	in := ""
	for i := range 3 {
		in += strconv.Itoa(i) + "%7E" + strings.Repeat("x", pipeline.RoomyBlock) + "\n" + strings.Repeat("a/path/of/some/length%7E\n", pipeline.BlockSize/16)
	}
	column := &record.Table{Column: &column.Plain{Number: 1, Delim: '\t', End: '\n'}, Names: []string{"normalized"}}
	for want, o := range map[uint32]Options{3: {}, 4: {Count: true}, 6: {Normalized: true, Job: record.Job{Table: column}}} {
		before := collections()
		o.Level = normalize.SchemeBased
		if got := runWith(in, o); got.status != diag.ExitGood || collections()-before != want {
			t.Errorf("Run of 3 long lines, counting %t, = %d with %d collections, want %d", o.Count, got.status, collections()-before, want)
		}
	}
}
