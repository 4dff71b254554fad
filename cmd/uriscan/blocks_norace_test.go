//go:build !race

package main

import (
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

// The memory of a block is used again for the next one, whatever a command does with it: a
// long input takes no more than a short one. (With the race detector a pool loses some of what
// is put into it.)
func TestBlocksTakeNoMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	const url, log = "HTTP://u@h/longer-than-32-bytes/%41/7?a=1&utm_id=2#f", `1.2.3.4 - - [1/Jan/2000] "GET /a/%41?a=1 HTTP/1.1" 200 1 "http://h/" "x"`
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for args, line := range map[string]string{
		"check": url, "check --print good": url, "parse": url, "parse --json --offsets": url, "parse --semconv": url, "parse --format {site}{path:decoded}": url,
		"normalize": url, "normalize --key": url, "normalize --profile crawl-v1": url, "normalize --on-error keep": "b c", "normalize --rejects bad": "b c",
		"resolve --base http://a/b": "../" + url[12:], "resolve --pairs --key": url + "\t/a", "relativize --base http://h/b": url, "query --sort --without utm_*": url, "query --pairs --decoded": url,
		"template": url, "surt": url, "repair --explain": " " + url, "redact": url, "redact --text": "see " + url, "inspect --json": url, "target --host h": "/a/%41",
		"stats": url, "dedupe --key template,query-names": url, "dedupe --normalized": url, "dedupe --count": url,
		"normalize --csv --field 2": `a,"` + url + `",c`, "normalize --json-field a": `{"a":"` + url + `\u0041"}`, "parse --log --append --format {path}": log, "redact --log": log,
		"extract --with-position": "see " + url, "extract --as html": "<a href='" + url + "'>b</a>", "extract --as warc": strings.TrimSuffix(reads.Response("x:/1", "", url), "\n"),
	} {
		took := func(blocks int) int {
			in := strings.NewReader(strings.Repeat(line+"\n", blocks<<12/len(line)))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			run(t.Context(), append(strings.Fields(args), "-j", "1", "--block-size", "4K"), stream.Std{In: in, Out: io.Discard, Err: io.Discard})
			runtime.ReadMemStats(&after)
			return int(after.TotalAlloc - before.TotalAlloc)
		}
		took(20)                                                                                                                      // which fills pools
		most := map[string]int{"extract --with-position": 4 << 10, "extract --as html": 4 << 10, "extract --as warc": 12 << 10}[args] // documents
		if few := took(10); (took(50)-few)/40 > max(most, 256) {
			t.Errorf("%s of %.40q takes %d bytes for each block, want %d at most", args, line, (took(50)-few)/40, max(most, 256))
		}
	}
}
