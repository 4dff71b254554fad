package main

import (
	"strings"
	"testing"
)

// URIs of the command line are lines of their own, in place of a FILE or before all.
func TestURIsAsArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "links.txt", "x:y\n")
	writeFile(t, "--url=a", "d:e\n")
	for _, tt := range []struct{ line, out, err string }{
		{"normalize HTTP://A links.txt http://B", "http://a/\nx:y\nhttp://b/\n", ""},
		{"normalize --url /%7e --url B: links.txt", "/~\nb:\nx:y\n", ""},
		{"normalize --url=", "\n", ""},
		{"normalize --url= --null --url a:\r --url=", "\x00\x00", "\"--url=a:\\r\":1:3: bad-path\n"},
		{"normalize -0 --url HTTP:", "http:\x00", ""},
		{"normalize ./--url=a", "d:e\n", ""},
		{"check --url /%zz http://[", "--url=/%zz:1:3: bad-percent\nhttp://[:1:9: unexpected-end\n", ""},
		{"check --url \ufeffa:", "--url=\ufeffa::1:1: bad-path\n", ""},
		{"extract --with-position http://h/a.html?b&amp;c", "http://h/a.html?b&amp;c:1:1: http://h/a.html?b&amp;c\n", ""},
		{"dedupe --url BZh91AY&SY", "BZh91AY&SY\n", ""},
		{"extract --url BZh91AY&SY=http://h/", "http://h/\n", ""},
		{"check a://", "", ""},
		{"check ://b", "", "uriscan: ://b: no such file or directory; --url reads a URI from the command line\n"},
		{"explain --url a:", runWith("", "explain", "a:").out, ""},
		{"--url a:", runWith("", "explain", "a:").out, ""},
		{"http://a/b", runWith("", "explain", "http://a/b").out, ""},
		{"parse --format {path} a://" + strings.Repeat("b", 5000) + "/c", "/c\n", ""},
		{"check --url a\u2028b links.txt", "--url=a\u2028b:1:2: bad-path\n", ""},
	} {
		args := strings.Split(tt.line, " ")
		if got := runWith("", args...); got.out != tt.out || got.err != tt.err {
			t.Errorf("run(%q) = %+v, want %q and %q", args, got, tt.out, tt.err)
		}
	}
	if got := runWith("", "check", "--url", "a:\nb:"); got.status != 2 || !strings.Contains(got.err, "the value of --url has a line feed") {
		t.Errorf("a line feed: %+v", got)
	}
}
