package record

import (
	"bytes"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/scanner"
)

// A long record gets its memory once, however its value divides it.
func TestLongRecordAllocs(t *testing.T) {
	double := func(dst, src []byte, _ scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
		return append(append(append(dst, src...), src...), '\n'), diag.Flaw{}
	}
	j := &Job{
		Reference: double, Reading: pipeline.Reading{Delim: '\n', MaxLine: 16 << 20},
		Table: &Table{Column: &column.Plain{Number: 2, Delim: '\t', End: '\n'}, Names: []string{"twice"}},
	}
	for _, before := range []int{0, 1 << 20, 3 << 20} {
		record := append(bytes.Repeat([]byte{'b'}, before), "\tvalue\t"...)
		record = append(append(record, bytes.Repeat([]byte{'a'}, 4<<20-before)...), '\n')
		r, found := new(Results), []scanner.Line(nil)
		allocs := testing.AllocsPerRun(2, func() {
			r.Out = nil
			j.Do(r, &found, record, pipeline.WholeLines)
		})
		if allocs != 1 || len(r.Out) != len(record)+len("value") || cap(r.Out) > len(record)+2*column.RoomyCell {
			t.Errorf("a record with %d bytes before its value makes %d bytes in a capacity of %d by %v allocations", before, len(r.Out), cap(r.Out), allocs)
		}
	}
}
