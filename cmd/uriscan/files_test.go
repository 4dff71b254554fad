package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write makes a file in the current folder.
func write(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.WriteFile(name, []byte(text), 0o666))
}

func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good", "http://a/\nhttp://b/")
	write(t, "bad", "x\nb c\n")
	write(t, "empty", "")
	must(t, os.Mkdir("folder", 0o777))
	const stdin = "http://in/\n%\n"
	path := []string{"parse", "--format", "{host|-}"}
	runTests(t, []commandTest{
		{"one", stdin, append(path, "good"), outcome{0, "a\nb\n", ""}},
		{"none is standard input", stdin, path, outcome{1, "in\n", "-:2:2: unexpected-end\n"}},
		{"dash is standard input", stdin, append(path, "-"), outcome{1, "in\n", "-:2:2: unexpected-end\n"}},
		{"in order, lines counted in each", stdin, append(path, "bad", "good", "-", "bad"),
			outcome{1, "-\na\nb\nin\n-\n", "bad:2:2: bad-path\n-:2:2: unexpected-end\nbad:2:2: bad-path\n"}},
		{"standard input has an end", stdin, append(path, "-", "-"), outcome{1, "in\n", "-:2:2: unexpected-end\n"}},
		{"empty among others", stdin, append(path, "empty", "good"), outcome{0, "a\nb\n", ""}},
		{"missing among others", stdin, append(path, "good", "missing", "good"),
			outcome{3, "a\nb\na\nb\n", "uriscan: missing: no such file or directory\n"}},
		{"folder among others", stdin, append(path, "folder", "good"),
			outcome{3, "a\nb\n", "uriscan: folder: is a directory: name the files in it; extract alone searches folders\n"}},
		{"bad and missing", stdin, append(path, "bad", "missing"),
			outcome{3, "-\n", "bad:2:2: bad-path\nuriscan: missing: no such file or directory\n"}},
		{"quiet is about lines", stdin, append(path, "--quiet", "bad", "missing"),
			outcome{3, "-\n", "uriscan: missing: no such file or directory\n"}},
		{"fail stops before the next file", stdin, append(path, "--on-error", "fail", "bad", "good"),
			outcome{1, "-\n", "bad:2:2: bad-path\n"}},
		{"flags after files", stdin, append(path, "good", "--quiet", "--", "bad"), outcome{1, "a\nb\n-\n", ""}},
		{"one header", stdin, []string{"parse", "empty", "empty"}, outcome{0, tsvHeader(false), ""}},
	})
}

func TestOutputFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in", "http://a/\nb c\n")
	write(t, "out", strings.Repeat("what was there before\n", 10))
	want := outcome{exitBad, "", "in:2:2: bad-path\n"}
	if got := runWith("", "parse", "--format", "{host}", "-o", "out", "in"); got != want {
		t.Errorf("parse -o out = %+v, want %+v", got, want)
	}
	if got, _ := os.ReadFile("out"); string(got) != "a\n" {
		t.Errorf("out holds %q, want %q", got, "a\n")
	}
	want = outcome{exitIO, "", "uriscan: folder/out: no such file or directory\n"}
	if got := runWith("", "parse", "--output", "folder/out", "in"); got != want {
		t.Errorf("parse -o folder/out = %+v, want %+v", got, want)
	}
	if got := runWith("", "parse", "--format", "{host}", "-o", "-", "in"); got.out != "a\n" {
		t.Errorf("parse -o - = %+v, want it on standard output", got)
	}
}

// However a command gets its input as its output, too, it refuses that before it
// reads or writes anything.
func TestOutputIsInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "HTTP://A/\nb c\n"
	write(t, "in", text)
	write(t, "other", "HTTP://B/\n")
	must(t, errors.Join(os.Link("in", "hard"), os.Symlink("in", "link")))
	redirections := map[string]int{"<": os.O_RDONLY, ">>": os.O_WRONLY | os.O_APPEND, "1<>": os.O_RDWR}
	for _, command := range []string{"check", "extract", "explain", "parse", "resolve --base http://a/", "resolve --pairs", "relativize --base http://a/", "normalize", "stats"} {
		for _, redirect := range []string{
			"other in >> in", "in >> hard", "in other >> link", "- < in 1<> in", "< in >> in",
			"-o in in", "-o hard in", "-o link in", "-o in < link", "-o in other hard",
		} {
			if command == "check" && redirect[:2] == "-o" || command == "explain" && !strings.HasPrefix(redirect, "-o in <") && redirect[0] != '<' {
				continue // check has no -o, and explain no files
			}
			var says strings.Builder
			std := streams{nil, &says, &says}
			args := strings.Fields(command + " " + redirect)
			for i := len(args) - 2; i > 0; i-- {
				flag, ok := redirections[args[i]]
				if !ok {
					continue
				}
				f, err := os.OpenFile(args[i+1], flag, 0)
				must(t, err)
				defer f.Close()
				if args[i] == "<" {
					std.in = f
				} else {
					std.out = f
				}
				args = slices.Delete(args, i, i+2)
			}
			status := run(t.Context(), args, std)
			const refused = "an input cannot be the output, too: write to another file, then rename it\n"
			if got := contents("in"); status != exitUsage || got != text || !strings.HasSuffix(says.String(), refused) || strings.Count(says.String(), "\n") > 1 {
				t.Errorf("%s %s = %d, %q, and %q in the input, want %d, %q and no change", command, redirect, status, says.String(), got, exitUsage, refused)
			}
		}
	}
	end, err := os.OpenFile("in", os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	defer end.Close()
	if status := run(t.Context(), []string{"check", "in"}, streams{nil, nil, end}); status != exitUsage {
		t.Errorf("check with standard error into its input = %d, want %d", status, exitUsage)
	}
}

// So it does where neither was there.
func TestOutputIsInputThatIsMade(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.Symlink("made", "link"))
	for _, names := range [][2]string{{"made", "made"}, {"made", "./made"}, {"link", "made"}, {"link", "link"}} {
		want := outcome{exitUsage, "", "uriscan: " + names[0] + ": an input cannot be the output, too: write to another file, then rename it\n"}
		if got := runWith("", "parse", "-o", names[0], names[1]); got != want {
			t.Errorf("parse -o %s %s = %+v, want %+v", names[0], names[1], got, want)
		}
		if got := runWith("", "dedupe", "--seen", "set", "-o", names[0], names[1]); got != want {
			t.Errorf("dedupe --seen set -o %s %s = %+v, want %+v", names[0], names[1], got, want)
		}
		if _, err := os.Stat("made"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("-o %s %s: made is there (%v), want no file", names[0], names[1], err)
		}
	}
	if got := runWith("", "parse", "--format", "{host}", "-o", "made", "missing"); got.status != exitIO {
		t.Errorf("parse -o made missing = %+v, want status %d", got, exitIO)
	}
	if _, err := os.Stat("made"); err != nil {
		t.Errorf("parse -o made missing: %v, want an empty file", err)
	}
}

// What was read before an input breaks off is printed; its last, unfinished
// line is not taken for one.
func TestReadError(t *testing.T) {
	broken := iotest.ErrReader(errors.New("cable cut"))
	tests := []struct {
		name, in string
		want     outcome
	}{
		{"at once", "", outcome{3, "", "uriscan: standard input: cable cut\n"}},
		{"after a line", "a\n", outcome{3, "a\n", "uriscan: standard input: cable cut after 2 bytes\n"}},
		{"inside a line", "a\nb c\nd", outcome{3, "a\n",
			"-:2:2: bad-path\nuriscan: standard input: cable cut after 7 bytes; 1 bytes of line 3 were read before and dropped\n"}},
		{"inside a long line", "a\nlonger than the limit", outcome{3, "a\n", "-:2:6: too-long\nuriscan: standard input: cable cut after 23 bytes\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(tt.in), broken)
			if got := runOn(in, "parse", "--format", "{path}", "--max-line", "5"); got != tt.want {
				t.Errorf("parse = %+v, want %+v", got, tt.want)
			}
		})
	}
	reads := 0
	rare := runOn(readerFunc(func(p []byte) (int, error) {
		if reads++; reads%50 != 0 {
			return 0, nil
		}
		return copy(p, "a\n"), map[bool]error{true: io.EOF}[reads == 150]
	}), "normalize")
	if want := (outcome{exitGood, "a\na\na\n", ""}); rare != want {
		t.Errorf("normalize of a reader that gives something now and then = %+v, want %+v", rare, want)
	}
	stuck := runOn(stuckReader{}, "check")
	if want := (outcome{3, "", "uriscan: standard input: " + io.ErrNoProgress.Error() + "\n"}); stuck != want {
		t.Errorf("check of a reader that gives nothing = %+v, want %+v", stuck, want)
	}
}

// A line that was read in part has its number, whatever came before it.
func TestNumberOfDroppedLine(t *testing.T) {
	const in = "a\nb c\n\nlonger than the limit\n\"x\",\"y\nz\"\n\"over\nthe limit\",%\nd"
	want := fmt.Sprintf("; 1 bytes of line %d were read before and dropped\n", strings.Count(in, "\n")+1)
	commands := []string{
		"parse", "check", "normalize", "dedupe", "stats --json", "resolve --base http://a/", "resolve --pairs", "relativize --base http://a/",
		"normalize --field 1", "dedupe --field 1", "check --csv --field 1", "normalize --csv --field 1", "dedupe --csv --field 1",
		"stats --csv --field 1", "parse --csv --field 2 --append",
	}
	for i, command := range commands {
		for j, flags := range []string{"", "--quiet", "--on-error keep", "--quiet --on-error keep"} {
			if strings.HasPrefix(command, "stats") {
				flags = ""
			}
			for _, size := range inTurn(i+j, "1", "7", "256K") {
				args := strings.Fields(command + " --max-line 10 --block-size " + size + " " + flags)
				r := io.MultiReader(strings.NewReader(in), iotest.ErrReader(errors.New("cable cut")))
				if got := runOn(r, args...); got.status != exitIO || !strings.HasSuffix(got.err, want) {
					t.Errorf("run(%q) of what breaks off = %+v, want %q", args, got, want)
				}
			}
		}
	}
}

// A file may grow while it is read. If it shrinks, its end is none, and the line
// there is no line.
func TestFileChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		name   string
		change func(f *os.File) error
		want   outcome
	}{
		{"nothing", func(*os.File) error { return nil }, outcome{exitGood, "a\nb\nc\n", ""}},
		{"grows", func(f *os.File) error { _, err := f.WriteAt([]byte("c\nd"), 4); return err }, outcome{exitGood, "a\nb\nc\nd\n", ""}},
		{"shrinks", func(f *os.File) error { return f.Truncate(3) }, outcome{exitIO, "a\n",
			"uriscan: in: the file shrank from 5 to 3 bytes after 3 bytes; 1 bytes of line 2 were read before and dropped\n"}},
		{"shrinks behind what was read", func(f *os.File) error { return f.Truncate(1) }, outcome{exitIO, "a\n",
			"uriscan: in: the file shrank from 5 to 1 bytes after 2 bytes\n"}},
	} {
		write(t, "in", "a\nb\nc")
		f, err := os.OpenFile("in", os.O_RDWR, 0)
		must(t, err)
		defer f.Close()
		var out, diagnostics strings.Builder
		d := &driver{job: &job{line: echo, delim: '\n', maxLine: 10, workers: 1}, std: streams{err: &diagnostics}, out: &output{Writer: &out}}
		p := newPipeline(d.job)
		failure := d.drain(t.Context(), p, func(ctx context.Context) {
			p.start(ctx, []string{"in"}, func(string) (*input, error) { return openInput("-", &changing{f, tt.change}, new(progress)) })
		})
		if got := (outcome{d.status(failure), out.String(), diagnostics.String()}); got != tt.want {
			t.Errorf("a file that %s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// The end of an input and what ended it come again, whatever a terminal or a disk would
// give next.
func TestEndStays(t *testing.T) {
	for _, end := range []error{io.EOF, syscall.EIO} {
		reads := 0
		in, err := openInput("-", readerFunc(func(p []byte) (int, error) {
			if reads++; reads == 2 {
				return 0, end
			}
			return copy(p, "a"), nil
		}), new(progress))
		must(t, err)
		for i, want := range []error{nil, end, end} {
			if n, err := in.Read(make([]byte, 2)); err != want || n != max(0, 1-i) {
				t.Errorf("read %d = %d, %v, want %v", i, n, err, want)
			}
		}
	}
}

// echo is a job that prints lines.
func echo(dst, src []byte) ([]byte, flaw) { return append(append(dst, src...), '\n'), flaw{} }

// A changing file changes after its first two bytes were read.
type changing struct {
	*os.File
	change func(*os.File) error
}

func (c *changing) Read(p []byte) (int, error) {
	if c.change == nil {
		return c.File.Read(p)
	}
	n, err := io.ReadFull(c.File, p[:2])
	if err == nil {
		err = c.change(c.File)
	}
	c.change = nil
	return n, err
}

type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

// failing is a writer that fails after n bytes.
type failing struct {
	n   int
	err error
}

func (f *failing) Write(p []byte) (int, error) {
	n := min(len(p), f.n)
	f.n -= n
	if n < len(p) {
		return n, f.err
	}
	return n, nil
}

func TestWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	template := []string{"parse", "--format", "{path}"}
	tests := []struct {
		name     string
		args     []string
		out, err io.Writer
		want     int
	}{
		{"output closed", template, &failing{3, io.ErrClosedPipe}, io.Discard, exitGood},
		{"output full", template, &failing{3, full}, io.Discard, exitIO},
		{"header full", []string{"parse"}, &failing{3, full}, io.Discard, exitIO},
		{"help full", []string{"--help"}, &failing{3, full}, io.Discard, exitIO},
		{"help closed", []string{"--help"}, &failing{3, io.ErrClosedPipe}, io.Discard, exitGood},
		{"diagnostics closed beside output", template, io.Discard, &failing{3, io.ErrClosedPipe}, exitBad},
		{"diagnostics full beside output", template, io.Discard, &failing{3, full}, exitIO},
		{"diagnostics closed", []string{"check"}, io.Discard, &failing{3, io.ErrClosedPipe}, exitGood},
		{"diagnostics full", []string{"check"}, io.Discard, &failing{3, full}, exitIO},
		{"quiet writes nothing", []string{"check", "--quiet"}, &failing{0, full}, &failing{0, full}, exitBad},
		{"usage with nobody there", []string{"chek"}, io.Discard, &failing{0, io.ErrClosedPipe}, exitUsage},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.NewReader("first\nb c\nlast\n")
			if got := run(t.Context(), tt.args, streams{in, tt.out, tt.err}); got != tt.want {
				t.Errorf("run(%q) = %d, want %d", tt.args, got, tt.want)
			}
		})
	}
}

// Files with odd names are named as they are, unless that broke a line in two.
func TestFileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "-", " \n")
	write(t, "two\nlines", " \n")
	write(t, `"quoted"`, " \n")
	for arg, want := range map[string]string{
		"./-":                    "./-:1:1: bad-path\n",
		"." + "/" + "missing \n": `uriscan: "./missing \n": no such file or directory` + "\n",
		"two\nlines":             `"two\nlines":1:1: bad-path` + "\n",
		`"quoted"`:               `"\"quoted\"":1:1: bad-path` + "\n",
		filepath.Join("..", "x"): "uriscan: ../x: no such file or directory\n",
	} {
		if got := runWith("", "check", arg); got.err != want {
			t.Errorf("check %q says %q, want %q", arg, got.err, want)
		}
	}
	const refused = `uriscan: "two\nlines": an input cannot be the output, too: write to another file, then rename it` + "\n"
	if got := runWith("", "parse", "-o", "two\nlines", "two\nlines"); got != (outcome{exitUsage, "", refused}) {
		t.Errorf("parse into its input = %+v, want %d and %q", got, exitUsage, refused)
	}
}
