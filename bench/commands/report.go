package main

import (
	"bytes"
	"fmt"
	"strings"
)

const preface = `# Commands

<!-- Written by go run ./commands, in bench/. Not to be edited. -->

What uriscan takes for large files in the page cache, beside other programs in the same run: the fastest of %d runs, all
interleaved. MB are those of the text, decompressed; cores are user and system time against the time that passed; the last
column is the time against that of the first row of its table.

%s; URLs: %s, %d MiB; "go run ./commands" in bench/.
`

// report returns COMMANDS.md.
func report(all []*row, where []string, source string, o *options) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, preface, o.passes, strings.Join(where, " · "), source, o.size>>20)
	var first *row
	for _, r := range all {
		if first == nil || r.title != first.title {
			first = r
			fmt.Fprintf(&b, "\n## %s\n\n| command | time | MB/s | cores | against the first |\n| --- | --- | --- | --- | --- |\n", r.title)
		}
		seconds := r.best.wall.Seconds()
		fmt.Fprintf(&b, "| `%s` | %.3f s | %.0f | %.2f | %.2fx |\n",
			strings.ReplaceAll(r.text, "|", `\|`), seconds, float64(r.size)/1e6/seconds,
			r.best.cpu.Seconds()/seconds, seconds/first.best.wall.Seconds())
	}
	return b.Bytes()
}
