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
	// with hints
	"http://h:80a",
	"//h:80a?b",
	"http://a:b\xc3\xbc@m\xc3\xbcnchen.de/",
	"http://a@m\xc3\xbcnchen.de:80/",
	"http://" + strings.Repeat("m\xc3\xbcnchen", 9) + ".de/",
	"/gr\xc3\xb6\xc3\x9fe",
	"http://h/\xff",
	"/\u202e",
	"localhost:8080",
	"a.example:80/b",
	"host:80/b",
	"example.com/path",
	"www.example.com",
	// without
	"tel:911",
	"a:800000/b",
	"index.html",
	"../example.com/path",
	"//example.com/path",
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

// What the first line of an input looks like is said once, and by commands that print
// diagnostics.
func TestHintsOfInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const log = "h - - [t] \"GET / HTTP/1.1\" 200 1\n"
	for name, text := range map[string]string{
		"log": log + log, "xz": "\xfd7zXZ\x00\x00\n", "little": "\xff\xfeh\x00\n\x00", "big": "\xfe\xff\x00h\x00\n", "json": "{\"a\":1}\n",
		"unmarked": "h\x00t\x00\n\x00", "later": "h\n" + log, "blank": "a b\n", "said": "\"b\" HTTP\n", "pct": "%00%00\n", "short": "\x00a\n",
	} {
		testkit.Write(t, name, text)
	}
	for args, want := range map[string]string{
		"check log json":                   "log looks like an access log: --log takes the targets of its requests",
		"check xz":                         "xz looks like xz data: xz -dc FILE | uriscan COMMAND",
		"check blank little":               "little looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND",
		"check big":                        "big looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND",
		"dedupe unmarked":                  "unmarked looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND",
		"normalize --on-error fail json":   "json looks like lines of JSON: --json-field PATH takes a member",
		"check --block-size 9 -":           "standard input looks like an access log: --log takes the targets of its requests",
		"check later blank said pct short": "", "check --quiet log": "", "check --log json": "", "check --print bad log": "", "parse log": "",
	} {
		got := runWith(log, strings.Fields(args)...).err
		if got = got[strings.LastIndexByte(strings.TrimSuffix(got, "\n"), '\n')+1:]; want != "" && got != "hint: "+want+"\n" || want == "" && strings.Contains(got, "hint") {
			t.Errorf("%s ends with %q, want a hint that it %q", args, got, want)
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
