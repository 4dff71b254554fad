package record

import (
	"errors"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
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
