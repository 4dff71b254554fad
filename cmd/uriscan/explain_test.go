package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
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

// What the first lines of an input look like is said once for all that look like it.
func TestHintsOfInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const log = "h - - [t] \"GET / HTTP/1.1\" 200 1\n"
	for name, text := range map[string]string{
		"log": log + log, "xz": "\xfd7zXZ\x00\x00\n", "little": "\xff\xfeh\x00\n\x00", "big": "\xfe\xff\x00h\x00\n", "json": "{\"a\":1}\n",
		"unmarked": "h\x00t\x00\n\x00", "third": "h\nh\n" + log, "fourth": "\n\nh\n" + log, "blank": "a b\n", "said": "\"b\" HTTP\n", "pct": "%00%00\n", "short": "\x00a\n",
		"zip": "PK\x03\x04\n", "tar": "http://a/" + strings.Repeat("\x00", 248) + "ustar  \x00", "archived": strings.Repeat("a", 256) + " ustar\n", "page": "<!DOCTYPE html>\n", "angle": "<http://a/>\n", "quoted": "\"http://a/\"\n", "single": "'http://a/'\n", "cells": "\"a \"\"b\"\"\",1\n", "csv": "id,url\n1,http://a/\n", "tsv": "1\thttp://a/\n", "array": "[\n",
		"comment": "# see http://a/\n", "scp": "git@h.example:a/b.git\n", "text": "see http://a/\n", "around": "http://a/ \n", "port": "127.0.0.1:65535\n", "bracketed": "[::1]:80/\n", "v6": "http://::1/\n", "zone": "http://[fe80::1%25eth0]/\n",
		"list": "http://a/,b c\n", "pipe": "http://a/b|c,http://d/\n", "semicolons": "id;url\n1;http://a/\n", "both": "1,b;http://a/\n", "lead": ";http://a/\n", "comma": ",http://a b;c\n", "tab": "\tb c\n", "nul": "http://a/\x00http://b/\x00", "cr": "http://a/\rhttp://b/\r", "brace": "{\n", "two": "{\"a\":1}\n# see http://a/\n",
		"padded": " http://a b/ \n", "padded6": " http://::1/ \n", "tls": "h - - [t] \"\\x16\\x03\" 400 1 \"-\" \"http://a/\"\n" + log,
	} {
		testkit.Write(t, name, text)
	}
	const (
		isLog  = "looks like an access log: --log takes the targets of its requests\n"
		isJSON = "looks like lines of JSON: --json-field PATH takes a member\n"
		isWide = "looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND\n"
		isCSV  = "looks like CSV: --csv --field N takes a column\n"
		isSemi = "looks like CSV with semicolons: --csv --delimiter ';' --field N takes a column\n"
		isMany = ": --text redacts all URLs of a line\n"
		isV6   = "looks like an IPv6 address "
	)
	for args, want := range map[string]string{
		"check log json log":             "hint: log " + isLog + "hint: json " + isJSON,
		"target log":                     "hint: log " + isLog,
		"repair padded padded6":          "hint: padded6 " + isV6 + "without brackets: write http://[::1]/\n",
		"target --host a json little":    "hint: json " + isJSON + "hint: little " + isWide,
		"check xz":                       "hint: xz looks like xz data: xz -dc FILE | uriscan COMMAND\n",
		"check tar":                      "hint: tar looks like a tar archive: tar -xOf FILE | uriscan COMMAND\n",
		"check blank little big":         "hint: little " + isWide,
		"check big":                      "hint: big " + isWide,
		"dedupe unmarked":                "hint: unmarked " + isWide,
		"normalize --on-error fail json": "hint: json " + isJSON,
		"check --block-size 9 -":         "hint: standard input " + isLog,
		"parse third":                    "hint: third " + isLog,
		"parse --json log":               "hint: log " + isLog,
		"stats json":                     "hint: json " + isJSON,
		"check --block-size 1 two":       "hint: two " + isJSON,
		"check zip page angle":           "hint: zip looks like a zip archive: unzip -p FILE | uriscan COMMAND\nhint: page looks like a page: uriscan extract FILE prints its URLs\nhint: angle looks like URLs in angle brackets: uriscan extract FILE takes them out\n",
		"check csv":                      "hint: csv " + isCSV,
		"check cells single":             "hint: cells " + isCSV + "hint: single looks like URLs in quotes: leave these out\n",
		"check quoted scp":               "hint: quoted looks like URLs in quotes: leave these out\nhint: scp looks like an address of scp: write ssh:// before it and / for the colon\n",
		"check --log json":               "hint: json " + isJSON,
		"check --json-field a log":       "hint: log " + isLog,
		"check --field 2 csv":            "hint: csv " + isCSV,
		"check semicolons":               "hint: semicolons " + isSemi,
		"check array":                    "hint: array looks like JSON over several lines: jq -c . FILE | uriscan COMMAND --json-field PATH\n",
		"check nul cr":                   "hint: nul looks like lines that end in NUL: -0 reads them\nhint: cr looks like lines that end in CR: tr '\\r' '\\n' <FILE | uriscan COMMAND\n",
		"redact log":                     "hint: log looks like an access log" + isMany,
		"redact json csv text tsv":       "hint: json looks like lines of JSON" + isMany + "hint: csv looks like CSV" + isMany + "hint: text looks like text" + isMany + "hint: tsv looks like lines with TABs" + isMany,
		"redact nul cr":                  "hint: nul looks like lines that end in NUL" + isMany + "hint: cr looks like lines that end in CR" + isMany,
		"redact two third fourth":        "hint: two looks like lines of JSON" + isMany + "hint: third looks like an access log" + isMany,
		"redact scp port angle list pct": "", "redact -q log": "", "redact --text log": "", "redact --log json": "", "redact -0 nul": "",
		"check -0 nul": "", "check --print bad cr": "",
		"check comment":        "hint: comment looks like comments: grep -v '^#' FILE | uriscan COMMAND\n",
		"check tsv":            "hint: tsv looks like lines with TABs: --field N takes a column\n",
		"check text":           "hint: text looks like text: uriscan extract FILE takes the URLs out, --field N --delimiter blanks a column\n",
		"check around":         "hint: around looks like lines with blanks around: sed 's/^ *//; s/ *$//' FILE | uriscan COMMAND\n",
		"check port bracketed": "hint: port looks like a host and a port: write http:// before it\n",
		"check v6 zone":        "hint: v6 " + isV6 + "without brackets: write http://[::1]/\nhint: zone " + isV6 + "with a zone, which URIs do not have: leave it out\n",
		"check fourth blank said pct short list pipe archived": "", "check --quiet log": "", "check --log log": "", "check --log tls": "", "check --print bad log": "", "parse --log log third": "",
		"check --json-field a brace json":            "hint: brace looks like JSON over several lines: jq -c . FILE | uriscan COMMAND --json-field PATH\n",
		"check --csv --field 2 lead comma":           "hint: lead " + isSemi,
		"check --csv --field 2 both text semicolons": "hint: semicolons " + isSemi,
		"resolve --pairs around":                     "", "check --field 3 tsv": "", "check --field 2 tab": "", "check --field 3 --delimiter blanks csv": "", "check --csv --delimiter ; --field 3 semicolons": "",
	} {
		got := ""
		for line := range strings.Lines(runWith(log, strings.Fields(args)...).err) {
			if strings.HasPrefix(line, "hint: ") {
				got += line
			}
		}
		if got != want {
			t.Errorf("%s: hints %q, want %q", args, got, want)
		}
	}
}

func TestExplainStatus(t *testing.T) {
	t.Setenv("NO_COLOR", "1") // --color overrides it
	for _, tt := range []struct {
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
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := runWith(tt.in, append([]string{"explain"}, tt.args...)...)
			if got.status != tt.want || got.err != "" || !strings.Contains(got.out, tt.says) {
				t.Errorf("explain %q = %+v, want status %d and %q", tt.args, got, tt.want, tt.says)
			}
		})
	}
}

func TestWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "40": 40, "200": 200, "5": 32, "0": 80, "-3": 80, "x": 80, "99999999999999999999": 80} {
		t.Setenv("COLUMNS", columns)
		if got := widthOf(os.Stdin); got != want && columns != "" {
			t.Errorf("widthOf with COLUMNS=%q = %d, want %d", columns, got, want)
		}
		if got := widthOf(nil); got != want {
			t.Errorf("widthOf(nil) with COLUMNS=%q = %d, want %d", columns, got, want)
		}
	}
}
