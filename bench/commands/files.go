package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/uriscan/uriscan/bench/corpus"
)

// tabulars are files with a URL in each line, between other things: of each its name and
// what writes a line.
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
	"events.jsonl": func(w io.Writer, i int, url []byte) (int, error) {
		return fmt.Fprintf(w, `{"id":%d,"time":"2026-11-21T10:00:00Z","request":{"method":"GET","url":"%s","status":200},"tags":["a","b"]}`+"\n", i, url)
	},
}

// makeFiles makes web.txt and a piece of it, what has its lines in columns, and archives of it as far
// as there are programs that make them. It returns what the URLs are.
func makeFiles(ctx context.Context, dir string, size int) (source string, err error) {
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
		if err := writeTabular(filepath.Join(dir, name), line, text, size); err != nil {
			return "", err
		}
	}
	for _, a := range archives {
		if _, err := exec.LookPath(a.program); err != nil {
			continue
		}
		if err := a.write(ctx, dir); err != nil {
			return "", err
		}
	}
	return reel.Source, nil
}

// writeTabular writes as many of the lines of text as make size bytes.
func writeTabular(path string, line func(w io.Writer, i int, url []byte) (int, error), text []byte, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	for i, written := 0, 0; written < size && len(text) > 0; i++ {
		var url []byte
		url, text, _ = bytes.Cut(text, []byte{'\n'})
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
