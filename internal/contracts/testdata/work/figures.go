package main

import (
	_ "embed"
	"fmt"
	"os"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
)

// figures.tsv has a line for each workload: its name, how many statements it takes for
// each reference on each level, and how many if the inputs are stretched.
//
//go:embed figures.tsv
var figuresText string

type figures struct{ of, ofLong [kernel.AVX512 + 1]float64 }

func parseFigures() map[string]figures {
	all := map[string]figures{}
	for line := range strings.Lines(figuresText) {
		name, rest, _ := strings.Cut(line, "\t")
		var f figures
		fmt.Sscan(rest, &f.of[0], &f.of[1], &f.of[2], &f.ofLong[0], &f.ofLong[1], &f.ofLong[2]) // a 0 differs
		all[name] = f
	}
	return all
}

func writeFigures(file string, workloads []workload, all map[string]figures) error {
	var text strings.Builder
	for _, w := range workloads {
		f := all[w.name]
		fmt.Fprintf(&text, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\n", w.name, f.of[0], f.of[1], f.of[2], f.ofLong[0], f.ofLong[1], f.ofLong[2])
	}
	return os.WriteFile(file, []byte(text.String()), 0o666)
}
