package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/reads"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

func TestExtractJoin(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"a line break", "see <http://a/\nb>, then http://c/", "1:6 http://a/b\n2:10 http://c/\n"},
		{"CR LF and blanks", "<http://a/\r\n    b/\t c  \n>\nhttp://d", "1:2 http://a/b/c\n4:1 http://d\n"},
		{"after a hyphen, which stays", "<http://a/b-\n c>", "1:2 http://a/b-c\n"},
		{"the prefix", "<URL:\n http://a/\nb> <url: mailto:a@\nb.example>", "2:2 http://a/b\n3:10 mailto:a@b.example\n"},
		{"blanks around", "< http://a/ > <\nhttp://b\n>", "1:3 http://a/\n2:1 http://b\n"},
		{"two", "<http://a/\nb><http://c/\nd> http://e", "1:2 http://a/b\n2:4 http://c/d\n3:4 http://e\n"},
		{"none is broken", "<http://a/b> http://c", "1:2 http://a/b\n1:14 http://c\n"},
		{"not closed", "<http://a/\nb http://c", "1:2 http://a/\n2:3 http://c\n"},
		{"closed by another", "<http://a/\n<http://b/ c>", "1:2 http://a/\n2:2 http://b/c\n"},
		{"something else inside", "<http://a/\n\"b\" c> <a href=\"http://d/\">", "1:2 http://a/\n2:17 http://d/\n"},
		{"words", "if a <b and c, see http://d/ for e> f", "1:20 http://d/\n"},
		{"a scheme that is broken", "<ht\ntp://a/> <note:\nhttp://b/ c>", "2:1 tp://a/\n3:1 http://b/\n"},
		{"no URI when joined", "<http://a/%\n http://b>", "2:2 http://b\n"},
		{"as long as allowed", "<http://a/\n" + strings.Repeat("b", prose.MaxJoin-10) + ">", "1:2 http://a/" + strings.Repeat("b", prose.MaxJoin-10) + "\n"},
		{"longer", "<http://a/\n" + strings.Repeat("b", prose.MaxJoin-9) + ">", "1:2 http://a/\n"},
		{"after a long run", strings.Repeat("b", 3*prose.MaxJoin) + "<http://a/\nb>", "1:24578 http://a/b\n"},
		{"after many of nothing", strings.Repeat("<", 1<<18) + "<http://a/\nb>", "1:262146 http://a/b\n"},
		{"escapes far from brackets", strings.Repeat(" ", 1023) + `http:\/\/a` + strings.Repeat(" ", 2047) + "<http://b/\nc>", "1:1024 http://a\n1:3082 http://b/c\n"},
		{"after many that stay open", strings.Repeat("<http://a \n", 3*prose.MaxJoin) + "<http://b/\nc>", numbered(3*prose.MaxJoin, ":2 http://a\n") + "24577:2 http://b/c\n"},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range sizes.InTurn(i, "1", "100", "256K") {
				got := runWith(tt.in, "extract", "--join", "--quiet", "--format", "{line}:{byte} {uri}", "--block-size", size)
				if got != (outcome{0, tt.want, ""}) {
					t.Errorf("extract --join --block-size %s of %.60q = %s, want %q", size, tt.in, clip(got), tt.want)
				}
			}
		})
	}
}

// What a small file unpacks to is searched and joined as well, wherever its pieces end, and
// after one that is all in its block.
func TestExtractUnpacked(t *testing.T) {
	t.Chdir(t.TempDir())
	const n = 15 << 10
	testkit.WriteAll(t, map[string]string{"d/f": "text", "d/f.gz": reads.Gzipped(strings.Repeat("<http://a/\nb>", n)), "d/g": "<http://c/\nd>"})
	for flag, tail := range map[string]string{"--join": "b", "--join=false": ""} {
		for _, name := range []string{"d", "d/f.gz"} {
			var want strings.Builder
			for i := range n {
				fmt.Fprintf(&want, "%d http://a/%s\n", i+1, tail)
			}
			if name == "d" {
				want.WriteString("1 http://c/" + strings.Replace(tail, "b", "d", 1) + "\n")
			}
			if got := runWith("", "extract", flag, "--format", "{line} {uri}", "--block-size", "16K", name); got != (outcome{0, want.String(), ""}) {
				t.Errorf("extract %s %s = %s, want %s", flag, name, clip(got), clip(outcome{0, want.String(), ""}))
			}
		}
	}
}

// numbered is line n times, each with its number before it.
func numbered(n int, line string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d%s", i+1, line)
	}
	return b.String()
}
