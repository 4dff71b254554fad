package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/internal/testkit"
)

// A fenced block is the text between two fences of a document.
type fenced struct {
	language string
	file     string
	line     int // of its first line, from 1
	lines    []string
}

// documents returns the blocks of the README and of the files in docs/.
func documents(t *testing.T) (blocks []fenced) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no document in docs: %v", err)
	}
	for _, file := range append(files, filepath.Join("..", "..", "README.md")) {
		open := false
		for i, line := range strings.Split(testkit.Read(t, file), "\n") {
			language, fence := strings.CutPrefix(strings.TrimSuffix(line, "\r"), "```")
			switch {
			case fence && !open:
				blocks = append(blocks, fenced{language: language, file: file, line: i + 2})
			case !fence && open:
				b := &blocks[len(blocks)-1]
				b.lines = append(b.lines, line)
			}
			open = open != fence
		}
	}
	return blocks
}

// TestDocumentedCommands runs the commands of console blocks from the root of the
// module and compares what they print, both streams together.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a POSIX shell")
	}
	programs := linked(t)
	ran := 0
	for _, b := range documents(t) {
		if b.language != "console" {
			continue
		}
		for i := 0; i < len(b.lines); ran++ {
			command, ok := strings.CutPrefix(b.lines[i], "$ ")
			if !ok {
				t.Fatalf("%s:%d: %q, want a command after \"$ \"", b.file, b.line+i, b.lines[i])
			}
			want, line := "", b.line+i
			for i++; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
				want += b.lines[i] + "\n"
			}
			if got := shell(t, programs, command); unpadded(got) != unpadded(want) {
				t.Errorf("%s:%d: %s prints\n%swant\n%s", b.file, line, command, got, want)
			}
		}
	}
	if ran == 0 {
		t.Error("the documents have no console block, want commands to run")
	}
}

// unpadded returns text without the blanks at the beginnings of lines: how many
// uniq -c writes depends on the system.
func unpadded(text string) string {
	return regexp.MustCompile("(?m)^ +").ReplaceAllString(text, "")
}

// shell returns what a command line prints. It ignores the exit status:
// that of check says whether there was something to print.
func shell(t *testing.T, programs, command string) string {
	t.Helper()
	c := exec.Command("sh", "-c", command)
	c.Dir = filepath.Join("..", "..")
	c.Env = append(environment(programs), "COLUMNS=80")
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatalf("sh -c %q: %v", command, err)
	}
	return out.String()
}

// Every program of a document is an example of a package that its imports name, and the
// block after it is what that prints.
func TestDocumentedPrograms(t *testing.T) {
	blocks := documents(t)
	programs := 0
	for i, b := range blocks {
		if b.language != "go" {
			continue
		}
		programs++
		imports, program, _ := strings.Cut(strings.Join(b.lines, "\n"), "\nfunc main() {\n")
		example := "() {\n" + strings.TrimSuffix(program, "}")
		switch serves := strings.Contains(program, "ListenAndServe"); { // and prints nothing
		case i+1 < len(blocks) && blocks[i+1].language == "text":
			example += "\t// Output:\n\t// " + strings.Join(blocks[i+1].lines, "\n\t// ") + "\n"
		case !serves:
			t.Errorf("%s:%d: no block with the output follows the program", b.file, b.line)
			continue
		}
		example += "}\n"
		found := slices.ContainsFunc([]string{"scanner", "resolve", "normalize", "scanner/target", "scanner/inspect", "scanner/inspect/httpguard", "normalize/neturl", "normalize/query", "normalize/redact", "normalize/redact/redactlog", "normalize/template", "normalize/crawl"}, func(folder string) bool {
			source := testkit.Read(t, filepath.Join("..", "..", folder, "example_test.go"))
			return strings.Contains(imports, module+"/"+folder) && strings.Contains(strings.ReplaceAll(source, "\r", ""), example)
		})
		if !found {
			t.Errorf("%s:%d: no package that the program imports has the example%s", b.file, b.line, example)
		}
	}
	if programs < 3 {
		t.Errorf("the documents have %d programs, want 3", programs)
	}
}

const (
	module = "github.com/uriscan/uriscan"
	// thirdParty is the one module that library packages may import.
	thirdParty = "github.com/valyala/bytebufferpool"
	// idnaPackage is the one that is made for what it imports.
	idnaPackage = "normalize/repair/idnahost"
)

// layers are the packages of the module, each after all that it imports.
var layers = strings.Fields(`
	internal/automaton internal/kernel lut scanner internal/prose internal/rawref resolve normalize
	scanner/target scanner/inspect scanner/inspect/httpguard normalize/neturl normalize/query normalize/redact normalize/redact/redactlog
	normalize/template
	normalize/repair normalize/repair/idnahost normalize/crawl
	internal/disk
	cmd/internal/diag cmd/internal/term cmd/internal/stream cmd/internal/progress cmd/internal/archive
	cmd/internal/pipeline cmd/internal/column cmd/internal/record cmd/internal/site cmd/internal/render
	cmd/internal/picture cmd/internal/gitignore cmd/internal/page cmd/internal/warc cmd/internal/extract
	cmd/internal/seen cmd/internal/dedupe cmd/internal/tally cmd/internal/report cmd/internal/stats
	cmd/uriscan`)

// Imports point one way: from a package to those before it in layers, or to packages of
// the tests from their files alone. Programs that import the library get none of the
// dependencies of the command: of other modules it imports thirdParty alone, except in idnaPackage.
func TestLayers(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		testkit.Must(t, err)
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		folder = filepath.ToSlash(folder)
		_, noModule := os.Stat(filepath.Join(path, "go.mod"))
		i := slices.Index(layers, folder)
		switch {
		case d.IsDir() && path != root && (noModule == nil || d.Name()[0] == '.' || slices.Contains([]string{"fuzz", "gen", "contracts", "faults", "testkit", "testdata"}, d.Name())):
			return fs.SkipDir
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		case i < 0:
			t.Errorf("%s is not in layers", folder)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		testkit.Must(t, err)
		for _, im := range f.Imports {
			name := strings.Trim(im.Path.Value, `"`)
			own, isOwn := strings.CutPrefix(name, module+"/")
			first, _, _ := strings.Cut(name, "/") // none of the standard library has a dot there
			if isOwn && !slices.Contains(layers[:i], own) || !isOwn && strings.Contains(first, ".") && name != thirdParty && !(folder == idnaPackage && name == "golang.org/x/net/idna") && i < slices.Index(layers, "internal/disk") {
				t.Errorf("%s imports %s, want packages before %s in layers, and %s", path, name, folder, thirdParty)
			}
		}
		return nil
	})
	testkit.Must(t, err)
}

// exampleFiles are the files in examples that testdata does not have: a path of the
// module, or a text.
var exampleFiles = map[string]string{
	"README.md":   "../../README.md",
	"docs":        "../../CONTRIBUTING.md",
	"src":         "../../resolve/doc.go",
	"today.gz":    "/\n",
	"1.txt":       "http://www.example.com/\n",
	"links.zst":   "/\n",
	"dirty.txt":   " http://www.example.com\\a b\nhttp://bücher.example/|\n",
	"domains.txt": "www.example.com\n",
	"pages.csv":   "1,http://www.example.com/a\n2,http://www.example.com/b\n",
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
	testkit.Must(t, os.RemoveAll(filepath.Join(folder, "transcripts")))
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
