//go:build !race && (386 || amd64)

package main

import (
	"bytes"
	"encoding/json"
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
	"github.com/uriscan/uriscan/internal/testkit/counted"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/reads"
)

// Each line, or what else an input consists of, takes as many statements of the command as it
// is known to take, and no memory of its own. A fast path that is never taken, or a line that
// is read twice, changes no result, and a clock does not show it reliably on a busy machine.
// Counts do. (With the race detector a pool loses some of what is put into it.)
func TestCommandsWork(t *testing.T) {
	rows := []struct {
		args, unit         string
		statements, allocs float64 // of each unit
		pack               string
	}{
		{"parse --tsv", "http://h/longer-than-32-bytes/a?b#c\n", 161.3, 0, ""},
		{"parse --json --offsets", "http://h/longer-than-32-bytes/a?b#c\n", 356.4, 0, ""},
		{"parse --format {host}", "http://h/longer-than-32-bytes/a?b#c\n", 65.8, 0, ""},
		{"check", "http://h/longer-than-32-bytes/a?b#c\n", 2.3, 0, ""},
		{"check", "http://h/longer-than-32-bytes/a?b#c\n", 2.3, 0, "zstd"},
		{"check", "http://h/longer-than-32-bytes/a?b#c\n", 124.7, 0.5, "bzip2"},
		{"parse --format {path:decoded}", "http://h/longer-than-32-bytes/%41?b#c\n", 100.3, 0, ""},
		{"check", "b c\n", 53.2, 0, ""},
		{"check --field 3", "a\tb\thttp://h/longer-than-32-bytes/a\tc\n", 102.2, 0, ""},
		{"check --field 3 --delimiter blanks", "a   b  http://h/longer-than-32-bytes/a c\n", 105.2, 0, ""},
		{"check --csv --field 2", "a,\"http://h/longer-than-32-bytes/\"\"%41\",c\n", 249.2, 0, ""},
		{"normalize", "http://h/longer-than-32-bytes/a\nHTTP://h/longer-than-32-bytes/\n", 28.4, 0, ""},
		{"normalize --explain", "HTTP://h/longer-than-32-bytes/\n", 54.3, 0, ""},
		{"normalize --csv --field 2", "a,http://h/longer-than-32-bytes/%41,c\n", 158.3, 0, ""},
		{"normalize --changed --csv --field 2", "a,http://h/longer-than-32-bytes/,c\n", 137.3, 0, ""},
		{"normalize --csv --field 2", "a,\"http://h/longer-than-32-bytes/%41\",c\n", 221.2, 0, ""},
		{"normalize --json-field a.b", `{"x":1,"a":{"b":"http:\/\/h\/longer-than-32-bytes\/%41"},"c":[true,null,1.5e6]}` + "\n", 830.3, 0, ""},
		{"normalize --json-field a --append", `{"a":"http://h/longer-than-32-bytes/%41"}` + "\n", 479.3, 0, ""},
		{"normalize --log", `1.2.3.4 - - [01/Jan/2000] "GET /a/%41 HTTP/1.1" 200 1 "http://h/longer-than-32-bytes/\"" "x"` + "\n", 209.3, 0, ""},
		{"resolve --base http://a/b/c", "../longer-than-32-bytes-with-its-base\n", 29.2, 0, ""},
		{"resolve --pairs", "http://h/longer-than-32-bytes/a\tb\n", 44.2, 0, ""},
		{"resolve --pairs --key --with-target", "http://h/longer-than-32-bytes/a\tb\n", 60.2, 0, ""},
		{"normalize --key", "http://h/longer-than-32-bytes/%41\n", 41.3, 0, ""},
		{"relativize --base http://a/b/c", "http://a/longer-than-32-bytes-with-it\n", 34.2, 0, ""},
		{"query --without utm_* --sort", "http://h/longer-than-32-bytes/?utm_id=1&b=2&a=3\n", 48.3, 0, ""},
		{"explain", "http://u@h/longer-than-32-bytes/%41/../a?b#c\n", 652.2, 63, ""},
		{"surt", "http://www.longer-than-32-bytes.com/a/b?b=2&a=1\n", 29.2, 0, ""},
		{"normalize --profile crawl-v1", "http://www.longer-than-32-bytes.com//a/?utm_id=1&b=2&a=3\n", 43.3, 0, ""},
		{"repair", "http://h/longer-than-32-bytes/1234/8f3a91c2\n", 36.2, 0, ""},
		{"template", "http://h/longer-than-32-bytes/1234/8f3a91c2\n", 29.2, 0, ""},
		{"query --get b", "http://h/longer-than-32-bytes/?a=1&b=2\n", 30.3, 0, ""},
		{"redact", "http://h/longer-than-32-bytes/?a=1&b=2\n", 99.3, 0, ""},
		{"redact --log", `1.2.3.4 - - [01/Jan/2000] "GET /a?sig=1 HTTP/1.1" 200 1 "http://h/longer-than-32-bytes/" "x"` + "\n", 189.3, 0, ""},
		{"redact --text", "see http://h/longer-than-32-bytes/?sig=2&b=2 and so on\n", 113.2, 0, ""},
		{"query --log --add x=1", `1.2.3.4 - - [01/Jan/2000] "GET //a?b=2 HTTP/1.1" 200 1 "http://h/longer-than-32-bytes/" "x"` + "\n", 214.4, 0, ""},
		{"query --keys --decoded", "http://h/longer-than-32-bytes/?a=1&%62=2\n", 56.3, 0, ""},
		{"repair --explain", " http:\\\\h\\longer than 32 bytes\n", 58.2, 0, ""},
		{"target", "/longer-than-32-bytes-without-a-host?a=1&b=2\n", 148.3, 0, ""},
		{"target --host h:80 --scheme http", "/longer-than-32-bytes-without-a-host?a=1&b=2\n", 77.2, 0, ""},
		{"inspect", "http://h/longer-than-32-bytes/?a=1&b=2\n", 32.6, 0, ""},
		{"inspect --json", "http://127.1/longer-than-32-bytes/../?a=1&b=2\n", 80.6, 0, ""},
		{"inspect --policy fetch", "http://127.1/longer-than-32-bytes/../?a=1&b=2\n", 97.6, 1, ""},
		{"inspect --print good", "http://127.1/longer-than-32-bytes/../?a=1&b=2\n", 33.6, 0, ""},
		{"parse --semconv", "http://h/longer-than-32-bytes/a?b#c\n", 88.3, 0, ""},
		{"parse --split --json", "http://h/longer-than-32-bytes/a?b c\n", 537.3, 0, ""},
		{"parse --format {site}", "http://www.longer-than-32-bytes.example.co.uk/a\n", 85.3, 0, ""},
		{"parse --format {site}", "http://www.longer-than-32-bytes-{n}.example.co.uk/a\n", 126.3, 0, ""}, // which no cache has
		{"parse --csv --field 2 --append --format {host}", "a,http://h/longer-than-32-bytes/,c\n", 190.3, 0, ""},
		{"check --log-format %h:%U%q --print good", "1.2.3.4:/longer-than-32-bytes-without-a-host?a=1&b=2\n", 122.3, 0, ""},
		{"normalize --on-error keep --quiet", "longer than 32 bytes, and not a reference\nHTTP:\n", 82.2, 0, ""},
		{"normalize --only case,ipv6", "HTTP://h/longer-than-32-bytes/%4a\n", 14.3, 0, ""},
		{"dedupe --key site", "http://www.longer-than-32-bytes.example.co.uk/{n}\n", 122.3, 0, ""},
		{"dedupe", "http://h/longer-than-32-bytes/{n}/%41\n", 114.7, 0, ""},
		{"dedupe --normalized --count", "http://h/longer-than-32-bytes/{n}/%41\n", 235.4, 0, ""},
		{"dedupe --normalized --csv --field 2", "a,http://h/longer-than-32-bytes/{n}/%41\n", 262.7, 0, ""},
		{"dedupe --key template,query-names", "http://h/longer-than-32-bytes/{n}?a=1\n", 146.3, 0, ""},
		{"dedupe --key host,path", "http://h/longer-than-32-bytes/{n}/%41\n", 145.1, 0, ""},
		{"dedupe --memory 64K", "http://h/longer-than-32-bytes/{n}/%41\n", 177.6, 0.1, ""},
		{"dedupe --seen set", "http://h/longer-than-32-bytes/{n}/%41\n", 135.7, 0, ""},
		{"stats", "http://h/longer-than-32-bytes/{n}/%41\n", 203.7, 0, ""},
		{"stats --json", "HTTP://u@a-host-that-is-longer-than-32-bytes.example:80/%7ea/b.html?q=%7e#f\n/" + strings.Repeat("a", 300) + ".b" + strings.Repeat("C", 300) + "\n", 1549.1, 0, ""},
		{"stats --by site,template", "http://www.longer-than-32-bytes.example/a/1{n}/%41\n", 189.4, 2, ""},
		{"extract --repair", "see http://h/longer-than-32-bytes/\u00e9 and <http://h/longer-than-32-bytes/b>\n", 64.3, 0, ""},
		{"extract", "see http://h/longer-than-32-bytes/a and <http://h/longer-than-32-bytes/b>\n", 16.3, 0, ""},
		{"extract --with-position --join", "see http://h/longer-than-32-bytes/a and <http://h/longer-than-32-bytes/b>\n", 24.3, 0, ""},
		{"extract --format {line}:{host}", "see http://h/longer-than-32-bytes/a and <http://h/longer-than-32-bytes/b>\n", 76.3, 2, ""},
		{"extract --as html", "<p>a <a href='/a' title=x>b</a> http://h/longer-than-32-bytes/ <!-- c -->\n", 339.5, 4, ""},
		{"extract --as html --base http://h/", "<p>a <a href='/a' data-longer-than-16=x>b</a><img srcset='a 1x, b 2x'>\n", 775.5, 6, ""},
		{"extract --as html --resolve", "<noscript><p>longer than 32 bytes, without an end\n", 255.3, 2, ""},
		{"extract --as xml", "<l>http://h/longer-than-32-bytes/?a&amp;b</l>\n", 8.2, 1, ""},
		{"extract --as warc", reads.Response("x:/1", "Transfer-Encoding: chunked\r\n", reads.Chunked("<p><a href=http://h/longer-than-32-bytes/>b</a>", 20)), 940.5, 18, ""},
		{"extract --as warc", "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n", 223.3, 1, ""},
	}
	const few, many = 500, 4000
	build := &counted.Build{Root: "../..", Folders: []string{"cmd/uriscan"}, Files: map[string]string{"cmd/uriscan/main.go": "internal/testkit/counted/testdata/main.go.txt"}}
	folders, err := filepath.Glob("../internal/*")
	testkit.Must(t, err)
	for _, folder := range folders {
		build.Folders = append(build.Folders, "cmd/internal/"+filepath.Base(folder))
	}
	dir := t.TempDir()
	program := filepath.Join(t.TempDir(), "program")
	var says bytes.Buffer
	goBuild := exec.Command("go", slices.Concat([]string{"build", "-o", program}, build.Args(t))...)
	goBuild.Stdout, goBuild.Stderr = &says, &says
	testkit.Must(t, goBuild.Start())
	t.Chdir(dir)
	var lines bytes.Buffer
	for i, w := range rows {
		args, allocs := strings.Fields(w.args), 0.0
		if args[0] != "explain" {
			args = append(args, "-j", "1")
		}
		for _, n := range []int{few, many} {
			var text strings.Builder
			for i := range n {
				text.WriteString(strings.ReplaceAll(w.unit, "{n}", strconv.Itoa(i)))
			}
			in := text.String()
			if w.pack != "" {
				in = string(packed.Packers[w.pack](in))
			}
			testkit.Write(t, strconv.Itoa(i), in)
			allocs = -allocs
			allocs += testing.AllocsPerRun(1, func() {
				os.Remove("set")
				run(t.Context(), args, stream.Std{In: strings.NewReader(in), Out: io.Discard, Err: io.Discard})
			})
		}
		if each := allocs / (many - few); math.Abs(each-w.allocs) > 0.2+w.allocs/60 { // a word has other sizes elsewhere
			t.Errorf("%s of %s%.60q: %.1f allocations each, want %v", w.args, w.pack, w.unit, each, w.allocs)
		}
		testkit.Must(t, json.NewEncoder(&lines).Encode(append(args, strconv.Itoa(i))))
	}
	testkit.Must(t, os.RemoveAll("set"))
	if err := goBuild.Wait(); err != nil {
		t.Fatalf("go build: %v\n%s", err, says.Bytes())
	}
	c := exec.Command(program, dir)
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	c.Stdin = &lines
	out, err := c.CombinedOutput()
	counts := strings.Fields(string(out))
	if err != nil || len(counts) != len(rows) {
		t.Fatalf("%v, %d counts of %d command lines\n%s", err, len(counts), len(rows), out)
	}
	for i, w := range rows {
		statements, err := strconv.ParseFloat(counts[i], 64)
		testkit.Must(t, err)
		statements /= many // those at the start are few
		tolerance := w.statements/200 + 0.1
		if strings.HasPrefix(w.args, "dedupe") { // its tables get other keys each time
			tolerance *= 4
		}
		if math.Abs(statements-w.statements) > tolerance {
			t.Errorf("%s of %s%.60q: %.1f statements each, want %v", w.args, w.pack, w.unit, statements, w.statements)
		}
	}
	testkit.IfMeant(t, "write the numbers in the rows of this test")
}
