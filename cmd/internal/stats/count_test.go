package stats

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// newTestCounter returns a counter of lines of at most 16 MiB.
func newTestCounter() *counter {
	return newCounts(&record.Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 16 << 20}}, nil).newCounter()
}

// Long lines leave a counter no memory.
func TestCounterMemory(t *testing.T) {
	c := newTestCounter()
	for _, tt := range [][2]string{{"http://h/a", ""}, {"http://h/a/../b", "http://h/b"}, {"HTTP://h/" + strings.Repeat("a", 2*column.RoomyCell), ""}, {"HTTP:", "http:"}} {
		ref, err := scanner.Parse(tt[0])
		testkit.Must(t, err)
		c.count(nil, []byte(tt[0]), ref, new(column.Cell))
		if short := len(tt[0]) < column.RoomyCell; short && (cap(c.normal) > column.RoomyCell || string(c.normal) != tt[1]) {
			t.Errorf("after %q there is %q made, in %d bytes, want %q", tt[0], c.normal, cap(c.normal), tt[1])
		}
	}
}
