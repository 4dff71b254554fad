package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/internal/testkit"
)

// The bad lines are in the file for them as they are, however large blocks are, and only
// there unless they are to be kept.
func TestRejects(t *testing.T) {
	t.Chdir(t.TempDir())
	const lines = "HTTP:\na b\r\nabcdefghij\r\n%"
	const csv = "u,v\n\"a\nb\",1\r\nHTTP:,2\n\"c\n\nd e f g\",3\n,4\nx\"y"
	for _, tt := range []struct{ args, in, out, rejects string }{
		{"normalize", lines, "http:\n", "a b\r\nabcdefghij\r\n%\n"},
		{"normalize --on-error keep", lines, "http:\na b\r\nabcdefghij\r\n%\n", "a b\r\nabcdefghij\r\n%\n"},
		{"normalize --on-error fail", lines, "http:\n", "a b\r\n"},
		{"parse --format {kind}", lines, "\nbad-path\ntoo-long\nunexpected-end\n", "a b\r\nabcdefghij\r\n%\n"},
		{"check --print good", lines, "HTTP:\n", "a b\r\nabcdefghij\r\n%\n"},
		{"dedupe", lines + "\nHTTP:\n", "HTTP:\n", "a b\r\nabcdefghij\r\n%\n"},
		{"resolve --base a:/ -0", "b\x00c d\x00", "a:/b\x00", "c d\x00"},
		{"normalize --csv --header --field 1", csv, "u,v\nhttp:,2\n,4\n", "\"a\nb\",1\r\n\"c\n\nd e f g\",3\nx\"y\n"},
		{"dedupe --csv --header --field 1", csv, "u,v\nHTTP:,2\n,4\n", "\"a\nb\",1\r\n\"c\n\nd e f g\",3\nx\"y\n"},
		{"check --json-field *", `["b c","d","e f"]` + "\n", "", `["b c","d","e f"]` + "\n"},
		{"normalize --json-field a --append", "{\"a\":\"b c\"}\n{}", "", "{\"a\":\"b c\"}\n{}\n"},
	} {
		for _, size := range []string{"1", "7", "1K"} {
			testkit.Write(t, "rejects", "what was there")
			args := append(strings.Fields(tt.args), "--quiet", "--rejects", "rejects", "--max-line", "9", "-j2", "--block-size", size)
			if strings.Contains(tt.args, "json") {
				args[len(args)-4] = "99"
			}
			if got := runWith(tt.in, args...); got != (outcome{1, tt.out, ""}) || contents("rejects") != tt.rejects {
				t.Errorf("run(%q) = %+v with %q in the file, want 1, %q, and %q", args, got, contents("rejects"), tt.out, tt.rejects)
			}
		}
	}
}

// The file for bad lines is no other file of the command, it is not touched if nothing is
// read, and holds whole lines.
func TestRejectsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", "a b\n")
	testkit.Must(t, os.Link("in", "also"))
	for line, says := range map[string]string{
		"normalize --rejects in in":           "in: an input cannot be the output, too",
		"normalize --rejects also in":         "also: an input cannot be the output, too",
		"normalize -o out --rejects ./out in": "--output and --rejects cannot be the same file",
		"normalize -o in --rejects also":      "also: it is the output already",
		"normalize --rejects - in":            "standard output is for the results",
		"normalize --rejects= in":             "it must be the name of a file",
		"normalize --rejects also missing":    "missing: no such file or directory",
		"normalize --rejects no/folder in":    "no/folder: no such file or directory",
		"dedupe --seen s --rejects s.lock in": "--output and --rejects cannot be FILE",
		"stats --rejects out in":              "unknown flag: --rejects",
	} {
		got := runWith("", strings.Fields(line)...)
		if _, err := os.Stat("out"); got.status < 2 || got.out != "" || !strings.Contains(got.err, says) || contents("in") != "a b\n" || err == nil {
			t.Errorf("run(%q) = %+v, and leaves %q in the input, %v, want an error, %q", line, got, contents("in"), err, says)
		}
	}
	in := io.MultiReader(strings.NewReader("a b\nlonger than the limit"), iotest.ErrReader(errors.New("cable cut")))
	if got := runOn(in, strings.Fields("check --quiet --max-line 6 --block-size 2 --rejects out - in")...); got.status != 3 || contents("out") != "a b\na b\n" {
		t.Errorf("check = %+v with %q in the file, want whole lines of both", got, contents("out"))
	}
}
