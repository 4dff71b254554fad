package main

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

//go:generate go test -count=1 -run TestGenerated . -update

var update = flag.Bool("update", false, "write the generated files instead of comparing them")

// generatedFolders hold the manual pages and the completion scripts, and nothing
// else.
var generatedFolders = []string{"man", "completions"}

// scriptNames are the names under which shells look for their scripts.
var scriptNames = map[string]string{
	"bash":       "uriscan.bash",
	"fish":       "uriscan.fish",
	"powershell": "uriscan.ps1",
	"zsh":        "_uriscan",
}

// generated are the generated files by their paths.
func generated(t *testing.T) map[string]string {
	files := map[string]string{}
	eachCommand(func(c *cobra.Command) {
		if c == c.Root() || c.IsAvailableCommand() {
			files["man/"+manName(c)+".1"] = manPage(c)
		}
	})
	for _, shell := range shellNames() {
		files["completions/"+scriptNames[shell]] = runWith("", "completion", shell).out
	}
	return files
}

// The manual pages and the completion scripts in the repository are those of the
// commands as they are.
func TestGenerated(t *testing.T) {
	files := generated(t)
	if *update {
		writeGenerated(t, files)
	}
	var there []string
	for _, folder := range generatedFolders {
		list, _ := filepath.Glob(filepath.Join(folder, "*"))
		there = append(there, list...)
	}
	for i := range there {
		there[i] = filepath.ToSlash(there[i])
	}
	slices.Sort(there)
	if want := slices.Sorted(maps.Keys(files)); !slices.Equal(there, want) {
		t.Fatalf("generated files %q, want %q: run go generate ./cmd/uriscan", there, want)
	}
	for name, want := range files {
		if got := strings.ReplaceAll(readFile(t, filepath.FromSlash(name)), "\r\n", "\n"); got != want {
			t.Errorf("%s is not what the commands say: run go generate ./cmd/uriscan", name)
		}
	}
}

// writeGenerated makes the folders anew.
func writeGenerated(t *testing.T, files map[string]string) {
	for _, folder := range generatedFolders {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
