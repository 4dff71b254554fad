//go:build !race

package stats

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/scanner"
)

// Once its memory has grown, a counter allocates nothing. (With the race detector a [sync.Pool]
// drops some of what is put into it.)
func TestCounterAllocates(t *testing.T) {
	c := newTestCounter()
	line := []byte("HTTP://u@H:80/%7ea/b.html?q=%7e#f\n/" + strings.Repeat("a", 300) + ".b" + strings.Repeat("C", 300) + "\n")
	var res record.Results
	var found []scanner.Line
	if allocs := testing.AllocsPerRun(2, func() { c.job.Do(&res, &found, line, pipeline.WholeLines) }); allocs != 0 {
		t.Errorf("%v allocations for a block, want 0", allocs)
	}
}
