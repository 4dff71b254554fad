//go:build !race

package main

import (
	"cmp"
	"io"
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
	"profile": "crawl-v1", "level": "syntax", "with": "dropfragment", "key": "host,path", "print": "good", "policy": "fetch", "variant": "plain",
	"format": "{host} {path:decoded} {ext|-} {query.a|-}", "host": "h", "on-error": "keep", "rules": "rules", "by": "site", "rejects": "bad",
}

// No line takes memory of its own, whatever flag a command has, and whatever is in the line. (With
// the race detector a pool loses some of what is put into it.)
func TestFlagsAllocateNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "rules", `{"routes":["/a/{id}"]}`)
	lines := strings.Join([]string{workURL, "http://h/a/{id}?b", "a b", "", "/a/%41?a=1", "//u:p@h:80?q=%zz"}, "\n") + "\n"
	logs := strings.Join([]string{workLog, `1.2.3.4 - - [1/Jan/2000] "-" 400 0 "-" "http://h/?sig=1"`, `- "CONNECT h:80 HTTP/1.1"`}, "\n") + "\n"
	tried := 0
	eachCommand(func(c *cobra.Command) {
		variants := []string{""}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if value := cmp.Or(flagValues[f.Name], f.NoOptDefVal); value != "" {
				variants = append(variants, "--"+f.Name+"="+value)
			}
		})
		for _, flag := range variants {
			for column, text := range map[string]string{"": lines, "--log": logs} {
				args := append([]string{c.Name(), "-j", "1", "--quiet"}, strings.Fields(column)...)
				args = append(args, strings.Fields(map[string]string{"relativize": "--base http://a/", "resolve": "--base http://a/"}[c.Name()])...)
				if flag != "" {
					args = append(args, flag)
				}
				var status int
				took := func(n int) float64 {
					in := strings.Repeat(text, n)
					return testing.AllocsPerRun(1, func() {
						status = run(t.Context(), args, stream.Std{In: strings.NewReader(in), Out: io.Discard, Err: io.Discard})
					})
				}
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
