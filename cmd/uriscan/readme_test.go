package main

import (
	"bytes"
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

// goCommand runs go in the root of the module and returns what it prints, also where
// the test itself runs under an emulator.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = filepath.Join("..", "..")
	c.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
		return strings.HasPrefix(s, "GOARCH=") || strings.HasPrefix(s, "GOOS=")
	})
	var says strings.Builder // such as what is downloaded
	c.Stderr = &says
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, says.String())
	}
	return string(out)
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

// TestReadmeProgram runs the program of the README and compares what it prints
// with the block after it.
func TestReadmeProgram(t *testing.T) {
	t.Parallel()
	blocks := readme(t)
	i := slices.IndexFunc(blocks, func(b fenced) bool { return b.language == "go" })
	if i < 0 || i+1 == len(blocks) || blocks[i+1].language != "text" {
		t.Fatal("README.md has no program followed by its output")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(strings.Join(blocks[i].lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	want := strings.Join(blocks[i+1].lines, "\n") + "\n"
	if got := goCommand(t, "run", file); got != want {
		t.Errorf("README.md:%d: the program prints\n%swant\n%s", blocks[i].line, got, want)
	}
}
