package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/uriscan/uriscan/internal/kernel"
)

// A target is code with the tests that could catch a bug in it, those of its own folder
// first. Each further step is the packages of one go test.
type target struct {
	folders []string
	slow    string // the folder whose own tests come last, if there is one
	steps   [][]string
}

var targets = map[string]target{
	"kernel": {
		folders: []string{"internal/automaton", "internal/kernel"},
		steps: [][]string{
			{"./internal/automaton", "./lut", "./scanner"},
			{"./resolve", "./normalize", "./fuzz", "./internal/contracts/..."},
			{"./scanner/inspect", "./normalize/redact", "./normalize/repair"}, // which ask kernels of their own
		},
	},
	"library": {
		folders: []string{"lut", "scanner", "resolve", "normalize"},
		steps: [][]string{
			{"./lut", "./scanner", "./resolve", "./normalize"},
			{"./fuzz", "./internal/contracts/..."},
		},
	},
	"users": { // the packages on top of the library
		folders: []string{
			"scanner/target", "scanner/inspect", "scanner/inspect/httpguard",
			"normalize/neturl", "normalize/query", "normalize/redact", "normalize/redact/redactlog", "normalize/template",
			"normalize/repair", "normalize/repair/idnahost", "normalize/crawl",
		},
		steps: [][]string{
			{"./scanner/...", "./normalize/..."},
			{"./fuzz", "./internal/contracts/..."},
		},
	},
	"command": {
		folders: []string{
			"cmd/uriscan", "cmd/internal/archive", "cmd/internal/column", "cmd/internal/dedupe", "cmd/internal/diag",
			"cmd/internal/extract", "cmd/internal/gitignore", "cmd/internal/page", "cmd/internal/picture", "cmd/internal/pipeline",
			"cmd/internal/progress", "cmd/internal/record", "cmd/internal/render", "cmd/internal/report", "cmd/internal/seen",
			"cmd/internal/site", "cmd/internal/stats", "cmd/internal/stream", "cmd/internal/tally", "cmd/internal/term",
			"cmd/internal/warc", "internal/prose",
		},
		slow: "cmd/uriscan",
		steps: [][]string{
			{"-run=Transcripts", "./cmd/uriscan"},
			{"./cmd/uriscan"},
		},
	},
	"judges": { // what the tests take for the truth
		folders: []string{"fuzz/abnf", "fuzz/byhand", "fuzz/slow"},
		steps:   [][]string{{"./fuzz"}, {"./scanner", "./resolve", "./normalize"}},
	},
}

// mutants returns all mutants of the target's code that this machine runs.
func (t *target) mutants() (all []mutant, err error) {
	for _, folder := range t.folders {
		list, err := exec.Command("go", "list", "-f", "{{join .GoFiles ` `}} {{join .SFiles ` `}}", "./"+folder).Output()
		if err != nil {
			return nil, fmt.Errorf("go list ./%s: %w", folder, err)
		}
		files := strings.Fields(string(list))
		slices.Sort(files)
		for _, file := range files {
			if strings.HasSuffix(file, "_gen.go") {
				continue
			}
			file = filepath.Join(folder, file)
			src, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			var found []mutant
			switch filepath.Ext(file) {
			case ".go":
				if found, err = goMutants(file, src); err != nil {
					return nil, err
				}
			case ".s":
				found = asmMutants(file, src, runsHere)
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// runsHere reports whether the processor has what an assembly function needs.
func runsHere(function string) bool {
	levels := kernel.Levels()
	switch {
	case strings.HasSuffix(function, "512"):
		return slices.Contains(levels, kernel.AVX512)
	case strings.HasSuffix(function, "256"):
		return slices.Contains(levels, kernel.AVX2)
	}
	return true
}
