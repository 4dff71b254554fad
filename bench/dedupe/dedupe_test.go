package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The inputs have as many distinct lines as they say, and a peer finds as many.
func TestInputs(t *testing.T) {
	for _, tt := range []struct{ n, distinct int }{{10_000, 10_000}, {10_000, 20}} {
		name := filepath.Join(t.TempDir(), "input")
		if err := writeInput(name, tt.n, tt.distinct); err != nil {
			t.Fatal(err)
		}
		var lines, out bytes.Buffer
		if err := writeLines(&lines, tt.n, tt.distinct); err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for line := range strings.Lines(lines.String()) {
			known[line] = true
		}
		if got := bytes.Count(lines.Bytes(), []byte("\n")); got != tt.n || len(known) != tt.distinct {
			t.Errorf("writeLines(%d, %d) = %d lines, %d distinct", tt.n, tt.distinct, got, len(known))
		}
		if err := byNetURL(name, &out); err != nil {
			t.Fatal(err)
		}
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != tt.distinct {
			t.Errorf("byNetURL of %d distinct lines prints %d", tt.distinct, got)
		}
	}
}

// The command measures, as it is described.
func TestRun(t *testing.T) {
	for _, tool := range []string{"sort", "awk"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	out, err := exec.Command("go", "run", ".", "-lines", "1000", "-runs", "1", "-dir", t.TempDir()).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, says := range []string{"1000 lines, 1000 distinct", "1000 lines, 20 distinct", "uriscan dedupe --memory 16M", sortName, "net/url"} {
		if !strings.Contains(string(out), says) {
			t.Errorf("dedupe prints\n%s\nwant it to speak of %q", out, says)
		}
	}
}
