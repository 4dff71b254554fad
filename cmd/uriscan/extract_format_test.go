package main

import (
	"strings"
	"testing"
)

func TestExtractFormat(t *testing.T) {
	const in = "a http://u@h:80/p?q#f\n\"https:\\/\\/i\\/?\\u0026\" mailto:a@b"
	tests := []struct {
		name, format, want string
	}{
		{"components", "{scheme} {host|-} {port|none}", "http h 80\nhttps i none\nmailto - none\n"},
		{"places", "{file}:{line}:{byte}: {uri}", "-:1:3: http://u@h:80/p?q#f\n-:2:2: https://i/?&\n-:2:24: mailto:a@b\n"},
		{"a line alone", "{line}", "1\n2\n2\n"},
		{"a byte alone", "{byte}", "3\n2\n24\n"},
		{"kinds and offsets", "{form} {host_kind|} {path_kind} {path_start}-{path_end}", "uri reg-name abempty 13-15\nuri reg-name abempty 9-10\nuri  rootless 7-10\n"},
		{"text and escapes", `{{{uri}}}\t.`, "{http://u@h:80/p?q#f}\t.\n{https://i/?&}\t.\n{mailto:a@b}\t.\n"},
		{"no field", "x", "x\nx\nx\n"},
	}
	for _, tt := range tests {
		if got := runWith(in, "extract", "--format", tt.format); got != (outcome{0, tt.want, ""}) {
			t.Errorf("%s: extract --format %q = %+v, want %q", tt.name, tt.format, got, tt.want)
		}
	}
	got := runWith(in, "extract", "--with-position", "--format", "{host}")
	if want := "-:1:3: h\n-:2:2: i\n-:2:24: \n"; got.out != want {
		t.Errorf("extract --with-position --format {host} = %+v, want %q", got, want)
	}
	for _, format := range []string{"{lines}", "{uri", "}"} {
		if got := runWith(in, "extract", "--format", format); got.status != exitUsage || got.out != "" {
			t.Errorf("extract --format %q = %+v, want %d", format, got, exitUsage)
		}
	}
	if got := runWith(in, "parse", "--format", "{uri}"); got.status != exitUsage || strings.Contains(got.err, "uri file line") {
		t.Errorf("parse --format {uri} = %+v, want %d", got, exitUsage)
	}
}
