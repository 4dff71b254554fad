package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/uriscan/uriscan/internal/testkit"
)

var rewrite = flag.Bool("rewrite", false, "write the transcripts instead of comparing them")

// Commands do what the transcripts say. A transcript has lines of "$" and arguments (in one "␠" is a blank, and "␀" nothing), each followed by its
// standard input in quotes ("<"), and what the command did: its output (">"), its diagnostics
// ("!"), the files in the folder new ("@" and "|"), and its status, if that is not 0 ("=").
// The command of a line of "&" finds new as the one before left it. A line of "#" says what
// the next one is about. To see what a change does to many options joined, rewrite the
// transcripts and read the difference.
func TestTranscripts(t *testing.T) {
	folder, err := filepath.Abs("testdata/transcripts")
	testkit.Must(t, err)
	t.Chdir(t.TempDir())
	testkit.Must(t, os.CopyFS(".", os.DirFS(filepath.Join(folder, "in"))))
	names, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(names) < 10 {
		t.Fatalf("%d transcripts, %v", len(names), err)
	}
	for _, name := range names {
		var command, got string
		was := strings.SplitAfter(testkit.Read(t, name), "\n")
		for i, line := range was {
			mark, args, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			switch mark {
			case "$":
				if files, err := os.ReadDir("new"); err != nil || len(files) > 0 {
					testkit.Must(t, errors.Join(os.RemoveAll("new"), os.Mkdir("new", 0o777)))
				}
				fallthrough
			case "&":
				fields := strings.Fields(args)
				for j := range fields {
					fields[j] = strings.NewReplacer("␠", " ", "␀", "").Replace(fields[j])
				}
				in := ""
				if quoted, ok := strings.CutPrefix(was[i+1], "< "); ok {
					in, err = strconv.Unquote(strings.TrimSuffix(quoted, "\n"))
					testkit.Must(t, err)
					line += was[i+1]
				}
				got += line + did(t, runWith(in, fields...))
			case "#":
				got += line
			}
		}
		if *rewrite {
			testkit.Must(t, os.WriteFile(name, []byte(got), 0o666))
			continue
		}
		for i, line := range strings.SplitAfter(got, "\n") {
			if strings.HasPrefix(line, "$") || strings.HasPrefix(line, "&") {
				command = line
			}
			if i >= len(was) || line != was[i] {
				t.Errorf("%s:%d: %q of %q, want %q", filepath.Base(name), i+1, line, command, strings.Join(was[i:min(i+1, len(was))], ""))
				break
			}
		}
	}
	testkit.IfMeant(t, "go test -run Transcripts ./cmd/uriscan -rewrite, then read git diff")
}

// did is what a transcript says of a command that ended so.
func did(t *testing.T, end outcome) string {
	text := marked(">", end.out) + marked("!", end.err)
	files, err := os.ReadDir("new")
	testkit.Must(t, err)
	for _, f := range files {
		content := testkit.Read(t, filepath.Join("new", f.Name()))
		if !utf8.ValidString(content) || len(content) > 10_000 {
			content = fmt.Sprint(len(content), " bytes\n")
		}
		text += "@ " + f.Name() + "\n" + marked("|", content)
	}
	if end.status != 0 {
		text += fmt.Sprintln("=", end.status)
	}
	return text
}

// marked puts mark before each line, and quotes lines that would not be seen as they are.
func marked(mark, lines string) string {
	text := ""
	for line := range strings.Lines(lines) {
		shown, whole := strings.CutSuffix(line, "\n")
		if !whole || strings.ContainsFunc(shown, func(r rune) bool { return r != '\t' && !strconv.IsPrint(r) }) {
			shown = strconv.Quote(line)
		}
		text += mark + " " + shown + "\n"
	}
	return text
}
