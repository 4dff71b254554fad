package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

const command = "go run ./internal/gen"

// files returns the content of every generated file by its path from the root
// of the module.
func files(g *abnf.Grammar) map[string][]byte {
	return map[string][]byte{
		"internal/kernel/automaton_gen.go": emitAutomaton(minimize(determinize(newNFA(g)))),
		"lut/class_gen.go":                 emitClasses(g),
	}
}

func main() {
	for path, content := range files(abnf.RFC3986()) {
		if err := os.WriteFile(filepath.FromSlash(path), content, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
