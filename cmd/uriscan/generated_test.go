package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
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

// generate writes the files into a folder.
func generate(t *testing.T, folder string) {
	for _, name := range generatedFolders {
		if err := os.Mkdir(filepath.Join(folder, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, shell := range shellNames() {
		writeGenerated(t, filepath.Join(folder, "completions", scriptNames[shell]), runWith("", "completion", shell).out)
	}
	root := newRoot(streams{})
	root.DisableAutoGenTag = true
	for _, c := range append(root.Commands(), root) {
		c.Long, c.Example = markdown(c.Long), strings.ReplaceAll(c.Example[2:], "\n  ", "\n")
		c.Flags().VisitAll(documented)
	}
	header := &doc.GenManHeader{Source: "uriscan", Manual: "User Commands", Date: &time.Time{}}
	man := filepath.Join(folder, "man")
	if err := doc.GenManTree(root, header, man); err != nil {
		t.Fatal(err)
	}
	for name, page := range filesIn(t, man) {
		writeGenerated(t, filepath.Join(man, name), cleaned(page))
	}
}

// cleaned makes flags of a page terms of a list, and each character itself: roff
// has typographic ones for those that shells know.
func cleaned(page string) string {
	page = strings.Replace(page, "Jan 0001", manDate, 1)
	page = blankLines.ReplaceAllString(page, "\n$1")
	page = optionForm.ReplaceAllString(page, ".TP\n$1 \\fI$2\\fP\n")
	var b strings.Builder
	for line := range strings.Lines(page) {
		if line[0] != '.' {
			line = roffMarks.Replace(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// blankLines stand before macros that part paragraphs themselves.
var blankLines = regexp.MustCompile(`\n\n+(\.[PST]|$)`)

var roffMarks = strings.NewReplacer("-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

func writeGenerated(t *testing.T, path, content string) {
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// manDate is no day of a build, so that pages change only if what they say does.
const manDate = "2026-11-22"

// documented makes f one whose default value is what its value is called, which
// cobra/doc does not tell.
func documented(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	if f.DefValue != "" && f.DefValue != "false" && !strings.Contains(usage, "default") {
		usage += " (default " + f.DefValue + ")"
	}
	f.DefValue, f.Usage = value, markdown(usage)
}

// optionForm is how cobra/doc writes a flag and its text: in lines of one
// paragraph, apart by a TAB.
var optionForm = regexp.MustCompile(`(?m)^(?:\.PP\n)?(\\fB-.*\\fP)(?:\[=.*\]|="?([^"\n]*)"?)\n\t`)

var markdownMarks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "<", "\\<", ">", "\\>", "[", "\\[", "&", "&amp;")

// markdown makes Markdown of a help text, which has no other marks than lists and
// lines indented by 4, to be printed as they are.
func markdown(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    ") {
			line = markdownMarks.Replace(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// The manual pages and the completion scripts in the repository are those of the
// commands as they are.
func TestGenerated(t *testing.T) {
	if *update {
		for _, name := range generatedFolders {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		}
		generate(t, ".")
	}
	fresh := t.TempDir()
	generate(t, fresh)
	for _, name := range generatedFolders {
		want, got := filesIn(t, filepath.Join(fresh, name)), filesIn(t, name)
		for file := range want {
			if got[file] != want[file] {
				t.Errorf("%s/%s is not what the commands say: run go generate ./cmd/uriscan", name, file)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has %d files, want %d: run go generate ./cmd/uriscan", name, len(got), len(want))
		}
	}
}

// Each line of a help stands in its manual page.
func TestManualIsWhole(t *testing.T) {
	plain := strings.NewReplacer(`\\`, `\`, `\&`, "", `\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~")
	eachCommand(func(c *cobra.Command) {
		name := filepath.Join("man", strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		page := plain.Replace(readFile(t, name))
		for line := range strings.Lines(c.Long + "\n" + c.Example + "\n" + c.UseLine()) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if !c.Hidden && !strings.Contains(page, line) {
				t.Errorf("%s does not have the line %s", name, line)
			}
		}
	})
}

// filesIn are the files in a folder by their names.
func filesIn(t *testing.T, folder string) map[string]string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		files[e.Name()] = strings.ReplaceAll(readFile(t, filepath.Join(folder, e.Name())), "\r\n", "\n")
	}
	return files
}
