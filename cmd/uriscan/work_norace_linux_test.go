//go:build !race && (386 || amd64)

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

// Each line, or what else an input consists of, takes as many statements of the command as it
// is known to take, and no memory of its own. A fast path that is never taken, or a line that
// is read twice, changes no result, and a clock does not show it reliably on a busy machine.
// Counts do. (With the race detector a pool loses some of what is put into it.)
func TestCommandsWork(t *testing.T) {
	dir := t.TempDir()
	counting, counts := filepath.Join(dir, "uriscan"), filepath.Join(dir, "counts")
	build := exec.Command("go", "build", "-cover", "-covermode=count", "-coverpkg=../...", "-o", counting, ".")
	if build.Dir = commandFolder(t); build.Dir != "" {
		build.Args = slices.Insert(build.Args, 2, "-trimpath") // what does not differ is in the cache
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	covdata, err := exec.Command("go", "tool", "-n", "covdata").Output()
	testkit.Must(t, err)
	t.Chdir(dir)
	for _, w := range []struct {
		args, unit         string
		statements, allocs float64 // of each unit
		pack               string
	}{
		{"parse --tsv", "http://h/longer-than-32-bytes/a?b#c\n", 152.3, 0, ""},
		{"parse --json --offsets", "http://h/longer-than-32-bytes/a?b#c\n", 335.4, 0, ""},
		{"parse --format {host}", "http://h/longer-than-32-bytes/a?b#c\n", 61.8, 0, ""},
		{"check", "http://h/longer-than-32-bytes/a?b#c\n", 1.3, 0, ""},
		{"check", "http://h/longer-than-32-bytes/a?b#c\n", 1.3, 0, "zstd"},
		{"check", "http://h/longer-than-32-bytes/a?b#c\n", 123.7, 0.5, "bzip2"},
		{"parse --format {path:decoded}", "http://h/longer-than-32-bytes/%41?b#c\n", 96.3, 0, ""},
		{"check", "b c\n", 50.3, 0, ""},
		{"check --field 3", "a\tb\thttp://h/longer-than-32-bytes/a\tc\n", 98.2, 0, ""},
		{"check --field 3 --delimiter blanks", "a   b  http://h/longer-than-32-bytes/a c\n", 101.2, 0, ""},
		{"check --csv --field 2", "a,\"http://h/longer-than-32-bytes/\"\"%41\",c\n", 227.3, 0, ""},
		{"normalize", "http://h/longer-than-32-bytes/a\nHTTP://h/longer-than-32-bytes/\n", 21.4, 0, ""},
		{"normalize --explain", "HTTP://h/longer-than-32-bytes/\n", 48.3, 0, ""},
		{"normalize --csv --field 2", "a,http://h/longer-than-32-bytes/%41,c\n", 152.3, 0, ""},
		{"normalize --csv --field 2", "a,\"http://h/longer-than-32-bytes/%41\",c\n", 209.3, 0, ""},
		{"normalize --json-field a.b", `{"x":1,"a":{"b":"http:\/\/h\/longer-than-32-bytes\/%41"},"c":[true,null,1.5e6]}` + "\n", 731.3, 0, ""},
		{"normalize --json-field a --append", `{"a":"http://h/longer-than-32-bytes/%41"}` + "\n", 379.3, 0, ""},
		{"normalize --log", `1.2.3.4 - - [1/Jan/2000] "GET /a/%41 HTTP/1.1" 200 1 "http://h/longer-than-32-bytes/\"" "x"` + "\n", 190.3, 0, ""},
		{"resolve --base http://a/b/c", "../longer-than-32-bytes-with-its-base\n", 27.3, 0, ""},
		{"resolve --pairs", "http://h/longer-than-32-bytes/a\tb\n", 39.3, 0, ""},
		{"resolve --pairs --key --with-target", "http://h/longer-than-32-bytes/a\tb\n", 55.3, 0, ""},
		{"normalize --key", "http://h/longer-than-32-bytes/%41\n", 38.3, 0, ""},
		{"relativize --base http://a/b/c", "http://a/longer-than-32-bytes-with-it\n", 29.3, 0, ""},
		{"query --without utm_* --sort", "http://h/longer-than-32-bytes/?utm_id=1&b=2&a=3\n", 44.3, 0, ""},
		{"surt", "http://www.longer-than-32-bytes.com/a/b?b=2&a=1\n", 27.3, 0, ""},
		{"normalize --profile crawl-v1", "http://www.longer-than-32-bytes.com//a/?utm_id=1&b=2&a=3\n", 36.3, 0, ""},
		{"repair", "http://h/longer-than-32-bytes/1234/8f3a91c2\n", 31.3, 0, ""},
		{"template", "http://h/longer-than-32-bytes/1234/8f3a91c2\n", 28.3, 0, ""},
		{"query --get b", "http://h/longer-than-32-bytes/?a=1&b=2\n", 29.3, 0, ""},
		{"redact", "http://h/longer-than-32-bytes/?a=1&b=2\n", 93.3, 0, ""},
		{"redact --log", `1.2.3.4 - - [1/Jan/2000] "GET /a?sig=1 HTTP/1.1" 200 1 "http://h/longer-than-32-bytes/" "x"` + "\n", 169.3, 0, ""},
		{"redact --text", "see http://h/longer-than-32-bytes/?sig=2&b=2 and so on\n", 107.3, 0, ""},
		{"query --log --add x=1", `1.2.3.4 - - [1/Jan/2000] "GET //a?b=2 HTTP/1.1" 200 1 "http://h/longer-than-32-bytes/" "x"` + "\n", 195.3, 0, ""},
		{"query --keys --decoded", "http://h/longer-than-32-bytes/?a=1&%62=2\n", 53.3, 0, ""},
		{"repair --explain", " http:\\\\h\\longer than 32 bytes\n", 47.3, 0, ""},
		{"target", "/longer-than-32-bytes-without-a-host?a=1&b=2\n", 144.3, 0, ""},
		{"target --host h:80 --scheme http", "/longer-than-32-bytes-without-a-host?a=1&b=2\n", 76.3, 0, ""},
		{"inspect", "http://h/longer-than-32-bytes/?a=1&b=2\n", 30.5, 0, ""},
		{"inspect --json", "http://127.1/longer-than-32-bytes/../?a=1&b=2\n", 76.5, 0, ""},
		{"inspect --policy fetch", "http://127.1/longer-than-32-bytes/../?a=1&b=2\n", 92.5, 1, ""},
		{"parse --semconv", "http://h/longer-than-32-bytes/a?b#c\n", 85.3, 0, ""},
		{"parse --split --json", "http://h/longer-than-32-bytes/a?b c\n", 470.3, 0, ""},
		{"parse --format {site}", "http://www.longer-than-32-bytes.example.co.uk/a\n", 81.3, 0, ""},
		{"parse --csv --field 2 --append --format {host}", "a,http://h/longer-than-32-bytes/,c\n", 182.3, 0, ""},
		{"check --log-format %h:%U%q --print good", "1.2.3.4:/longer-than-32-bytes-without-a-host?a=1&b=2\n", 118.4, 0, ""},
		{"normalize --on-error keep --quiet", "longer than 32 bytes, and not a reference\nHTTP:\n", 75.3, 0, ""},
		{"normalize --only case,ipv6", "HTTP://h/longer-than-32-bytes/%4a\n", 11.4, 0, ""},
		{"dedupe --key site", "http://www.longer-than-32-bytes.example.co.uk/{n}\n", 105.4, 0, ""},
		{"dedupe", "http://h/longer-than-32-bytes/{n}/%41\n", 104.3, 0, ""},
		{"dedupe --normalized --count", "http://h/longer-than-32-bytes/{n}/%41\n", 212.3, 0, ""},
		{"dedupe --normalized --csv --field 2", "a,http://h/longer-than-32-bytes/{n}/%41\n", 249.1, 0, ""},
		{"dedupe --key template,query-names", "http://h/longer-than-32-bytes/{n}?a=1\n", 138.4, 0, ""},
		{"dedupe --key host,path", "http://h/longer-than-32-bytes/{n}/%41\n", 133.3, 0, ""},
		{"dedupe --memory 64K", "http://h/longer-than-32-bytes/{n}/%41\n", 158.1, 0.1, ""},
		{"dedupe --seen set", "http://h/longer-than-32-bytes/{n}/%41\n", 122.0, 0, ""},
		{"stats", "http://h/longer-than-32-bytes/{n}/%41\n", 189.6, 0, ""},
		{"stats --json", "HTTP://u@a-host-that-is-longer-than-32-bytes.example:80/%7ea/b.html?q=%7e#f\n/" + strings.Repeat("a", 300) + ".b" + strings.Repeat("C", 300) + "\n", 1517.9, 0, ""},
		{"stats --by site,template", "http://www.longer-than-32-bytes.example/a/1{n}/%41\n", 175.0, 2, ""},
		{"extract --repair", "see http://h/longer-than-32-bytes/\u00e9 and <http://h/longer-than-32-bytes/b>\n", 64.3, 0, ""},
		{"extract", "see http://h/longer-than-32-bytes/a and <http://h/longer-than-32-bytes/b>\n", 16.3, 0, ""},
		{"extract --with-position --join", "see http://h/longer-than-32-bytes/a and <http://h/longer-than-32-bytes/b>\n", 24.3, 0, ""},
		{"extract --format {line}:{host}", "see http://h/longer-than-32-bytes/a and <http://h/longer-than-32-bytes/b>\n", 70.4, 2, ""},
		{"extract --as html", "<p>a <a href='/a' title=x>b</a> http://h/longer-than-32-bytes/ <!-- c -->\n", 312.5, 4, ""},
		{"extract --as html --base http://h/", "<p>a <a href='/a' data-longer-than-16=x>b</a><img srcset='a 1x, b 2x'>\n", 679.0, 6, ""},
		{"extract --as html --resolve", "<noscript><p>longer than 32 bytes, without an end\n", 237.4, 5, ""},
		{"extract --as xml", "<l>http://h/longer-than-32-bytes/?a&amp;b</l>\n", 8.3, 1, ""},
		{"extract --as warc", reads.Response("x:/1", "Transfer-Encoding: chunked\r\n", reads.Chunked("<p><a href=http://h/longer-than-32-bytes/>b</a>", 20)), 742.5, 18, ""},
		{"extract --as warc", "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n", 180.3, 1, ""},
	} {
		const few, many = 500, 4000
		args, allocs := strings.Fields(w.args+" -j 1"), 0.0
		for _, n := range []int{few, many} {
			var text strings.Builder
			for i := range n {
				text.WriteString(strings.ReplaceAll(w.unit, "{n}", strconv.Itoa(i)))
			}
			in := text.String()
			if w.pack != "" {
				in = string(packed.Packers[w.pack](in))
			}
			allocs = -allocs
			allocs += testing.AllocsPerRun(1, func() {
				os.Remove("set")
				run(t.Context(), args, stream.Std{In: strings.NewReader(in), Out: io.Discard, Err: io.Discard})
			})
			if n == few {
				continue // the statements at the start are few
			}
			if each := allocs / (many - few); math.Abs(each-w.allocs) > 0.2 {
				t.Errorf("%s of %s%.60q: %.1f allocations each, want %v", w.args, w.pack, w.unit, each, w.allocs)
			}
			testkit.Must(t, cmp.Or(os.RemoveAll("set"), os.RemoveAll(counts), os.Mkdir(counts, 0o777)))
			c := exec.Command(counting, args...)
			testkit.Write(t, "in", in) // what comes through a pipe comes in other pieces on a busy machine
			c.Env, c.Stdin = append(os.Environ(), "GOCOVERDIR="+counts), testkit.Open(t, "in", os.O_RDONLY)
			c.Run()
			out, err := exec.Command(strings.TrimSpace(string(covdata)), "textfmt", "-i="+counts, "-o=/dev/stdout").Output()
			testkit.Must(t, err)
			statements := 0.0
			for line := range strings.Lines(string(out)) {
				var size, times float64
				if _, rest, ok := strings.Cut(line, " "); ok {
					fmt.Sscan(rest, &size, &times)
				}
				statements += size * times / many
			}
			tolerance := w.statements/50 + 0.2
			if strings.Contains(w.args, "--memory") { // its files get other keys each time
				tolerance *= 2
			}
			if math.Abs(statements-w.statements) > tolerance {
				t.Errorf("%s of %s%.60q: %.1f statements each, want %v", w.args, w.pack, w.unit, statements, w.statements)
			}
		}
	}
}

// commandFolder returns the folder of the command in a copy of the module with the mutant of
// plant in it, since -cover does not read files through -overlay. Without a mutant it is "".
func commandFolder(t *testing.T) string {
	name := os.Getenv("URISCAN_PLANTED")
	if name == "" {
		return ""
	}
	root, err := filepath.Abs("../..")
	testkit.Must(t, err)
	entries, err := os.ReadDir(root)
	testkit.Must(t, err)
	dir := t.TempDir()
	for _, e := range entries {
		if from := filepath.Join(root, e.Name()); e.IsDir() && e.Name()[0] != '.' {
			testkit.Must(t, os.CopyFS(filepath.Join(dir, e.Name()), os.DirFS(from)))
		} else if !e.IsDir() {
			testkit.Write(t, filepath.Join(dir, e.Name()), testkit.Read(t, from))
		}
	}
	var planted struct{ Replace map[string]string }
	testkit.Must(t, json.Unmarshal([]byte(testkit.Read(t, name)), &planted))
	for file, by := range planted.Replace {
		to, err := filepath.Rel(root, file)
		testkit.Must(t, err)
		testkit.Write(t, filepath.Join(dir, to), testkit.Read(t, by))
	}
	return filepath.Join(dir, "cmd", "uriscan")
}
