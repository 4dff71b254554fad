package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
)

// keyLines are pages and links. Some of the links are bad.
var keyLines = []string{
	"http://h/a/b\tHTTP://H:80/%7e", "http://h\t", "http://[::A:0]:443/x\t?q#f", "mailto:a\t", "mailto:a\t//[1::0:0]", "x:y\t///%2e./p",
	"http://h/\t%", "http://h/", "h\ta", "http://h/\thttp://" + strings.Repeat("%61", 500), "file:///a\t../../b", "",
}

// A key is the first half of the SHA-256 of what is printed without --key, at every level, in
// columns and of pairs.
func TestKeys(t *testing.T) {
	keyed := func(lines string) string {
		var out strings.Builder
		for line := range strings.Lines(lines) {
			sum := sha256.Sum256([]byte(strings.TrimSuffix(line, "\n")))
			out.WriteString(hex.EncodeToString(sum[:len(sum)/2]) + "\n")
		}
		return out.String()
	}
	in := strings.Join(keyLines, "\n")
	targets := runWith(in, "resolve", "--pairs").out
	for _, level := range []string{"", " --level syntax", " --level scheme", " --profile crawl-v1"} {
		want := keyed(runWith(targets, strings.Fields("normalize"+level)...).out)
		for command, in := range map[string]string{"normalize --key": targets, "resolve --pairs --key": in} {
			args := strings.Fields(command + level + " --quiet")
			if got := runWith(in, args...).out; got != want || want == "" {
				t.Errorf("run(%q) of %q = %q, want %q", args, in, got, want)
			}
		}
		args := strings.Fields("resolve --pairs --key --with-target --quiet" + level)
		keys := strings.Split(strings.TrimSuffix(want, "\n"), "\n")
		hosts := strings.Split(runWith(runWith(targets, "normalize").out, "parse", "--format", `{host|\\N}`).out, "\n")
		want = ""
		for i, target := range strings.Split(strings.TrimSuffix(targets, "\n"), "\n") {
			want += keys[i] + "\t" + hosts[i] + "\t" + target + "\n"
		}
		if got := runWith(in, args...).out; got != want {
			t.Errorf("run(%q) = %q, want %q", args, got, want)
		}
	}
	for in, want := range map[string]string{
		"a\tHTTP://H:80\tb\r\n": "a\tad8295a7a69d6f00bcbec158f753e931\tb\r\n", "a\t%\n": "a\t%\n",
	} {
		if got := runWith(in, "normalize", "--key", "--field", "2", "-q"); got.out != want {
			t.Errorf("normalize --key of a column in %q = %q, want %q", in, got.out, want)
		}
	}
	for _, line := range []string{
		"normalize --key --explain", "normalize --key --changed", "resolve --base a: --key", "resolve --base a: --level syntax",
		"resolve --pairs --level syntax", "resolve --pairs --profile crawl-v1", "resolve --base a: --profile crawl-v1", "resolve --pairs --key --level syntax --profile crawl-v1", "resolve --pairs --with-target", "resolve --pairs --key --level x",
	} {
		if got := runWith("", strings.Fields(line)...); got.status != diag.ExitUsage {
			t.Errorf("run(%q) = %+v, want it refused", line, got)
		}
	}
}

// --repair makes page and link valid before one is resolved against the other.
func TestPairsAreRepaired(t *testing.T) {
	in := "http://a/b c/d\t..\\x y?\u00e9\nHTTP:\\\\A\t\nhttp://a/\thttp://h b/\nhttp://a b/\tx\nhttp://a/\tb\nhttp://\u00e9/\t//\u4e2d/\n"
	for command, want := range map[string]outcome{
		"resolve --pairs --repair":         {1, "http://a/x%20y?%C3%A9\nHTTP://A\nhttp://a/b\nhttp://xn--fiq/\n", "-:3:19: bad-host\n-:4:9: bad-host\n"},
		"resolve --pairs --repair --rows":  {0, "http://a/x%20y?%C3%A9\nHTTP://A\n\\N\n\\N\nhttp://a/b\nhttp://xn--fiq/\n", "-:3:19: bad-host\n-:4:9: bad-host\n"},
		"resolve --base http://a --repair": {2, "", ""},
	} {
		got := runWith(in, strings.Fields(command)...)
		if want.status == diag.ExitUsage {
			got.err = ""
		}
		if got != want {
			t.Errorf("run(%q) = %+v, want %+v", command, got, want)
		}
	}
}
