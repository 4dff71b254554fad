package record

import (
	"bytes"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/scanner"
)

// What the results have no room for is done when they are written, to the last byte. The names of
// columns come before all of it.
func TestDoBlockInParts(t *testing.T) {
	echo := func(dst, src []byte) ([]byte, diag.Flaw) { return append(append(dst, src...), '\n'), diag.Flaw{} }
	reading, plain := pipeline.Reading{Delim: '\n', MaxLine: 10}, &column.Plain{Number: 1, Delim: '\t', End: '\n'}
	for name, table := range map[string]*Table{"lines": nil, "columns": {Column: plain}, "columns with names": {Column: plain, Header: true}} {
		j := &Job{Line: echo, Reading: reading, Table: table}
		b := pipeline.NewBlock[Work[None]](1)
		b.First, b.Src, b.Line = true, []byte("a\n\nb"), 1
		if name == "columns with names" {
			b.Src, b.Line = append([]byte("x\n"), b.Src...), 0
		}
		for i, want := range []string{"a\n", "\n", "b\n"} {
			if more := DoBlock(j, b, new([]scanner.Line)); string(b.Work.Res.Out) != want || more != (i < 2) || b.Line != int64(i+2) {
				t.Errorf("%s: part %d is %q, then line %d, and more: %t, want %q", name, i, b.Work.Res.Out, b.Line, more, want)
			}
		}
	}
}

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
		if again := testing.AllocsPerRun(2, func() { j.Do(r, &found, record, pipeline.WholeLines) }); again >= allocs {
			t.Errorf("a record with %d bytes before its value is done again by %v allocations, want fewer than %v", before, again, allocs)
		}
		if allocs != 1 || len(r.Out) != len(record)+len("value") || cap(r.Out) > len(record)+2*column.RoomyCell {
			t.Errorf("a record with %d bytes before its value makes %d bytes in a capacity of %d by %v allocations", before, len(r.Out), cap(r.Out), allocs)
		}
	}
}

// A cut output ends with the last whole line, or record of CSV.
func TestWholeLines(t *testing.T) {
	for _, tt := range []struct {
		text string
		end  byte
		csv  byte // the delimiter of columns, 0 if it is not CSV
		want int
	}{
		{"a\nb", '\n', 0, 2}, {"a\nb\n", '\n', 0, 4}, {"a", '\n', 0, 0}, {"a\n\x00b\n", 0, 0, 3}, {"a\n", 0, 0, 0}, {"\"a\nb", '\n', 0, 3},
		{"a\n\"b\n", '\n', ',', 2}, {"\"a\nb\"\nc", '\n', ',', 6}, {"a;\"b\n", '\n', ';', 0}, {"a;\"b\n", '\n', ',', 5}, {"", '\n', ',', 0},
	} {
		j := &Job{}
		if tt.csv != 0 {
			j.Table = &Table{CSV: true, Comma: tt.csv}
		}
		if got := j.wholeLines([]byte(tt.text), tt.end); got != tt.want {
			t.Errorf("%d bytes of %q are whole, want %d", got, tt.text, tt.want)
		}
	}
}
