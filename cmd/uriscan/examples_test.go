package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/uriscan/uriscan/internal/testkit"
)

// exampleFiles are the files in examples that testdata does not have: a path of the
// module, or a text.
var exampleFiles = map[string]string{
	"README.md": "../../README.md",
	"docs":      "../../CONTRIBUTING.md",
	"src":       "../../resolve/doc.go",
	"access.gz": "/\n",
	"links.zst": "/\n",
	"pages.csv": "1,http://www.example.com/a\n2,http://www.example.com/b\n",
}

// examplePrograms replace programs that are not installed everywhere.
var examplePrograms = map[string]string{
	"column":     "cat",
	"jq":         "cat",
	"less":       "cat",
	"journalctl": "echo see http://example.com/",
}

// TestExamples runs every example of every help in a shell, in a folder with the
// files that they name.
func TestExamples(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skipf("the examples are for a shell such as bash: %v", err)
	}
	folder, programs := exampleFolder(t), linked(t)
	for name, script := range examplePrograms {
		writeFile(t, filepath.Join(programs, name), "#!/bin/sh\n"+script+"\n")
	}
	var lines []string
	eachCommand(func(c *cobra.Command) { lines = append(lines, examples(c)...) })
	const mark = "\nits status: "
	const end = "\n)\necho '" + mark + "'$?\n" // a comment may end the line
	run := exec.Command(bash, "-o", "pipefail", "-c", "("+strings.Join(lines, end+"(")+end)
	run.Dir = folder
	run.Env = environment(programs)
	text, err := run.CombinedOutput()
	results := strings.Split("\n"+string(text), mark)
	if err != nil || len(results) != len(lines)+1 {
		t.Fatalf("the examples give %d results, %v, want %d", len(results)-1, err, len(lines))
	}
	for i, line := range lines {
		_, out, _ := strings.Cut(results[i], "\n")
		status, _, _ := strings.Cut(results[i+1], "\n")
		says := regexp.MustCompile(`(?m)^uriscan: .*, left out: \d+.*\n`).ReplaceAllString(out, "")
		if status != "0" && status != "1" || strings.Contains("\n"+says, "\nuriscan: ") {
			t.Errorf("%s: status %s, %s, want 0 or 1 and no error", line, status, out)
		}
	}
}

// linked returns a folder with the command under its name.
func linked(t *testing.T) string {
	t.Helper()
	canStart(t)
	folder := t.TempDir()
	if err := os.Symlink(command(t).Path, filepath.Join(folder, "uriscan")); err != nil {
		t.Skipf("no link to the command can be made: %v", err)
	}
	return folder
}

// environment is one in which shells find the programs of a folder first.
func environment(programs string) []string {
	return append(os.Environ(), asCommand+"=1", "PATH="+programs+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// exampleFolder makes a folder with the files of the examples.
func exampleFolder(t *testing.T) string {
	folder := t.TempDir()
	testkit.Must(t, os.CopyFS(folder, os.DirFS("testdata")))
	for name, content := range exampleFiles {
		if strings.HasPrefix(content, "../") {
			content = testkit.Read(t, filepath.FromSlash(content))
		}
		writeFile(t, filepath.Join(folder, name), content)
	}
	return folder
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	testkit.Must(t, os.WriteFile(path, []byte(content), 0o755))
}
