//go:build !race

package main

import (
	"cmp"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
)

// flagValues are values of flags that change what is done to each line.
var flagValues = map[string]string{
	"get": "a", "without": "utm_*", "only": "a", "replace-values": "x", "set": "a=b", "add": "a=b", "deny": "a", "allow": "b", "mask": "X",
	"profile": "crawl-v1", "level": "syntax", "with": "dropfragment", "key": "host,template,query-names", "print": "good", "policy": "fetch", "variant": "plain",
	"format": "{host} {path:decoded} {ext|-} {query.a|-}", "host": "h", "on-error": "keep", "rules": "rules", "by": "site", "rejects": "bad",
	"segments": "b", "after": "a", "method": "HEAD", "scheme": "http", "psl": "psl", "max-line": "100", "as": "reference", "log-field": "referer",
}

// columnLines are flags that choose a column, and lines that have one.
var columnLines = [][2]string{
	{"--csv --field 2", `a,"` + workURL + `",c` + "\na,http://h/%41,c\na,,\na\n" + `a,"b ""c""",d` + "\n"},
	{"--field 2", "a\t" + workURL + "\tb\na\n\t\t\n\ta b\n"},
	{"--field 2 --delimiter blanks", "  a  " + workURL + "\tb\na\n\n a |b c\n"},
	{"--json-field a", `{"a":"` + workURL + `\u0041"}` + "\n" + `{"a":"http:\/\/h\/","b":[1,{}]}` + "\n{}\n{\n" + `{"a":"a b"}` + "\n"},
	{"--log-format combined", `1.2.3.4 - - [1/Jan/2000] "GET /a/%41?a=1\x22 HTTP/1.1" 200 1 "http://h/" "x"` + "\n-\n"},
	{"--log-field referer", workLog + "\n" + `1.2.3.4 - - [1/Jan/2000] "GET / HTTP/1.1" 200 1 "http://h/\xD0?sig=1" "x"` + "\n"},
}

// No line takes memory of its own, whatever flag a command has, and whatever is in the line. (With
// the race detector a pool loses some of what is put into it.)
func TestFlagsAllocateNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"rules": `{"routes":["/a/{id}"]}`, "psl": "com\n"})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	lines := strings.Join([]string{workURL, "HTTP://h/7/8f3a91c2/x.png;a=b?b=1&%61=2&&a%26=3&a", "http://h/a/{id}?b", "a b", "", "/a/%41?a=1", "//u:p@h:80?q=%zz"}, "\n") + "\n"
	logs := strings.Join([]string{workLog, `1.2.3.4 - - [1/Jan/2000] "-" 400 0 "-" "http://h/?sig=1"`, `- "CONNECT h:80 HTTP/1.1"`}, "\n") + "\n"
	tried, turn := 0, 0
	eachCommand(func(c *cobra.Command) {
		variants := []string{""}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if value := cmp.Or(flagValues[f.Name], f.NoOptDefVal); value != "" {
				variants = append(variants, "--"+f.Name+"="+value)
			}
		})
		for _, flag := range variants {
			turn++
			for _, of := range [][2]string{{"", lines}, {"--log", logs}, columnLines[turn%len(columnLines)]} {
				column, text := of[0], of[1]
				args := append([]string{c.Name(), "-j", "1", "--quiet"}, strings.Fields(column)...)
				args = append(args, strings.Fields(map[string]string{"relativize": "--base http://a/", "resolve": "--base http://a/"}[c.Name()])...)
				if flag != "" {
					args = append(args, flag)
				}
				var status int
				took := func(n int) float64 {
					in := strings.NewReader(strings.Repeat(text, n))
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					status = run(t.Context(), args, stream.Std{In: in, Out: io.Discard, Err: io.Discard})
					runtime.ReadMemStats(&after)
					return float64(after.Mallocs - before.Mallocs)
				}
				took(10) // which fills pools
				few := took(10)
				if status >= diag.ExitUsage { // the flag needs others, or excludes them
					continue
				}
				tried++
				most := map[string]float64{"inspect --policy=fetch": 3}[c.Name()+" "+flag] // one for each refusal
				if c.Name() == "template" {
					most = 1 // the line that is a template
				}
				if each := (took(60) - few) / 50; each > most+0.5 {
					t.Errorf("%q of %.60q: %.1f allocations, want %v", args, text, each, most)
				}
			}
		}
	})
	if tried < 200 {
		t.Errorf("%d command lines were tried, want 200 at least", tried)
	}
}
