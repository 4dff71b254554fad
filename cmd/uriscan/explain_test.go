package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/picture"
	"github.com/uriscan/uriscan/cmd/internal/term"
	"github.com/uriscan/uriscan/internal/testkit"
)

// explained are valid and invalid references of many kinds, whose drawings are in
// testdata/explain-WIDTH.txt.
var explained = []string{
	"http://user@example.com:8080/a/b?q=1#top",
	"",
	"file:///etc/?#",
	"//@:",
	"mailto:John.Doe@example.com",
	"../img/logo.png?",
	"//[v1.x]:80",
	"x://127.0.0.1/",
	"http://example.com/a/long/path/that/fits/into/no/line/of/the/terminal?query=and&another=one#fragment",
	"HTTP://WWW.Example.com:80/%7eana/./blog/../a/long/path/that/fits/into/no/line/of/the/terminal",
	"ftp://[2001:DB8:0::1]:",
	"http://[::1/",
	"%zz",
	"http://example.com/a b",
	"http://h:8x/",
	"a\x01\xc3\xa9b",
	"http://[::1.25x]",
	"1a:b",
	"http://[",
	"http://h/100%",
	"http://h/\"",
	"http://example.com/a/long/path/that/fits/into/no/line/of/the/terminal?query=and&ano ther=one#frag",
	"\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7",
}

func TestExplainDrawings(t *testing.T) {
	for _, width := range []string{"40", "80"} {
		t.Setenv("COLUMNS", width)
		want := testkit.Read(t, "testdata/explain-"+width+".txt")
		if got := runWith("", append([]string{"explain", "--"}, explained...)...); got != (outcome{diag.ExitBad, want, ""}) {
			t.Errorf("explain, %s columns: status %d, %q on standard error and\n%swant 1 and\n%s", width, got.status, got.err, got.out, want)
		}
		in := strings.Join(explained, "\n") + "\n"
		if lines := runWith(in, "explain"); lines.out != want {
			t.Errorf("explain of lines prints\n%swant\n%s", lines.out, want)
		}
		// Colours begin and end in a line, and change nothing else.
		colored := runWith(in, "explain", "--color=always").out
		for line := range strings.Lines(colored) {
			if on := strings.Count(line, "\x1b[36m") + strings.Count(line, term.BadColor); on != strings.Count(line, term.NoColor) {
				t.Errorf("explain --color=always leaves a colour on, or off, in %q", line)
			}
		}
		if got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""); got != want || got == colored {
			t.Errorf("explain --color=always prints\n%swant colours in\n%s", colored, want)
		}
	}
}

func TestExplainStatus(t *testing.T) {
	t.Setenv("NO_COLOR", "1") // --color overrides it
	tests := []struct {
		name string
		in   string
		args []string
		want int
		says string
	}{
		{"good", "", []string{"http://a/"}, diag.ExitGood, "reg-name"},
		{"bad", "", []string{"a b"}, diag.ExitBad, "found        a blank\n"},
		{"bad among good", "", []string{"a", "%", "b"}, diag.ExitBad, "HEXDIG"},
		{"no lines", "", nil, diag.ExitGood, ""},
		{"NUL-separated lines", "a\nb\x00", []string{"-0"}, diag.ExitBad, `a\x0Ab`},
		{"an argument that looks like a file", "", []string{"-"}, diag.ExitGood, "path kind    noscheme\n"},
		{"an argument that looks like an archive", "", []string{"BZh91AY&SY"}, diag.ExitGood, "BZh91AY&SY\n"},
		{"colours", "", []string{"--color", "always", "%", "a:"}, diag.ExitBad, "%\n \x1b[1;31m^ unexpected-end\x1b[0m\n"},
		{"colours of components", "", []string{"--color=always", "a:"}, diag.ExitGood, "a:\n\x1b[36m-\x1b[0m\n\x1b[36mscheme\x1b[0m\n"},
		{"colours, never", "", []string{"--color=never", "%"}, diag.ExitBad, "%\n ^ unexpected-end\n"},
		{"too long", strings.Repeat("a", defaultMaxLine+1) + "\nb\n", nil, diag.ExitBad, "error        too-long\nexpected     at most 16777216 bytes\n\nb\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith(tt.in, append([]string{"explain"}, tt.args...)...)
			if got.status != tt.want || got.err != "" || !strings.Contains(got.out, tt.says) {
				t.Errorf("explain %q = %+v, want status %d and %q", tt.args, got, tt.want, tt.says)
			}
		})
	}
}

func TestWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "40": 40, "200": 200, "5": picture.LeastWidth, "0": 80, "-3": 80, "x": 80} {
		t.Setenv("COLUMNS", columns)
		if got := widthOf(os.Stdin); got != want && columns != "" {
			t.Errorf("widthOf with COLUMNS=%q = %d, want %d", columns, got, want)
		}
		if got := widthOf(nil); got != want {
			t.Errorf("widthOf(nil) with COLUMNS=%q = %d, want %d", columns, got, want)
		}
	}
}
