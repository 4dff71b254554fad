package record

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// As many lines as there are are printed at once, and copied as one where they are normal.
func TestManyLines(t *testing.T) {
	j := &Job{Reading: pipeline.Reading{Delim: '\n', MaxLine: 16 << 20}, References: Nothing}
	for _, n := range []int{1, 7, 8, 100, MaxLines, 300} {
		src := []byte(strings.Repeat("http://h/a\n", n))
		lines, _ := scanner.AppendLines(nil, src, '\n')
		if got, normal := j.GoodLines(lines), countNormal(src, lines, normalize.SchemeBased, '\n'); got != min(n, MaxLines) || normal != n {
			t.Errorf("of %d lines %d are done at once and %d are normal, want %d and all", n, got, normal, min(n, MaxLines))
		}
	}
}
