package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/uriscan/uriscan/bench/corpus"
)

// groups are the rows. The first row of each group is the one that the others are
// compared with. uriscan means the measured program, and the last word is a file. Words
// are separated by blanks and contain none: no shell is used.
var groups = []struct {
	title string
	size  string // the file whose size is what a speed is of
	lines []string
}{
	{"Lines", "web.txt", []string{
		"wc -l web.txt",
		"cut -d/ -f3 web.txt",
		"awk -F/ {print$3} web.txt",
		"grep -oE ^[a-z]+://[^/?#]* web.txt",
		"uriscan check web.txt",
		"uriscan check -j 1 web.txt",
		"URISCAN_KERNEL=avx2 uriscan check web.txt",
		"URISCAN_KERNEL=portable uriscan check web.txt",
		"uriscan normalize web.txt",
		"uriscan normalize --changed web.txt",
		"uriscan resolve --base http://example.com/ web.txt",
		"uriscan parse --format {host} web.txt",
		"uriscan parse --tsv web.txt",
		"uriscan parse --json web.txt",
	}},
	{"A column of TSV", "web.tsv", []string{
		"wc -l web.tsv",
		"cut -f3 web.tsv",
		"uriscan check --field 3 web.tsv",
		"uriscan normalize --field 3 web.tsv",
	}},
	{"A column of CSV", "web.csv", []string{
		"wc -l web.csv",
		"uriscan check --csv --field 3 web.csv",
		"uriscan normalize --csv --field 3 web.csv",
	}},
	{"The Referer of a log", "access.log", []string{
		"wc -l access.log",
		`awk -F" {print$4} access.log`,
		"uriscan check --log-field referer access.log",
		"uriscan normalize --log-field referer access.log",
	}},
	// One secret in each line; the log has four times as many bytes as the other files, 1 GiB.
	{"Secrets in a log of 1 GiB", "secrets.log", []string{
		`sed -E s/([?&](AWSAccessKeyId|Signature|sig|X-Goog-Signature|X-Amz-[A-Z][A-Za-z-]*)=)[^[:space:]&#"]*/\1REDACTED/g secrets.log`,
		"uriscan redact --log secrets.log",
		"uriscan redact --text secrets.log",
	}},
	{"A member of JSON Lines", "events.jsonl", []string{
		"wc -l events.jsonl",
		"jq -r .request.url events.jsonl",
		"uriscan check --json-field request.url events.jsonl",
		"uriscan normalize --json-field request.url events.jsonl",
	}},
	{"gzip, one member", "web.txt", []string{
		"gzip -dc web.txt.gz",
		"uriscan check web.txt.gz",
		"uriscan parse --json web.txt.gz",
	}},
	{"zstd", "web.txt", []string{
		"zstd -dc web.txt.zst",
		"uriscan check web.txt.zst",
		"uriscan parse --json web.txt.zst",
	}},
	{"bzip2, a sixteenth of the text", "small.txt", []string{
		"bzip2 -dc small.txt.bz2",
		"uriscan check small.txt.bz2",
	}},
	{"Duplicates, a sixteenth of the text", "small.txt", []string{
		"sort -u small.txt",
		"awk !a[$0]++ small.txt",
		"uriscan dedupe small.txt",
		"uriscan dedupe --level identical small.txt",
		"uriscan dedupe --memory 16M small.txt",
	}},
	// 20 links a page, and 800 bytes of other text; pagelinks is ../peers/pagelinks.
	{"The links of a WARC archive, absolute and each page once", "pages.warc", []string{
		"./pagelinks pages.warc",
		"uriscan extract --quiet --resolve pages.warc",
		pipeline,
	}},
}

// pipeline is the one row that needs a shell.
const pipeline = "uriscan extract --quiet --repair --resolve pages.warc | uriscan dedupe --profile crawl-v1"

// A row is a program with its arguments, and its fastest run.
type row struct {
	title string // of its group
	text  string
	env   []string
	argv  []string
	size  int64
	best  outcome
}

// files returns the names of the files that rows read.
func (o *options) files() map[string]bool {
	all := map[string]bool{}
	for _, g := range groups {
		for _, line := range g.lines {
			if o.measures(g.title) {
				words := strings.Fields(line)
				all[words[len(words)-1]], all[g.size] = true, true
			}
		}
	}
	return all
}

// measures reports whether a group is measured.
func (o *options) measures(title string) bool { return strings.Contains(title, o.only) }

// rows returns the rows of the installed programs and existing files.
func (o *options) rows(dir, program string) (all []*row, err error) {
	for _, g := range groups {
		if !o.measures(g.title) {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, g.size))
		if err != nil {
			return nil, err
		}
		for _, line := range g.lines {
			r := &row{title: g.title, text: line, size: info.Size(), argv: strings.Fields(line)}
			if strings.Contains(r.argv[0], "=") {
				r.env, r.argv = r.argv[:1], r.argv[1:]
			}
			if r.argv[0] == "uriscan" {
				r.argv[0] = program
			}
			if line == pipeline {
				r.argv = []string{"sh", "-c", strings.ReplaceAll(line, "uriscan ", program+" "), g.size}
			}
			_, missing := exec.LookPath(r.argv[0])
			if r.argv[0] == "./pagelinks" {
				_, missing = os.Stat(filepath.Join(dir, r.argv[0]))
			}
			_, none := os.Stat(filepath.Join(dir, r.argv[len(r.argv)-1]))
			if missing == nil && none == nil {
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// An outcome has the measurements of a run.
type outcome struct {
	wall, cpu time.Duration
}

// run runs the row once in dir and keeps the faster outcome. Exit status 1 is allowed,
// since some lines may be invalid.
func (r *row) run(ctx context.Context, dir string) error {
	c := exec.CommandContext(ctx, r.argv[0], r.argv[1:]...)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "LC_ALL=C"), r.env...)
	// Writing to /dev/zero costs nothing, and grep does not recognize it. With /dev/null
	// grep would write nothing and stop at the first match.
	if sink, err := os.OpenFile("/dev/zero", os.O_WRONLY, 0); err == nil {
		defer sink.Close()
		c.Stdout = sink
	}
	began := time.Now()
	err := c.Run()
	took := outcome{wall: time.Since(began)}
	var status *exec.ExitError
	if err != nil && !(errors.As(err, &status) && status.ExitCode() == 1) {
		return fmt.Errorf("%s: %w", r.text, err)
	}
	took.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if r.best.wall == 0 || took.wall < r.best.wall {
		r.best = took
	}
	return nil
}

// tabulars are files with a URL in each line among other text, each with its name and the
// function that writes a line.
var tabulars = map[string]func(w io.Writer, i int, url []byte) (int, error){
	"web.tsv": func(w io.Writer, i int, url []byte) (int, error) {
		return fmt.Fprintf(w, "%d\t2026-11-21\t%s\tx%d\n", i, url, i%977)
	},
	"web.csv": func(w io.Writer, i int, url []byte) (int, error) {
		if bytes.IndexByte(url, ',') >= 0 {
			url = []byte(`"` + string(url) + `"`)
		}
		return fmt.Fprintf(w, "%d,\"a, b\",%s,x%d\n", i, url, i%977)
	},
	"access.log": func(w io.Writer, i int, url []byte) (int, error) {
		return fmt.Fprintf(w, "192.0.2.%d - - [10/Oct/2025:13:55:36 -0700] \"GET /%d HTTP/1.1\" 200 %d \"%s\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n",
			i%256, i, i%9999, url)
	},
	secretsLog: func(w io.Writer, i int, url []byte) (int, error) {
		return fmt.Fprintf(w, "192.0.2.%d - - [10/Oct/2025:13:55:36 -0700] \"GET /files/%d?page=%d&sig=%032x HTTP/1.1\" 200 %d \"%s\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n",
			i%256, i, i%7, uint64(i)*0x9E3779B97F4A7C15, i%9999, url)
	},
	"events.jsonl": func(w io.Writer, i int, url []byte) (int, error) {
		return fmt.Fprintf(w, `{"id":%d,"time":"2026-11-21T10:00:00Z","request":{"method":"GET","url":"%s","status":200},"tags":["a","b"]}`+"\n", i, url)
	},
}

// secretsLog is larger than the other files.
const secretsLog = "secrets.log"

// makeFiles makes web.txt, a part of it, files with its lines in columns, and archives of
// it with the installed programs, as far as rows need them. It returns a description of the URLs.
func makeFiles(ctx context.Context, dir string, o *options) (source string, err error) {
	size, needed := o.size, o.files()
	reel, err := corpus.OpenReel(size)
	if err != nil {
		return "", err
	}
	text := reel.Text()
	small := text[:bytes.LastIndexByte(text[:len(text)/16], '\n')+1]
	for name, text := range map[string][]byte{"web.txt": text, "small.txt": small} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return "", err
		}
	}
	for name, line := range tabulars {
		size := size
		if name == secretsLog {
			size *= 4
		}
		if !needed[name] {
			continue
		}
		if err := writeTabular(filepath.Join(dir, name), line, text, size); err != nil {
			return "", err
		}
	}
	if needed["pages.warc"] {
		if err := writePages(filepath.Join(dir, "pages.warc"), size/8); err != nil {
			return "", err
		}
	}
	for _, a := range archives {
		if _, err := exec.LookPath(a.program); err != nil || !needed[a.from+a.suffix] {
			continue
		}
		if err := a.write(ctx, dir); err != nil {
			return "", err
		}
	}
	return reel.Source, nil
}

// writeTabular writes lines until they have size bytes, with the lines of text again and again.
func writeTabular(path string, line func(w io.Writer, i int, url []byte) (int, error), text []byte, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	var rest []byte
	for i, written := 0, 0; written < size; i++ {
		if len(rest) == 0 {
			rest = text
		}
		var url []byte
		url, rest, _ = bytes.Cut(rest, []byte{'\n'})
		n, err := line(w, i, url)
		if err != nil {
			return err
		}
		written += n
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// writePages writes records of pages, in a WARC archive of about size bytes.
func writePages(path string, size int) error {
	const perPage, perLink = 20, 96
	c, err := corpus.Generate(corpus.Links, corpus.Seed, max(size/perLink, perPage))
	if err != nil {
		return err
	}
	var out, page bytes.Buffer
	text := strings.Repeat("Some words of the page, <b>bold</b> or not. ", 18)
	for at := 0; at < len(c.Lines); at += perPage {
		page.Reset()
		page.WriteString("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE html><title>Page</title><p>" + text + "\n")
		for _, link := range c.Lines[at:min(at+perPage, len(c.Lines))] {
			fmt.Fprintf(&page, "<li><a href=\"%s\">link</a>\n", strings.ReplaceAll(string(link), "&", "&amp;"))
		}
		fmt.Fprintf(&out, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-11-24T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%08d-0000-4000-8000-000000000000>\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			c.Bases[at], at, page.Len(), page.Bytes())
	}
	return os.WriteFile(path, out.Bytes(), 0o666)
}

// An archiver is a program that compresses a file to its output.
type archiver struct{ program, from, suffix string }

// bzip2 takes ten times as long as the others.
var archives = []archiver{{"gzip", "web.txt", ".gz"}, {"zstd", "web.txt", ".zst"}, {"bzip2", "small.txt", ".bz2"}}

func (a *archiver) write(ctx context.Context, dir string) error {
	from := filepath.Join(dir, a.from)
	f, err := os.Create(from + a.suffix)
	if err != nil {
		return err
	}
	defer f.Close()
	c := exec.CommandContext(ctx, a.program, "-c", from)
	c.Stdout = f
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", a.program, err)
	}
	return f.Close()
}
