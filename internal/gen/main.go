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
func files(g *abnf.Grammar, d *dfa) map[string][]byte {
	return map[string][]byte{
		"internal/kernel/automaton_gen.go": emitAutomaton(d),
		"lut/class_gen.go":                 emitClasses(g),
	}
}

// compile makes the automaton of a grammar.
func compile(g *abnf.Grammar) *dfa { return minimize(determinize(newNFA(g))) }

func main() {
	g := abnf.RFC3986()
	for path, content := range files(g, compile(g)) {
		if err := os.WriteFile(filepath.FromSlash(path), content, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
