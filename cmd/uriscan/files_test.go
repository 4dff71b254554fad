package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/spf13/cobra"

	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/disk"
	"github.com/uriscan/uriscan/internal/disk/faults"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
)

// A file is replaced only if the inputs can be opened and read, and then also by nothing.
func TestOutputReplaced(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"empty": "", "damaged": "\x1f\x8bgzip", "in": "http://a/\n", "out": "found before\n"})
	if got := runWith("", "parse", "--format={value}", "-o", "made", "missing", "in"); got.status != diag.ExitIO || testkit.Read(t, "made") != "http://a/\n" {
		t.Errorf("parse -o made missing in = %+v, and made holds %q, want what was read", got, testkit.Read(t, "made"))
	}
	runWith("", "check", "-o", "new", "in")
	made, err := os.Stat("new")
	testkit.Must(t, err)
	if in, err := os.Stat("in"); err != nil || made.Mode() != in.Mode() {
		t.Errorf("check -o new makes a file of mode %v, want that of others", made.Mode())
	}
	for _, command := range []string{"parse", "normalize", "check", "extract", "dedupe", "stats", "stats --html out"} {
		args := strings.Fields(command)
		if len(args) < 2 {
			args = append(args, "-o", "out")
		}
		for input, kept := range map[string]bool{"missing": true, "in missing": true, "http://b/ - missing": true, "damaged": true, "empty": false, "empty - --url http://b/": false} {
			testkit.Write(t, "out", "what was there before\n")
			got := runWith("", append(args, strings.Fields(input)...)...)
			if holds := testkit.Read(t, "out"); (holds == "what was there before\n") != kept || (got.status == diag.ExitIO) != kept {
				t.Errorf("run(%q) of %s = %+v, and out holds %q", args, input, got, holds)
			}
		}
	}
}

// Whatever a command opens is closed at its end, before memory is collected.
func TestFilesAreClosed(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would close files
	t.Chdir(t.TempDir())
	testkit.Must(t, os.Mkdir("d", 0o777))
	testkit.WriteAll(t, map[string]string{"in": "http://a.b.com/\n", "psl": "com\n", "d/a": "http://a/", "d/b": string(packed.Gzip("http://b/")), "d/c": string(packed.Members(packed.Gzip, "x:", 1)[:9])})
	var many strings.Builder // keys that do not fit into the least memory
	for i := range 6000 {
		fmt.Fprintln(&many, "x:", i)
	}
	testkit.Write(t, "many", strings.ReplaceAll(many.String(), " ", ""))
	runWith("", "check", "in") // what the runtime opens, it opens once
	open := descriptors(math.MaxInt)
	for _, command := range []string{
		"stats --by site --psl psl --state state --html page in", "merge state state", "merge -o sum state", "parse --psl psl --format {site} in",
		"dedupe --seen set -o out in", "dedupe --seen set -o out in", "dedupe --seen other --seed-of set in", "dedupe --seen other --seed-of set --level identical in", "dedupe --seen set --level identical in", "merge -o all set other", "merge set state", "dedupe --seen third in", "merge -o all set third", "merge -o all set set third",
		"dedupe --memory 64K many", "dedupe --memory 64K --seen most -o out2 many", "merge --memory 64K -o all2 most most",
		"extract d", "extract --as text d/a d/b d/c in", "normalize --rejects bad in d/c", "inspect --policy psl in",
	} {
		runWith("", strings.Fields(command)...)
		if now := descriptors(open); now > open {
			t.Errorf("%s leaves %d files open", command, now-open)
			open = now
		}
	}
}

// However a command gets its input as its output, too, it refuses that before it
// reads or writes anything.
func TestOutputIsInput(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "HTTP://A/\nb c\n"
	testkit.Write(t, "in", text)
	testkit.Write(t, "other", "HTTP://B/\n")
	testkit.Must(t, errors.Join(os.Link("in", "hard"), os.Symlink("in", "link")))
	redirections := map[string]int{"<": os.O_RDONLY, ">>": os.O_WRONLY | os.O_APPEND, "1<>": os.O_RDWR}
	for _, command := range []string{"check", "redact", "extract", "explain", "parse", "resolve --base http://a/", "resolve --pairs", "relativize --base http://a/", "normalize", "stats", "query --keys", "template", "surt", "repair"} {
		for _, redirect := range []string{
			"other in >> in", "in >> hard", "in other >> link", "- < in 1<> in", "< in >> in",
			"-o in in", "-o hard in", "-o link in", "-o in < link", "-o in other hard",
			"--rejects in in", "--rejects link < in", "--html hard in", "--state in in", "--state link other in", "--state hard < in",
		} {
			if flag, _, _ := strings.Cut(redirect, " "); len(flag) > 2 && flag[:2] == "--" && newRoot(stream.Std{}, command).Commands()[0].Flags().Lookup(flag[2:]) == nil {
				continue
			}
			if command == "explain" && !strings.HasPrefix(redirect, "-o in <") && redirect[0] != '<' {
				continue // it has no files
			}
			var says strings.Builder
			std := stream.Std{In: nil, Out: &says, Err: &says}
			args := strings.Fields(command + " " + redirect)
			for i := len(args) - 2; i > 0; i-- {
				flag, ok := redirections[args[i]]
				if !ok {
					continue
				}
				f := testkit.Open(t, args[i+1], flag)
				if args[i] == "<" {
					std.In = f
				} else {
					std.Out = f
				}
				args = slices.Delete(args, i, i+2)
			}
			status := run(t.Context(), args, std)
			const refused = "an input cannot be the output, too: write to another file, then rename it\n"
			if got := contents("in"); status != diag.ExitUsage || got != text || !strings.HasSuffix(says.String(), refused) || strings.Count(says.String(), "\n") > 1 {
				t.Errorf("%s %s = %d, %q, and %q in the input, want %d, %q and no change", command, redirect, status, says.String(), got, diag.ExitUsage, refused)
			}
		}
	}
	end := testkit.Open(t, "in", os.O_WRONLY|os.O_APPEND)
	if status := run(t.Context(), []string{"check", "in"}, stream.Std{In: nil, Out: nil, Err: end}); status != diag.ExitUsage {
		t.Errorf("check with standard error into its input = %d, want %d", status, diag.ExitUsage)
	}
}

// Who may read a file that a command makes is for the umask to say, except that a set and its lock
// are their owner's, and so it stays where the file is replaced.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	t.Chdir(t.TempDir())
	f := testkit.Open(t, "plain", os.O_WRONLY|os.O_CREATE)
	f.Close()
	for range 2 {
		for _, line := range []string{
			"normalize -o out --rejects bad", "dedupe --seen a.set -o out.of.dedupe", "dedupe --seen b.set --seed-of a.set --rejects bad.of.dedupe", "stats --state a.state --html page",
			"merge -o c.set a.set b.set", "merge -o b.state a.state", "extract -o out.of.extract", "explain -o out.of.explain",
		} {
			runWith("a b\nc:d\n", strings.Fields(line)...)
		}
		for _, name := range entries(t) {
			like := "plain"
			if strings.Contains(name, ".set") {
				like = "a.set"
			}
			info, err := os.Stat(name)
			testkit.Must(t, err)
			want, err := os.Stat(like)
			if testkit.Must(t, err); info.Mode() != want.Mode() || like == "a.set" && info.Mode() != 0o600 {
				t.Errorf("%s has mode %v, want %v", name, info.Mode(), want.Mode())
			}
		}
	}
	if n := len(entries(t)); n != 16 {
		t.Errorf("there are %d files, want 16", n)
	}
}

// No file of settings is replaced, whichever flag names it, and whichever names it for results.
func TestSettingsStay(t *testing.T) {
	t.Chdir(t.TempDir())
	runWith("a:b\n", "dedupe", "--seen", "set")
	tried := map[string]int{}
	for flag, text := range map[string]string{"rules": `{"routes":["/a/{b}"]}`, "psl": "com\n", "policy": `{"refuse":["dot-segment"]}`, "profile": `{"version":1}`, "seed-of": testkit.Read(t, "set")} {
		eachCommand(func(c *cobra.Command) {
			if c.Flags().Lookup(flag) == nil {
				return
			}
			for _, to := range []string{"output", "rejects", "html", "state", ">>"} {
				if to != ">>" && c.Flags().Lookup(to) == nil {
					continue
				}
				testkit.Write(t, "settings", text)
				args := strings.Fields(c.Name() + " --" + flag + " settings " + map[string]string{"parse": "--semconv", "stats": "--by site,template", "dedupe": "--key site,template", "resolve": "--pairs --key"}[c.Name()])
				switch {
				case flag == "profile" && c.Name() == "dedupe":
					args = args[:3]
				case flag == "seed-of":
					args = []string{"dedupe", "--seed-of", "settings", "--seen", "new"}
				}
				var says strings.Builder
				std := stream.Std{In: strings.NewReader("http://h/\na b\n"), Out: io.Discard, Err: &says}
				if to == ">>" {
					std.Out = testkit.Open(t, "settings", os.O_WRONLY|os.O_APPEND)
				} else {
					args = append(args, "--"+to, "settings")
				}
				tried[flag]++
				if status := run(t.Context(), args, std); status != diag.ExitUsage || testkit.Read(t, "settings") != text || !strings.Contains(says.String(), stream.ErrOverlap.Error()) {
					t.Errorf("%q = %d, says %q, and the file is %q", args, status, says.String(), testkit.Read(t, "settings"))
				}
			}
		})
	}
	if len(tried) != 5 || tried["rules"] < 13 {
		t.Errorf("%v files were tried", tried)
	}
}

// A file that is written may be named by a link, which stays, and leads to the new file then.
func TestOutputIsLink(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.WriteAll(t, map[string]string{"in": "HTTP://A/\nb c\n", "psl": "com\n"})
	for _, line := range []string{"dedupe --seen set in", "stats --state state in"} {
		runWith("", strings.Fields(line)...)
	}
	tried := 0
	for _, command := range []string{
		"check in", "redact in", "extract --as text in", "parse in", "resolve --base http://a/ in", "relativize --base http://a/ in", "normalize in", "stats in",
		"query --keys in", "template in", "surt in", "repair in", "inspect in", "target in", "dedupe in", "dedupe --seed-of set in", "merge set", "merge state",
	} {
		args := strings.Fields(command)
		for _, flag := range []string{"output", "rejects", "html", "state", "seen"} {
			if newRoot(stream.Std{}, args[0]).Commands()[0].Flags().Lookup(flag) == nil || flag != "seen" && slices.Contains(args, "--seed-of") {
				continue
			}
			var got [2]string
			for i, name := range []string{"plain", "link"} {
				target := []string{"plain", "d/target"}[i]
				testkit.Must(t, os.MkdirAll("d", 0o777))
				if flag != "seen" { // that is read first
					testkit.Write(t, target, strings.Repeat("old\n", 1000))
				} else {
					testkit.Write(t, target, testkit.Read(t, "set"))
				}
				testkit.Must(t, os.Symlink("d/target", "link"))
				if o := runWith("", append(args, "--"+flag, name)...); o.status > diag.ExitBad {
					t.Errorf("%s --%s %s = %+v", command, flag, name, o)
				}
				got[i] = testkit.Read(t, target)
				if to, err := os.Readlink("link"); err != nil || to != "d/target" {
					t.Errorf("%s --%s link makes the link %q, %v", command, flag, to, err)
				}
				left, _ := filepath.Glob("*.tmp")
				below, _ := filepath.Glob("d/*")
				if below = slices.DeleteFunc(below, func(name string) bool { return name == "d/target" || name == "d/target.lock" }); len(left)+len(below) > 0 {
					t.Errorf("%s --%s %s leaves %q and %q", command, flag, name, left, below)
				}
				testkit.Must(t, errors.Join(os.RemoveAll("d"), os.RemoveAll("plain"), os.RemoveAll("plain.lock"), os.Remove("link")))
			}
			if tried++; got[0] != got[1] || strings.HasPrefix(got[0], "old") {
				t.Errorf("%s --%s writes %.100q, and through a link %.100q", command, flag, got[0], got[1])
			}
		}
	}
	if tried < 30 {
		t.Errorf("%d flags name a file to write, want more", tried)
	}
}

// So it does if neither existed.
func TestOutputIsInputThatIsMade(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Must(t, os.Symlink("made", "link"))
	for _, names := range [][2]string{{"made", "made"}, {"made", "./made"}, {"link", "made"}, {"link", "link"}} {
		want := outcome{diag.ExitUsage, "", "uriscan: " + names[0] + ": an input cannot be the output, too: write to another file, then rename it\n"}
		if got := runWith("", "parse", "-o", names[0], names[1]); got != want {
			t.Errorf("parse -o %s %s = %+v, want %+v", names[0], names[1], got, want)
		}
		if got := runWith("", "dedupe", "--seen", "set", "-o", names[0], names[1]); got != want {
			t.Errorf("dedupe --seen set -o %s %s = %+v, want %+v", names[0], names[1], got, want)
		}
		if _, err := os.Stat("made"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("-o %s %s: made is there (%v), want no file", names[0], names[1], err)
		}
	}
	if got := runWith("", "parse", "--format", "{host}", "-o", "made", "missing"); got.status != diag.ExitIO {
		t.Errorf("parse -o made missing = %+v, want status %d", got, diag.ExitIO)
	}
	if _, err := os.Stat("made"); err != nil {
		t.Errorf("parse -o made missing: %v, want an empty file", err)
	}
}

// What was read before an input breaks off is printed; its last, unfinished
// line is not taken for one.
func TestReadError(t *testing.T) {
	broken := iotest.ErrReader(errors.New("cable cut"))
	for _, tt := range []struct {
		name, in string
		want     outcome
	}{
		{"at once", "", outcome{3, "", "uriscan: standard input: cable cut\n"}},
		{"after a line", "a\n", outcome{3, "a\n", "uriscan: standard input: cable cut after 2 bytes\n"}},
		{"inside a line", "a\nb c\nd", outcome{3, "a\n",
			"-:2:2: bad-path\nuriscan: standard input: cable cut after 7 bytes; 1 bytes of line 3 were read before and dropped\n"}},
		{"inside a long line, after a CR", "a\nlonger than the limit\r", outcome{3, "a\n", "-:2:6: too-long\nuriscan: standard input: cable cut after 24 bytes\n"}},
		{"inside a long line", "a\nlonger than the limit", outcome{3, "a\n", "-:2:6: too-long\nuriscan: standard input: cable cut after 23 bytes\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(tt.in), broken)
			if got := runOn(in, "parse", "--format", "{path}", "--max-line", "5"); got != tt.want {
				t.Errorf("parse = %+v, want %+v", got, tt.want)
			}
		})
	}
	reads := 0
	rare := runOn(testkit.ReaderFunc(func(p []byte) (int, error) {
		if reads++; reads%50 != 0 {
			return 0, nil
		}
		return copy(p, "a\n"), map[int]error{50: syscall.EAGAIN, 150: io.EOF}[reads]
	}), "normalize")
	if want := (outcome{diag.ExitGood, "a\na\na\n", ""}); rare != want {
		t.Errorf("normalize of a reader that gives something now and then = %+v, want %+v", rare, want)
	}
	stuck := runOn(stuckReader, "check")
	if want := (outcome{3, "", "uriscan: standard input: " + io.ErrNoProgress.Error() + "\n"}); stuck != want {
		t.Errorf("check of a reader that gives nothing = %+v, want %+v", stuck, want)
	}
}

// A file may grow while it is read. If it shrinks, its end is not the end of the
// input, and what is there is not a line.
func TestFileChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		name   string
		change func() error
		want   outcome
	}{
		{"nothing", func() error { return nil }, outcome{diag.ExitGood, "a\nb\nc\n", ""}},
		{"grows", func() error { return os.WriteFile("in", []byte("a\nb\nc\nd"), 0) }, outcome{diag.ExitGood, "a\nb\nc\nd\n", ""}},
		{"shrinks", func() error { return os.Truncate("in", 3) }, outcome{diag.ExitIO, "a\n",
			"uriscan: in: the file shrank from 5 to 3 bytes after 3 bytes; 1 bytes of line 2 were read before and dropped\n"}},
		{"shrinks after it was read", func() error { return os.Truncate("in", 1) }, outcome{diag.ExitIO, "a\n",
			"uriscan: in: the file shrank from 5 to 1 bytes after 2 bytes\n"}},
	} {
		testkit.Write(t, "in", "a\nb\nc")
		restore := faults.Wrap(func(f disk.File, _ string) disk.File { return &changing{f, tt.change} })
		got := runWith("", "parse", "--format", "{path}", "in")
		restore()
		if got != tt.want {
			t.Errorf("a file that %s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// A changing file changes after its first two bytes were read.
type changing struct {
	disk.File
	change func() error
}

func (c *changing) Read(p []byte) (int, error) {
	if c.change == nil {
		return c.File.Read(p)
	}
	n, err := io.ReadFull(c.File, p[:2])
	err = errors.Join(err, c.change())
	c.change = nil
	return n, err
}

var stuckReader = testkit.ReaderFunc(func([]byte) (int, error) { return 0, nil })

// Other writes fail like those of results; a command that writes nothing does not fail.
func TestWriteErrors(t *testing.T) {
	for _, tt := range []struct {
		line string
		err  error
		want int
	}{
		{"--help", syscall.ENOSPC, diag.ExitIO}, {"--help", syscall.EPIPE, diag.ExitGood},
		{"check --quiet", syscall.ENOSPC, diag.ExitBad}, {"chek", syscall.EPIPE, diag.ExitUsage},
	} {
		full := &faultyStream{fault: &fault{call: "write", err: tt.err, taken: 3}}
		if got := run(t.Context(), strings.Fields(tt.line), stream.Std{In: strings.NewReader("b c\n"), Out: full, Err: full}); got != tt.want {
			t.Errorf("run(%q) = %d, want %d", tt.line, got, tt.want)
		}
	}
}

// The bad lines are in the file for them as they are, however large blocks are, and only
// there unless they are to be kept.
func TestRejects(t *testing.T) {
	t.Chdir(t.TempDir())
	const lines = "HTTP:\na b\r\nabcdefghij\r\n%"
	const csv = "u,v\n\"a\nb\",1\r\nHTTP:,2\n\"c\n\nd e f g\",3\n,4\nx\"y"
	for _, tt := range []struct{ args, in, out, rejects string }{
		{"normalize", lines, "http:\n", "a b\r\nabcdefghij\r\n%\n"},
		{"normalize --on-error keep", lines, "http:\na b\r\nabcdefghij\r\n%\n", "a b\r\nabcdefghij\r\n%\n"},
		{"normalize --on-error fail", lines, "http:\n", "a b\r\n"},
		{"parse --format {kind}", lines, "\nbad-path\ntoo-long\nunexpected-end\n", "a b\r\nabcdefghij\r\n%\n"},
		{"check --print good", lines, "HTTP:\n", "a b\r\nabcdefghij\r\n%\n"},
		{"dedupe", lines + "\nHTTP:\n", "HTTP:\n", "a b\r\nabcdefghij\r\n%\n"},
		{"resolve --base a:/ -0", "b\x00c d\x00", "a:/b\x00", "c d\x00"},
		{"normalize --csv --header --field 1", csv, "u,v\nhttp:,2\n,4\n", "\"a\nb\",1\r\n\"c\n\nd e f g\",3\nx\"y\n"},
		{"dedupe --csv --header --field 1", csv, "u,v\nHTTP:,2\n,4\n", "\"a\nb\",1\r\n\"c\n\nd e f g\",3\nx\"y\n"},
		{"check --json-field *", `["b c","d","e f"]` + "\n", "", `["b c","d","e f"]` + "\n"},
		{"normalize --json-field a --append", "{\"a\":\"b c\"}\n{}", "", "{\"a\":\"b c\"}\n{}\n"},
	} {
		for _, size := range []string{"1", "7", "1K"} {
			testkit.Write(t, "rejects", "what was there")
			args := append(strings.Fields(tt.args), "--quiet", "--rejects", "rejects", "--max-line", "9", "-j2", "--block-size", size)
			if strings.Contains(tt.args, "json") {
				args[len(args)-4] = "99"
			}
			if got := runWith(tt.in, args...); got != (outcome{1, tt.out, ""}) || contents("rejects") != tt.rejects {
				t.Errorf("run(%q) = %+v with %q in the file, want 1, %q, and %q", args, got, contents("rejects"), tt.out, tt.rejects)
			}
		}
	}
}

// The file for bad lines is no other file of the command, it is not touched if nothing is
// read, and holds whole lines.
func TestRejectsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	testkit.Write(t, "in", "a b\n")
	testkit.Must(t, os.Link("in", "also"))
	for line, says := range map[string]string{
		"normalize -o in --rejects also":      "also: it is the output already",
		"normalize --rejects also missing":    "missing: no such file or directory",
		"normalize --rejects no/folder in":    "no/folder: no such file or directory",
		"dedupe --seen s --rejects s.lock in": "--output and --rejects cannot be FILE",
		"dedupe --seen . in":                  "uriscan: .: ",
	} {
		got := runWith("", strings.Fields(line)...)
		if _, err := os.Stat("out"); got.status < 2 || got.out != "" || !strings.Contains(got.err, says) || contents("in") != "a b\n" || err == nil {
			t.Errorf("run(%q) = %+v, and leaves %q in the input, %v, want an error, %q", line, got, contents("in"), err, says)
		}
	}
	in := io.MultiReader(strings.NewReader("a b\nlonger than the limit"), iotest.ErrReader(errors.New("cable cut")))
	if got := runOn(in, strings.Fields("check --quiet --max-line 6 --block-size 2 --rejects out - in")...); got.status != 3 || contents("out") != "a b\na b\n" {
		t.Errorf("check = %+v with %q in the file, want whole lines of both", got, contents("out"))
	}
}
