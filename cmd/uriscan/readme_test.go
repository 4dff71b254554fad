package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A fenced block is what stands between two fences of the README.
type fenced struct {
	language string
	line     int // of its first line, from 1
	lines    []string
}

// readme returns the blocks of the README.
func readme(t *testing.T) []fenced {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []fenced
	open := false
	for i, line := range strings.Split(string(text), "\n") {
		language, fence := strings.CutPrefix(strings.TrimSuffix(line, "\r"), "```")
		switch {
		case fence && !open:
			blocks = append(blocks, fenced{language: language, line: i + 2})
		case !fence && open:
			b := &blocks[len(blocks)-1]
			b.lines = append(b.lines, line)
		}
		open = open != fence
	}
	return blocks
}

// TestReadmeCommands runs the commands of the README's console blocks from the
// root of the module and compares what they print, both streams together.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the README's commands are for a POSIX shell")
	}
	programs := linked(t)
	ran := 0
	for _, b := range readme(t) {
		if b.language != "console" {
			continue
		}
		for i := 0; i < len(b.lines); ran++ {
			command, ok := strings.CutPrefix(b.lines[i], "$ ")
			if !ok {
				t.Fatalf("README.md:%d: %q, want a command after \"$ \"", b.line+i, b.lines[i])
			}
			want, line := "", b.line+i
			for i++; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
				want += b.lines[i] + "\n"
			}
			if got := shell(t, programs, command); unpadded(got) != unpadded(want) {
				t.Errorf("README.md:%d: %s prints\n%swant\n%s", line, command, got, want)
			}
		}
	}
	if ran == 0 {
		t.Error("README.md has no console block, want commands to run")
	}
}

// unpadded returns text without the blanks at the beginnings of lines, of which
// uniq -c writes more on one system than on another.
func unpadded(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, " ")
	}
	return strings.Join(lines, "\n")
}

// shell returns what a command line prints. Its exit status is not looked at:
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

// The program of the README is the example of package scanner, and the block after it is
// what that prints.
func TestReadmeProgram(t *testing.T) {
	source := readFile(t, filepath.Join("..", "..", "scanner", "example_test.go"))
	_, example, _ := strings.Cut(strings.ReplaceAll(source, "\r", ""), "\nfunc Example() {\n")
	program, rest, _ := strings.Cut(example, "\t// Output:\n")
	output, _, ok := strings.Cut(rest, "\n}\n")
	blocks := readme(t)
	i := slices.IndexFunc(blocks, func(b fenced) bool { return b.language == "go" })
	if i < 0 || i+1 == len(blocks) || blocks[i+1].language != "text" || !ok {
		t.Fatal("README.md has no program followed by its output, or package scanner no example")
	}
	const head = "package main\n\nimport (\n\t\"fmt\"\n\n\t\"" + module + "/scanner\"\n)\n\nfunc main() {\n"
	if got := strings.Join(blocks[i].lines, "\n"); got != head+program+"}" {
		t.Errorf("README.md:%d: the program is\n%s\nwant the example of package scanner\n%s", blocks[i].line, got, head+program+"}")
	}
	if got := "\t// " + strings.Join(blocks[i+1].lines, "\n\t// "); got != output {
		t.Errorf("README.md:%d: the output is\n%s\nwant\n%s", blocks[i+1].line, got, output)
	}
}

const (
	module = "github.com/uriscan/uriscan"
	// thirdParty is the one module that library packages may import.
	thirdParty = "github.com/valyala/bytebufferpool"
)

// Who imports the library gets nothing of what the command is made with: packages beside
// the command import, on any system, the standard library, each other and thirdParty.
func TestLibraryImports(t *testing.T) {
	root := filepath.Join("..", "..")
	packages := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		_, noModule := os.Stat(filepath.Join(path, "go.mod"))
		if d.IsDir() {
			if path != root && (noModule == nil || d.Name()[0] == '.' || slices.Contains([]string{"cmd", "disk", "testdata"}, d.Name())) {
				return fs.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		packages[f.Name.Name] = true
		for _, i := range f.Imports {
			name := strings.Trim(i.Path.Value, `"`)
			own, isOwn := strings.CutPrefix(name, module+"/")
			first, _, _ := strings.Cut(name, "/") // none of the standard library has a dot there
			if isOwn && (strings.HasPrefix(own, "cmd/") || own == "internal/disk") || !isOwn && strings.Contains(first, ".") && name != thirdParty {
				t.Errorf("%s imports %s, want nothing beyond the library, the standard library and %s", path, name, thirdParty)
			}
		}
		return nil
	})
	for _, name := range []string{"lut", "scanner", "resolve", "normalize", "kernel"} {
		if !packages[name] || err != nil {
			t.Errorf("there is no package %s, %v", name, err)
		}
	}
}
