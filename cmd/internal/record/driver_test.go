package record

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
)

// An uncloseable file fails when it is closed.
type uncloseable struct {
	disk.File
	name   string
	closed *[]string
}

func (f uncloseable) Close() error {
	*f.closed = append(*f.closed, f.name)
	return errors.Join(f.File.Close(), errors.New("it cannot be closed"))
}

// Of several errors the first is reported, and the last is not lost. All outputs are closed,
// whatever failed.
func TestFirstErrorIsReported(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		fails string // "" for nothing, or what else fails beside what is closed
		want  string
	}{
		{"work", "uriscan: the work fails\n"},
		{"input", "uriscan: out: it cannot be closed\n"},
		{"", "uriscan: out: it cannot be closed\n"},
	} {
		var closed []string
		restore := faults.Wrap(func(f disk.File, name string) disk.File { return uncloseable{f, name, &closed} })
		var says strings.Builder
		d := &Driver[None]{Job: &Job{Output: "out", Rejects: "rejects"}, Std: stream.Std{In: strings.NewReader(""), Err: &says}}
		err := d.Run(nil, func([]string) error {
			switch test.fails {
			case "work":
				return errors.New("the work fails")
			case "input":
				d.Failed = true
			}
			return nil
		})
		restore()
		if err != error(diag.Ended(diag.ExitIO)) || says.String() != test.want || strings.Join(closed, " ") != "out rejects" {
			t.Errorf("with %q failing Run = %v, says %q, and closes %q, want %q", test.fails, err, says.String(), closed, test.want)
		}
	}
	testkit.Write(t, "in", "")
	restore := faults.Wrap(func(f disk.File, name string) disk.File {
		if name == "rejects" {
			return uncloseable{f, name, new([]string)}
		}
		return f
	})
	defer restore()
	var says strings.Builder
	d := &Driver[None]{Job: &Job{Output: "out", Rejects: "rejects"}, Std: stream.Std{Err: &says}}
	if err := d.Run([]string{"in"}, func([]string) error { return nil }); err != error(diag.Ended(diag.ExitIO)) || says.String() != "uriscan: rejects: it cannot be closed\n" {
		t.Errorf("Run = %v, and says %q, want the error of the last file that is closed", err, says.String())
	}
}

// What the results of a block take is bounded: what is printed, the bad lines and what is said
// of them, together. No line is begun beyond the bound, and none is lost.
func TestResultsAreFull(t *testing.T) {
	const limit = 10_000
	reading := pipeline.Reading{Delim: '\n', MaxLine: 100}
	echo := func(dst, src []byte, _ scanner.Ref, _ *column.Cell) ([]byte, diag.Flaw) {
		return append(append(dst, src...), '\n'), diag.Flaw{}
	}
	table := func() *Table {
		return &Table{Column: &column.Plain{Number: 1, Delim: '\t', End: '\n'}, Names: []string{"a"}}
	}
	for name, j := range map[string]*Job{
		"good lines": {Reference: echo}, "bad lines": {Reference: echo, Rejects: "-"}, "kept bad lines": {Reference: echo, OnError: Keep, Quiet: true},
		"rejected bad lines": {Reference: echo, Rejects: "-", Quiet: true}, "columns": {Reference: echo, Table: table()}, "bad columns": {Reference: echo, Table: table(), OnError: Keep},
		"rows": {Reference: echo, Rows: true, Columns: 10},
	} {
		line := "http://example.com/a\n"
		if strings.Contains(name, "bad") || name == "rows" {
			line = "a b\n"
		}
		j.Reading = reading
		src, r, parts, lines := bytes.Repeat([]byte(line), 8000), &Results{Limit: limit}, 0, 0
		for found := []scanner.Line(nil); len(src) > 0; parts++ {
			src = j.Do(r, &found, src, pipeline.WholeLines)
			if size := len(r.Out) + len(r.Rejects) + FlawSize*len(r.Flaws); size >= limit+500 || size < limit && len(src) > 0 {
				t.Fatalf("%s: results of %d bytes, want about %d", name, size, limit)
			}
			lines += r.Lines
		}
		if lines != 8000 || parts < 2 {
			t.Errorf("%s: %d lines in %d parts, want 8000 in several", name, lines, parts)
		}
	}
}
