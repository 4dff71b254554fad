package main

import (
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

const (
	workURL = "HTTP://u@h/longer-than-32-bytes/%41/7?a=1&utm_id=2#f"
	workLog = `1.2.3.4 - - [1/Jan/2000] "GET /a/%41?a=1 HTTP/1.1" 200 1 "http://h/" "x"`
)

// workload is command lines, and lines of what each of them reads.
var workload = map[string]string{
	"check": workURL, "check --print good": workURL, "parse": workURL, "parse --json --offsets": workURL, "parse --semconv": workURL, "parse --format {site}{path:decoded}": workURL,
	"normalize": workURL, "normalize --key": workURL, "normalize --profile crawl-v1": workURL, "normalize --on-error keep": "longer than 32 bytes, and not a reference", "normalize --rejects bad": "longer than 32 bytes, and not a reference",
	"resolve --base http://a/b": "../" + workURL[12:], "resolve --pairs --key": workURL + "\t/a", "relativize --base http://h/b": workURL, "query --sort --without utm_*": workURL, "query --keys --decoded": workURL,
	"template": workURL, "surt": workURL, "repair --explain": " " + workURL, "redact": workURL, "redact --text": "see " + workURL, "inspect --json": workURL, "target --host h": "/a/%41",
	"stats": workURL, "dedupe --key template,query-names": workURL, "dedupe --normalized": workURL, "dedupe --count": workURL,
	"dedupe --normalized --field 2": "a\t" + workURL, "dedupe --on-error keep": "longer than 32 bytes, and not a reference",
	"normalize --csv --field 2": `a,"` + workURL + `",c`, "normalize --json-field a": `{"a":"` + workURL + `\u0041"}`, "parse --log --append --format {path}": workLog, "redact --log": workLog,
	"redact --log-field referer": `1.2.3.4 - - [1/Jan/2000] "GET / HTTP/1.1" 200 1 "http://h/\xD0\x22?sig=1" "x"`,
	"extract --with-position":    "see " + workURL, "extract --as html": "<a href='" + workURL + "'>b</a>", "extract --as warc": strings.TrimSuffix(reads.Response("x:/1", "", workURL), "\n"),
}

// A countedFile counts what is asked of the system for it.
type countedFile struct {
	disk.File
	reads, writes, others *atomic.Int32
}

func (f countedFile) Read(p []byte) (int, error) { f.reads.Add(1); return f.File.Read(p) }

func (f countedFile) Write(p []byte) (int, error) { f.writes.Add(1); return f.File.Write(p) }

func (f countedFile) Stat() (fs.FileInfo, error) { f.others.Add(1); return f.File.Stat() }

func (f countedFile) Seek(offset int64, whence int) (int64, error) {
	f.others.Add(1)
	return f.File.Seek(offset, whence)
}

func (f countedFile) Sync() error { f.others.Add(1); return f.File.Sync() }

func (f countedFile) Truncate(size int64) error { f.others.Add(1); return f.File.Truncate(size) }

// Files are read and written in large pieces, and so are streams, whatever is done to each line and
// however they are packed.
func TestCallsAreFew(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, line := range workload {
		text := strings.Repeat(line+"\n", 300<<10/len(line))
		for _, pack := range []string{"", "gzip"} {
			if pack != "" {
				if args != "check --print good" && args != "extract --with-position" {
					continue
				}
				text = string(packed.Packers[pack](text))
			}
			testkit.Write(t, "in", text)
			var read, written, others, none atomic.Int32
			restore := faults.Wrap(func(f disk.File, name string) disk.File {
				if name == "in" {
					return countedFile{f, &read, &none, &others}
				}
				return countedFile{f, &none, &written, &others}
			})
			got := runWith("", append(strings.Fields(args), "-o", "out", "in")...)
			restore()
			if most := len(testkit.Read(t, "out"))>>15 + 8; got.status > diag.ExitBad || read.Load() > 8 || int(written.Load()) > most {
				t.Errorf("%s of %d bytes = %d, with %d reads and %d writes, want 8 and %d at most", args, len(text), got.status, read.Load(), written.Load(), most)
			}
			writes := 0
			w := testkit.WriterFunc(func(p []byte) (int, error) {
				writes++
				return len(p), nil
			})
			if run(t.Context(), append(strings.Fields(args), "in"), stream.Std{Out: w, Err: w}); writes > 8 {
				t.Errorf("%s of %d bytes writes into streams %d times, want 8 at most", args, len(text), writes)
			}
			if each := 8 + 6*strings.Count(args, "rejects"); int(others.Load()) > each {
				t.Errorf("%s of %d bytes makes %d other calls for the files, want %d at most", args, len(text), others.Load(), each)
			}
		}
	}
}

// So are files that keep what was counted from one run to the next.
func TestCallsForKeptAreFew(t *testing.T) {
	t.Chdir(t.TempDir())
	var text strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&text, "x:%d\n", i)
	}
	testkit.Write(t, "in", text.String())
	for _, tt := range []struct {
		args                  string
		read, written, others int32 // at most
	}{
		{"dedupe --seen set -o out in", 4, 15, 18}, {"dedupe --seen set -o out in", 7, 15, 20}, {"dedupe --seen other --seed-of set -o out2 in", 5, 15, 19}, {"merge -o sum set other", 9, 9, 8},
		{"stats --state state --html page in", 4, 5, 10}, {"merge -o total state state", 44, 4, 6},
	} {
		var read, written, others atomic.Int32
		restore := faults.Wrap(func(f disk.File, name string) disk.File { return countedFile{f, &read, &written, &others} })
		got := runWith("", strings.Fields(tt.args)...)
		restore()
		if got.status != diag.ExitGood || read.Load() > tt.read || written.Load() > tt.written || others.Load() > tt.others {
			t.Errorf("%s = %d, with %d reads, %d writes and %d other calls, want %d, %d and %d at most", tt.args, got.status, read.Load(), written.Load(), others.Load(), tt.read, tt.written, tt.others)
		}
	}
}
