package main

import (
	"bufio"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
)

// rowCommands are command lines that --rows belongs to.
var rowCommands = []string{
	"parse", "parse --json --offsets", "parse --semconv", "parse --format {host|-}{path}", "parse --format {kind}:{value}",
	"normalize", "normalize --explain", "normalize --key", "normalize --key --field 2", "resolve --pairs --key --with-target", "resolve --base http://b/c", "resolve --pairs", "resolve --pairs --repair", "relativize --base http://a/b",
	"template", "surt", "surt --variant plain --field 2", "normalize --profile crawl-v1 --key", "normalize --profile crawl-v1 --explain",
	"repair",
	"query --get q", "query --without utm_*", "target", "target --host h", "inspect --json",
	"parse --field 2", "parse --field 2 --append", "parse --field 2 --format {path}", "parse --field 2 --append --format {host}\\t{path}",
	"normalize --field 2", "normalize --field 2 --append", "normalize --field 1 --delimiter N", "normalize --field 2 --delimiter blanks",
	"resolve --base http://b/c --field 2", "normalize --log", "parse --log --format {path}", "query --get q --log",
	"parse --format {host}\\n{path}", "parse --format {kind}\\0", "parse --split", "parse --json --split --field 2", "parse --format {path:decoded}",
	"redact", "redact --text --deny q", "redact --field 2", "redact --log", "query --get q --decoded", "inspect --json --field 2", "target --json --log", "repair --explain --field 1",
}

// rowPieces are what inputs of rows are made of.
var rowPieces = []string{
	"http://a/", "b c", "", "//h:80?q#f", "%", "\x00", "\r", "\t", "http://b/\thttp://[", "\xff\xfe", "\ufeff", "\x1f\x8b\x08", "BZh9", "\x28\xb5\x2f\xfd",
	`1.2.3.4 - - [1/Jan/2026:00:00:00 +0000] "GET /a%zz HTTP/1.1" 200 1 "-" "-"`, `{"url":"http://a\n%"}`, `{"url":null}`, `{"a":["b c","d"]}`, `"`, `\N`, "*",
}

// Whatever the input is, and however it comes, there is one row for each line, which depends
// on that line alone, and the exit status is that of success.
func TestOneRowForEachLine(t *testing.T) {
	t.Parallel()
	for i, command := range rowCommands {
		for k, null := range []string{"", " -0"} {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(k)))
			args := strings.Fields(command + " --rows --quiet --max-line 90" + null)
			delim := string("\n\x00"[k])
			var in, want strings.Builder
			add := func(line, end string) {
				line = strings.ReplaceAll(line, delim, "")
				in.WriteString(line + end)
				row := runWith(line+end, args...).out
				if row == "" || strings.Count(row, row[len(row)-1:]) != 1 {
					t.Errorf("run(%q) of %q = %q, want one row", args, line, row)
				}
				want.WriteString(row)
			}
			for range 12 {
				add(testkit.Mixed(rng, rng.IntN(4), rowPieces...), delim)
			}
			add(strings.Repeat("x", 80+rng.IntN(30)), delim)
			add("last\r", "")
			for _, more := range [][]string{nil, {"--block-size", "7", "-j", "3"}} {
				got := runWith(in.String(), append(args, more...)...)
				if got != (outcome{diag.ExitGood, want.String(), ""}) {
					t.Errorf("run(%q) of %q = %s, want %s as for each of its lines", append(args, more...), in.String(), clip(got), want.String())
				}
			}
		}
	}
}

// What the rows of bad lines are, and where diagnostics go.
func TestRows(t *testing.T) {
	const log = `h - - [1/Jan/2026:00:00:00 +0000] "GET %s HTTP/1.1" 200 1` + "\n"
	tests := []commandTest{
		{"bad lines", "http://h/%7e\n%\n\nA:\r\na", []string{"normalize"}, outcome{0, "http://h/~\n\\N\n\na:\na\n", "-:2:2: unexpected-end\n"}},
		{"no lines", "", []string{"parse"}, outcome{}},
		{"no header", "a", []string{"parse", "--format", "{path}"}, outcome{0, "a\n", ""}},
		{"own rows for bad lines", "%", []string{"parse", "--json"}, outcome{0, `{"valid":false,"error":{"kind":"unexpected-end","offset":1}}` + "\n", ""}},
		{"a column", "a\t%\tb\r\na\n", []string{"normalize", "--field", "2"}, outcome{0, "a\t\\N\tb\r\n\\N\n", "-:1:4: unexpected-end\n-:2:2: missing-field\n"}},
		{"columns that are added", "%\n", []string{"normalize", "--explain", "--field", "1", "--append"}, outcome{0, "%\t\\N\t\\N\t\\N\n", "-:1:2: unexpected-end\n"}},
		{"several columns", "%\n", []string{"parse", "--format", `{host}\t{path}`}, outcome{0, "\\N\t\\N\n", "-:1:2: unexpected-end\n"}},
		{"columns of a pair", "a:\n", []string{"resolve", "--pairs", "--key", "--with-target"}, outcome{0, "\\N\t\\N\t\\N\n", "-:1:3: missing-field\n"}},
		{"more columns of a column", "%\ta\n", []string{"normalize", "--explain", "--field", "1"}, outcome{0, "\\N\ta\t\\N\t\\N\n", "-:1:2: unexpected-end\n"}},
		{"no place for it", "a%\n", []string{"normalize", "--field", "1", "--delimiter", "N"}, outcome{0, "\\N\n", "-:1:3: unexpected-end\n"}},
		{"a log", strings.Replace(log, "%s", "/%", 1) + "x\n" + strings.Replace(log, "GET %s HTTP/1.1", "-", 1), []string{"parse", "--log", "--format", "{path}"},
			outcome{0, "\\N\n\\N\n\\N\n", "-:1:42: unexpected-end\n-:2:2: missing-field\n"}},
		{"too long", strings.Repeat("a", 300) + "\na\n", []string{"normalize", "--max-line", "9", "--block-size", "20"}, outcome{0, "\\N\na\n", "-:1:10: too-long\n"}},
		{"not compressed", "\x1f\x8b\n\ufeffa\n", []string{"normalize", "--quiet"}, outcome{0, "\\N\n\\N\n", ""}},
		{"two lines", "a\nb\n", []string{"parse", "--format", `{path}\n`}, outcome{0, "\\N\n\\N\n", "-:1:1: delimiter-in-result\n-:2:1: delimiter-in-result\n"}},
	}
	for i := range tests {
		tests[i].args = append(tests[i].args, "--rows")
	}
	runTests(t, tests)
	for _, line := range []string{
		"dedupe", "extract", "stats", "check", "explain a:", "inspect", "normalize --changed", "query --keys", "query --pairs", "parse --csv --field 1", "normalize --header --field 1",
		"normalize --on-error keep", "normalize --rejects f", "normalize --json-field a",
	} {
		if got := runWith("", append(strings.Fields(line), "--rows")...); got.status != diag.ExitUsage || !strings.Contains(got.err, "--rows") {
			t.Errorf("run(%q --rows) = %+v, want it refused", line, got)
		}
	}
}

// A row is answered before the next one comes, and the end of the reader ends the command,
// which waits for a row.
func TestRowsAreAnswered(t *testing.T) {
	for _, line := range []string{"normalize", "parse", "parse --json", "resolve --pairs", "target", "query --get a", "inspect --json", "normalize --field 1"} {
		in, feed := io.Pipe()
		from, out := io.Pipe()
		done := make(chan int)
		go func() {
			done <- run(t.Context(), append(strings.Fields(line), "--rows", "--quiet"), stream.Std{In: in, Out: out, Err: io.Discard})
		}()
		answers := bufio.NewReader(from)
		for _, row := range []string{"\n", "\xef", "\xbb\n", "\x1f\n", "B", "Z\n", "a\tb\n", "http://h/\n"} {
			io.WriteString(feed, row)
			if !strings.HasSuffix(row, "\n") {
				continue
			}
			if got, err := answers.ReadString('\n'); err != nil {
				t.Fatalf("%s answers %q with %q, %v", line, row, got, err)
			}
		}
		from.Close()
		io.WriteString(feed, "a\n")
		if got := <-done; got != diag.ExitGood {
			t.Errorf("%s ends with %d if nobody reads, want 0", line, got)
		}
	}
}

// piped starts c and returns its input and the reader of its output.
func piped(t *testing.T, c *exec.Cmd) (io.WriteCloser, *os.File) {
	feed, err := c.StdinPipe()
	testkit.Must(t, err)
	from, out, err := os.Pipe()
	testkit.Must(t, err)
	c.Stdout = out
	start(t, c)
	out.Close()
	return feed, from
}

func TestRowsEndWithTheirReader(t *testing.T) {
	c := command(t, "normalize", "--rows")
	feed, from := piped(t, c)
	io.WriteString(feed, "A:\n")
	if got, err := bufio.NewReader(from).ReadString('\n'); got != "a:\n" || err != nil {
		t.Errorf("the row is %q, %v, want %q", got, err, "a:\n")
	}
	from.Close()
	if runtime.GOOS != "linux" { // there the next write says so
		io.WriteString(feed, "A:\n")
	}
	if got := exitStatus(t, c); got != diag.ExitGood {
		t.Errorf("without a reader the status is %d, want 0", got)
	}
}

// Rows that go into a file have no reader to end with.
func TestRowsIntoFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	c := command(t, "normalize", "--rows", "-o", name)
	feed, from := piped(t, c)
	from.Close()
	io.WriteString(feed, "A:\n")
	for range 10_000 {
		if contents(name) != "" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	io.WriteString(feed, "B:\n")
	feed.Close()
	if got, rows := exitStatus(t, c), contents(name); got != diag.ExitGood || rows != "a:\nb:\n" {
		t.Errorf("into a file, with standard output closed, = %d and %q, want 0 and two rows", got, rows)
	}
}

// Without --rows a command that prints nothing does not depend on a reader.
func TestNoRowsWithoutReader(t *testing.T) {
	c := command(t, "normalize", "--quiet")
	feed, from := piped(t, c)
	from.Close()
	time.Sleep(100 * time.Millisecond)
	io.WriteString(feed, "a b\n")
	feed.Close()
	if got := exitStatus(t, c); got != diag.ExitBad {
		t.Errorf("normalize of a bad line without a reader = %d, want 1", got)
	}
}
