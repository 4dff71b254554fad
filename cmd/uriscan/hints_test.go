package main

import (
	"os"
	"strings"
	"testing"
)

// Errors say what to do next.
func TestHints(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "links.txt", "http://a/\n")
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	const overlap = "an input cannot be the output, too: write to another file, then rename it"
	tests := []struct {
		name, line string
		want       string // the first line, after "uriscan: "
	}{
		{"flag misspelt", "parse --jsn", "unknown flag: --jsn, did you mean --json?"},
		{"letters swapped", "parse --ofsfets", "unknown flag: --ofsfets, did you mean --offsets?"},
		{"a hyphen left out", "check --onerror=fail", "unknown flag: --onerror, did you mean --on-error?"},
		{"a letter too many", "check --fields 3", "unknown flag: --fields, did you mean --field?"},
		{"one hyphen", "check -quiet", "unknown shorthand flag: 'q' in -quiet, did you mean --quiet?"},
		{"one hyphen, a value", "resolve -base=http://a/", "unknown shorthand flag: 'b' in -base=http://a/, did you mean --base?"},
		{"one hyphen before a shorthand", "parse -json",
			`invalid argument "son" for "-j, --jobs" flag: it is a number from 1; or did you mean --json?`},
		{"flag of another command", "check --base http://a/", "unknown flag: --base, which is one of resolve, relativize, extract"},
		{"flag of none", "check --frobnicate", "unknown flag: --frobnicate"},
		{"shorthand of none", "check -x", "unknown shorthand flag: 'x' in -x"},
		{"hidden flag is not told", "check --block-sise=3", "unknown flag: --block-sise"},
		{"command misspelt", "chekc", `unknown command "chekc", did you mean "check"?`},
		{"file for a command", "links.txt", `unknown command "links.txt": a command stands before a FILE, as in 'uriscan check FILE'`},
		{"URI for a command", "http://a/", `unknown command "http://a/": a command stands before a URI, as in 'uriscan explain URI'`},
		{"nothing like a command", "frobnicate", `unknown command "frobnicate"`},
		{"field misspelt", "parse --format {hots}", `invalid argument "{hots}" for "--format" flag: there is no field {hots}, did you mean {host}?; ` +
			"there are valid, form, scheme, authority, userinfo, host, host_kind, port, path, query, fragment, path_kind, and scheme_start, scheme_end and so on"},
		{"no base", "resolve", "neither --base nor --pairs is given: --base URI says where the lines are references from"},
		{"no base to be relative to", "relativize", "--base is not given: --base URI says where the references are to be from"},
		{"base without scheme", "resolve --base /a", "bad --base: bad-scheme at byte 1: a base begins with a scheme, as http://example.com/ does"},
		{"bad base", "resolve --base http://[", "bad --base: unexpected-end at byte 9"},
		{"missing file", "check missing", "missing: no such file or directory"},
		{"no name", "check _", `"": no such file or directory`},
		{"URI for a file", "check http://a/b", "http://a/b: no such file or directory; references come in files or from standard input: echo URI | uriscan COMMAND"},
		{"folder for a file", "check folder", "folder: is a directory: name the files in it; extract alone searches folders"},
		{"folder for the output", "parse -o folder links.txt", "folder: is a directory: --output needs the name of a file"},
		{"input for the output", "normalize -o links.txt links.txt", "links.txt: " + overlap},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := strings.Fields(tt.line)
			if last := len(args) - 1; args[last] == "_" {
				args[last] = ""
			}
			got := runWith("", args...)
			first, _, _ := strings.Cut(got.err, "\n")
			if want := "uriscan: " + tt.want; got.status < exitUsage || first != want {
				t.Errorf("run(%q) = %d, %q, want an error, %q", args, got.status, first, want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"json", "json", 0},
		{"jsn", "json", 1},
		{"jsoon", "json", 1},
		{"jzon", "json", 1},
		{"josn", "json", 1},
		{"sjno", "json", 2},
		{"kitten", "sitting", 3},
	}
	for _, tt := range tests {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
		if got := distance(tt.b, tt.a); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.b, tt.a, got, tt.want)
		}
	}
}
