package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
)

func TestOptionsRefuse(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"an argument", []string{"x"}},
		{"no pass", []string{"-passes", "0"}},
		{"no size", []string{"-size", "0"}},
		{"a size beyond a file of ours", []string{"-size", "4294967296"}},
	} {
		if err := new(options).parse(tt.args); err == nil {
			t.Errorf("%s: parse(%q) = nil, want an error", tt.name, tt.args)
		}
	}
}

// All rows run on small files, and every installed program has its row.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the command")
	}
	out := filepath.Join(t.TempDir(), "out.md")
	t.Chdir("..")
	testkit.Must(t, run(context.Background(), []string{"-size", "65536", "-passes", "2", "-o", out}))
	text := testkit.Read(t, out)
	for _, g := range groups {
		for _, line := range g.lines {
			ours := strings.Contains(line, "uriscan ") && !strings.Contains(g.lines[len(g.lines)-1], ".txt.")
			if ours && !strings.Contains(text, "| `"+strings.ReplaceAll(line, "|", `\|`)+"` | ") {
				t.Errorf("report has no row %q", line)
			}
		}
	}
}

// A row that fails ends the command, since its time would be that of a failure.
func TestRowFails(t *testing.T) {
	dir := t.TempDir()
	testkit.Write(t, filepath.Join(dir, "no-program"), "")
	r := &row{text: "x", argv: []string{filepath.Join(dir, "no-program")}}
	if err := r.run(context.Background(), dir); err == nil {
		t.Errorf("run of a file that is no program = nil, want an error")
	}
}

// With -only, one table is measured and replaces that of the report, with where it was measured.
func TestOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the command")
	}
	const title = "Secrets in a log of 1 GiB"
	other := "# Commands\n\npreface\n\n## Lines\n\n| a | 1 s |\n\n## " + title + "\n\n| old |\n\n## zstd\n\n| c | 2 s |\n"
	out := filepath.Join(t.TempDir(), "out.md")
	testkit.Write(t, out, other)
	t.Chdir("..")
	testkit.Must(t, run(context.Background(), []string{"-size", "65536", "-passes", "1", "-only", title, "-o", out}))
	text := testkit.Read(t, out)
	before, rest, _ := strings.Cut(text, "## "+title)
	table, after, _ := strings.Cut(rest, "\n## ")
	if before != "# Commands\n\npreface\n\n## Lines\n\n| a | 1 s |\n\n" || after != "zstd\n\n| c | 2 s |\n" {
		t.Errorf("the rest of the report is %q and %q", before, after)
	}
	if !strings.HasPrefix(table, "\n\nMeasured alone: cpu: ") || !strings.Contains(table, "| `uriscan redact --log secrets.log` | ") || strings.Contains(table, "old") {
		t.Errorf("the new table is %q", table)
	}
}
