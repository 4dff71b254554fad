package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// inFolder is a folder with something of everything; it makes it the current
// one. What is named "binary" has a NUL in its first 8 KiB.
func inFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{
		"d/b/2":       "\ufeffhttp://d/b/2\n",
		"d/b/.1":      "http://d/b/.1",
		"d/a":         "\n (http://d/a)",
		"d/b.txt":     "http://d/b.txt",
		".odd/a.html": "\xff\xfe<\x00", ".odd/b": "\xfd7zXZ\x00http://a/ ",
		"d/c/binary": "http://d/c/binary" + strings.Repeat("\n", 8<<10-18) + "\x00",
		"d/c/late":   strings.Repeat("\n", 8<<10) + "\x00http://d/c/late",
		"d/empty":    "",
		"e":          "http://e urn:x-y:z",
	})
}

func TestExtract(t *testing.T) {
	inFolder(t)
	const stdin = "a http://in/1,\r\nb\x00 'http://in/2'\n"
	d := "http://d/a\nhttp://d/b/2\nhttp://d/b.txt\nhttp://d/c/late\n"
	binary := "http://d/c/binary\n"
	const joined = "<http://a/\nb> <note:this\n and that>"
	runTests(t, []commandTest{
		{"not joined", joined, nil, outcome{0, "", leftWrapped}},
		{"join", joined, []string{"--join"}, outcome{0, "http://a/b\n", ""}},
		{"join: XML, where these are tags", "<?xml?>" + joined, []string{"--join"}, outcome{0, "", leftWrapped}},
		{"join: any scheme", joined, []string{"--any-scheme"}, outcome{0, "note:this\n", leftWrapped}},
		{"join: both, a scheme that is broken", "<ht\ntp://a/>", []string{"--any-scheme", "--join"}, outcome{0, "tp://a/\n", ""}},
		{"join: both", joined, []string{"--any-scheme", "--join"}, outcome{0, "http://a/b\nnote:thisandthat\n", ""}},
		{"standard input", stdin, nil, outcome{0, "http://in/1\nhttp://in/2\n", ""}},
		{"dash", stdin, []string{"-"}, outcome{0, "http://in/1\nhttp://in/2\n", ""}},
		{"standard input, positions", stdin, []string{"--with-position"}, outcome{0, "-:1:3: http://in/1\n-:2:5: http://in/2\n", ""}},
		{"file", stdin, []string{"e"}, outcome{0, "http://e\nurn:x-y:z\n", ""}},
		{"files, positions", stdin, []string{"--with-position", "e", "-", "./d/a"},
			outcome{0, "e:1:1: http://e\ne:1:10: urn:x-y:z\n-:1:3: http://in/1\n-:2:5: http://in/2\n./d/a:2:3: http://d/a\n", ""}},
		{"folder in lexical order", stdin, []string{"d"}, outcome{0, d, ""}},
		{"folder, other spelling", stdin, []string{"d/"}, outcome{0, d, ""}},
		{"folder twice", stdin, []string{"d/b", "d/b"}, outcome{0, strings.Repeat("http://d/b/2\n", 2), ""}},
		{"hidden, noted", stdin, []string{"--verbose", "d/b"}, outcome{0, "http://d/b/2\n", "uriscan: d/b/.1: hidden, skipped; --hidden searches it\n"}},
		{"hidden by name", stdin, []string{"d/b/.1"}, outcome{0, "http://d/b/.1\n", ""}},
		{"hidden searched", stdin, []string{"--hidden", "--verbose", "d/b"}, outcome{0, "http://d/b/.1\nhttp://d/b/2\n", ""}},
		{"current folder, positions", stdin, []string{"--with-position", "."}, outcome{0,
			"d/a:2:3: http://d/a\nd/b/2:1:1: http://d/b/2\nd/b.txt:1:1: http://d/b.txt\n" +
				"d/c/late:8193:2: http://d/c/late\ne:1:1: http://e\ne:1:10: urn:x-y:z\n", ""}},
		{"no URI", stdin, []string{"d/empty"}, outcome{0, "", ""}},
		{"any scheme", stdin, []string{"--any-scheme", "-o", "-", "e"}, outcome{0, "http://e\nurn:x-y:z\n", ""}},

		{"binary in a folder", stdin, []string{"d/c"}, outcome{0, "http://d/c/late\n", ""}},
		{"binary in a folder, noted", stdin, []string{"--verbose", "d/c"}, outcome{0, "http://d/c/late\n", "uriscan: d/c/binary: a binary file, skipped; --binary searches it\n"}},
		{"binary in a folder, quietly", stdin, []string{"--verbose", "--quiet", "d/c"}, outcome{0, "http://d/c/late\n", ""}},
		{"binary by name", stdin, []string{"--quiet", "d/c/binary", "e"}, outcome{3, "http://e\nurn:x-y:z\n", "uriscan: d/c/binary: a binary file, skipped; --binary searches it\n"}},
		{"binary by name, as text", stdin, []string{"--as", "text", "d/c/binary", "e"}, outcome{3, "http://e\nurn:x-y:z\n", "uriscan: d/c/binary: a binary file, skipped; --binary searches it\n"}},
		{"tar from standard input", "a" + strings.Repeat("\x00", 256) + "ustar\x00 http://a/", nil, outcome{0, "http://a/\n", ""}},
		{"UTF-16 by name", "\xff\xfea\x00", []string{"-", "e"}, outcome{3, "http://e\nurn:x-y:z\n", "uriscan: standard input: looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND\n"}},
		{"xz and UTF-16 in a folder", "", []string{".odd"}, outcome{0, "", "uriscan: files of xz, zip or UTF-16 data in folders that were skipped: 2; --verbose names them\n"}},
		{"UTF-16 in a folder, joined", "", []string{"--join", ".odd"}, outcome{0, "", "uriscan: files of xz, zip or UTF-16 data in folders that were skipped: 2; --verbose names them\n"}},
		{"binary searched", stdin, []string{"--binary", "--verbose", "d/c"}, outcome{0, binary + "http://d/c/late\n", ""}},

		{"more than URIs", "http://münchen.de/x https://w.example/Größe\nhttp://u:pä@h/ http://evil[.]example/y http://a/", []string{"--with-position"},
			outcome{0, "-:2:41: http://a/\n", "uriscan: URLs that go on with characters that no URI has, left out: 4\n"}},
		{"variables", "http://${HOST}/x http://%s/y http://{{host}}/ http://a/$FILE http://b/?c=d|e http://f", []string{"--with-position"}, outcome{0, "-:1:78: http://f\n",
			"uriscan: URLs that go on with characters that no URI has, left out: 1\nuriscan: URLs with a variable in them, left out: 4\n"}},
		{"more than URIs, noted", "http://münchen.de/x http://\x01 http://{a}/{b} {http://c/{d", []string{"--verbose"}, outcome{0, "",
			"-:1:1: left out, it goes on with what no URI has: http://münchen.de/x\n-:1:31: left out, it has a variable: http://{a}/{b}\n-:1:47: left out, it has a variable: http://c/{d\n" +
				"uriscan: URLs that go on with characters that no URI has, left out: 1\nuriscan: URLs with a variable in them, left out: 2\n"}},
		{"missing among others", stdin, []string{"missing", "e"}, outcome{3, "http://e\nurn:x-y:z\n", "uriscan: missing: no such file or directory\n"}},
		{"quiet is not about errors", stdin, []string{"--quiet", "missing"}, outcome{3, "", "uriscan: missing: no such file or directory\n"}},
		{"too long", stdin, []string{"--max-line", "8", "e", "-"}, outcome{3, "http://e\n", "e:1:10: too-long\n-:1:3: too-long\n-:2:5: too-long\n"}},
		{"too long, quietly", stdin, []string{"--max-line", "8", "--quiet", "e", "-"}, outcome{3, "http://e\n", ""}},
	}, "extract")
}

// Links in folders are not followed, which keeps out of loops; one that is
// named is, to a file and to a folder.
func TestExtractLinks(t *testing.T) {
	inFolder(t)
	for name, target := range map[string]string{"d/b/loop": "..", "d/b/0": "../../e", "d/b/gone": "nothing", "to-b": "d/b", "to-e": "e"} {
		testkit.Must(t, os.Symlink(target, name))
	}
	const b = "http://d/b/2\n"
	notes := func(folder string) string {
		s := "uriscan: " + folder + "/.1: hidden, skipped; --hidden searches it\n"
		for _, name := range []string{"0", "gone", "loop"} {
			s += "uriscan: " + folder + "/" + name + ": a symbolic link, not followed\n"
		}
		return s
	}
	runTests(t, []commandTest{
		{"in a folder", "", []string{"d/b"}, outcome{0, b, ""}},
		{"in a folder, noted", "", []string{"--verbose", "d/b"}, outcome{0, b, notes("d/b")}},
		{"to a folder", "", []string{"--verbose", "to-b"}, outcome{0, b, notes("to-b")}},
		{"to a file", "", []string{"to-e"}, outcome{0, "http://e\nurn:x-y:z\n", ""}},
		{"to nothing", "", []string{"d/b/gone"}, outcome{3, "", "uriscan: d/b/gone: no such file or directory\n"}},
	}, "extract")
}

// The output may be in a folder that is searched: it is left out. A file that
// is named and the output is refused, as everywhere.
func TestExtractIntoFolder(t *testing.T) {
	inFolder(t)
	const want = "http://d/b/.1\nhttp://d/b/2\n"
	got := runWith("", "extract", "--verbose", "--hidden", "-o", "d/b/1", "d/b")
	if note := "uriscan: d/b/1: the output, skipped\n"; got != (outcome{0, "", note}) {
		t.Errorf("extract -o d/b/1 d/b = %+v, want 0 and the note %q", got, note)
	}
	if text, _ := os.ReadFile("d/b/1"); string(text) != want {
		t.Errorf("extract -o d/b/1 d/b wrote %q, want %q", text, want)
	}
	got = runWith("", "extract", "-o", "e", "e")
	if refused := "uriscan: e: an input cannot be the output, too: write to another file, then rename it\n"; got != (outcome{diag.ExitUsage, "", refused}) {
		t.Errorf("extract -o e e = %+v, want 2 and %q", got, refused)
	}
	errs := testkit.Open(t, "e", os.O_RDWR|os.O_APPEND)
	status := run(t.Context(), []string{"extract", "--verbose", "."}, stream.Std{Out: io.Discard, Err: errs})
	if text := contents("e"); status != 0 || !strings.Contains(text, "uriscan: e: the output, skipped\n") {
		t.Errorf("extract --verbose . 2>>e = %d and writes %q, want 0 and that e is skipped", status, text)
	}
}

// What was read before a read error is searched, except for a URI that may
// continue, and so is the next file.
func TestExtractReadError(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"before": "read to its end", "after": "http://z/\n"})
	for _, tt := range []struct{ name, in, out string }{
		{"a text", "http://a/ http://b", "http://a/\n"},
		{"what cannot be cut", "http://a/),(http://b", "http://a/\n"},
		{"a page", "<a href=b>http://a/ http://c", "http://h/b\nhttp://a/\n"},
	} {
		for _, size := range []string{"1", "10", "256K"} {
			in := io.MultiReader(strings.NewReader(tt.in), iotest.ErrReader(errors.New("cable cut")))
			want := outcome{diag.ExitIO, tt.out + "http://z/\n", fmt.Sprintf("uriscan: standard input: cable cut after %d bytes\n", len(tt.in))}
			if got := runOn(in, "extract", "--base", "http://h/", "--block-size", size, "before", "-", "after"); got != want {
				t.Errorf("extract --block-size %s of %s = %+v, want %+v", size, tt.name, got, want)
			}
		}
	}
	want := outcome{diag.ExitIO, "", "uriscan: standard input: " + io.ErrNoProgress.Error() + "\n"}
	if got := runOn(stuckReader, "extract"); got != want {
		t.Errorf("extract of a reader that gives nothing = %+v, want %+v", got, want)
	}
}

// URIs are printed as they come, and an interrupt ends it after whole lines.
func TestExtractInterrupted(t *testing.T) {
	for _, begin := range []string{"http://a/ http://h", "<p><a href='http://a/'>http://h"} {
		ctx, cancel := context.WithCancel(t.Context())
		in, feed := io.Pipe()
		read, out := io.Pipe()
		var reader sync.WaitGroup
		reader.Go(func() {
			io.WriteString(feed, begin)
			if got, err := bufio.NewReader(read).ReadString('\n'); got != "http://a/\n" {
				t.Errorf("%s: output %q, %v, want %q", begin, got, err, "http://a/\n")
			}
			io.WriteString(feed, "ost")
			cancel()
			if more, _ := io.ReadAll(read); len(more) > 0 {
				t.Errorf("%s: output %q after the interrupt, want none", begin, more)
			}
		})
		var err bytes.Buffer
		if got := run(ctx, []string{"extract"}, stream.Std{In: in, Out: out, Err: &err}); got != diag.ExitInterrupted || err.Len() > 0 {
			t.Errorf("extract = %d, %q, want %d and nothing", got, err.String(), diag.ExitInterrupted)
		}
		in.Close()
		out.Close()
		reader.Wait()
		feed.Close()
	}
}

// A mixedText is words, URIs and what separates them or does not, of all
// lengths; every line has a number.
func mixedText(seed uint64, n int) string {
	random := rand.New(rand.NewPCG(seed, 3))
	words := []string{"http://a/b", " ", "\n", "\r\n", "(see mailto:a@b.example)", "\\n", "é", "\"", ", ", "urn:x-y:z",
		"<http://user@example.com:8080/a?q=1#top>", ";", "%", "data:,x", "http://", strings.Repeat("x", 300), "://", "&gt;"}
	text := ""
	for i := range n {
		text += testkit.Mixed(random, random.IntN(12), words...) + fmt.Sprintf("\nhttp://line/%d", i)
		if random.IntN(20) == 0 {
			text += " http://long/" + strings.Repeat("/http://a", random.IntN(500))
		}
	}
	return text
}

// checkSame checks that whatever the number of workers, the size of blocks and the way
// the input comes, the same bytes go out of commands, on both streams: at least so many
// lines.
func checkSame(t *testing.T, in string, files []string, least int, commands ...string) {
	t.Helper()
	for i, c := range commands {
		args := append(strings.Fields(c), files...)
		want := runWith(in, append(args, "-j", "1")...)
		if strings.Count(want.out+want.err, "\n") < least || want.status == diag.ExitUsage {
			t.Fatalf("run(%q) = %s, want %d lines and no error of usage", args, clip(want), least)
		}
		for j, n := range []string{"1", "8"} {
			for _, size := range sizes.InTurn(2*i+j, "1", "7", "100", "8K", "256K") {
				args := append(args, "-j", n, "--block-size", size)
				if got := runOn(iotest.HalfReader(strings.NewReader(in)), args...); got != want {
					t.Errorf("run(%q) = %s, want %s", args, clip(got), clip(want))
				}
			}
		}
	}
}

func TestExtractSameHoweverMany(t *testing.T) {
	inFolder(t)
	testkit.WriteAll(t, map[string]string{"d/f": mixedText(1, 30), "d/g": mixedText(2, 30), "one\nline": "http://one/line " + mixedText(3, 2)})
	checkSame(t, mixedText(4, 30), []string{"d", "missing", "-", "one\nline", "d/c/binary", "d/f"}, 120,
		"extract --with-position --verbose",
		"extract --with-position --max-line 200 --any-scheme",
		"extract --binary --quiet --max-line 100")
}

// A position is longer than a URI can be: results that do not fit into memory at
// once are written in parts, of blocks, of what no block can hold and of pages.
func TestExtractInParts(t *testing.T) {
	t.Chdir(t.TempDir())
	name := strings.Repeat("n", 200)
	few := &record.Job{Reading: pipeline.Reading{Workers: pipeline.MaxWorkers, BlockSize: 16 << 10}}
	limit := (<-pipeline.New[record.None](few.Records(), nil).Free).Limit
	const n = 1 << 12
	for _, text := range []string{strings.Repeat("a:b ", n), strings.Repeat("(a:b)", n), strings.Repeat("a:b\n", n), "<p><img srcset='" + strings.Repeat("a:b 1x,", n) + "'>"} {
		testkit.Write(t, name, text)
		for _, size := range []string{"16K", "64"} {
			got := runWith("", "extract", "--any-scheme", "--with-position", "-j", "1000", "--block-size", size, name)
			if len(got.out) < 2*limit {
				t.Fatalf("extract gives %d bytes, want more than %d, which fit at once", len(got.out), limit)
			}
			if lines := strings.Count(got.out, ": a:b\n"); got.status != diag.ExitGood || got.err != "" || lines != n {
				t.Errorf("extract of %.20q... = %d, %d lines, %q, want %d", text, got.status, lines, clip(got), n)
			}
		}
	}
}
