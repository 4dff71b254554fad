package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/archive"
	"github.com/uriscan/uriscan/cmd/internal/diag"
	"github.com/uriscan/uriscan/cmd/internal/pipeline"
	"github.com/uriscan/uriscan/cmd/internal/record"
	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
)

// A zstd frame that needs more memory than it gets, or a dictionary, is refused with
// what can be done.
const zstdFrame = "\x28\xb5\x2f\xfd"

func TestZstdRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	good := string(packed.Zstd("a:b\n"))
	for _, tt := range []struct{ name, in, out, want string }{
		{"window", zstdFrame + "\x00\xa8", "",
			"the zstd frame at offset 0 needs a window of 2147483648 bytes of memory, more than the 134217728 given to it: zstd -dc --long=31 FILE | uriscan ..."},
		{"second window", good + zstdFrame + "\x00\x89", "a\n", fmt.Sprintf(
			"the zstd frame at offset %d needs a window of 150994944 bytes of memory, more than the 134217728 given to it: zstd -dc --long=28 FILE | uriscan ...", len(good))},
		{"single segment", zstdFrame + "\xa0\x01\x00\x00\x08", "",
			"the zstd frame at offset 0 needs a window of 134217729 bytes of memory, more than the 134217728 given to it: zstd -dc --long=28 FILE | uriscan ..."},
		{"dictionary", zstdFrame + "\x03\x00\x01\x00\x00\x00", "",
			"the zstd frame at offset 0 needs a dictionary: zstd -dc -D DICTIONARY FILE | uriscan ..."},
		{"a byte three times", zstdFrame + "\x00\x00\x10\x00\x00a:\x1a\x00\x00b\x09\x00\x00\n", "a\n", ""},
		{"just what it may take", zstdFrame + "\x00\x88\x21\x00\x00a:b\n", "a\n", ""},
	} {
		testkit.Write(t, "in", tt.in)
		want := outcome{diag.ExitIO, tt.out, "uriscan: in: " + tt.want + "\n"}
		if tt.want == "" {
			want = outcome{diag.ExitGood, tt.out, ""}
		}
		if got := runWith("", "parse", "--format", "{scheme}", "in"); got != want {
			t.Errorf("%s: parse = %+v, want %+v", tt.name, got, want)
		}
	}
	want := outcome{diag.ExitIO, "", "uriscan: in: the zstd frame at offset 0 needs a window of 16777216 bytes of memory, more than the 10485760 given to it by --memory: zstd -dc --long=24 FILE | uriscan ...\n"}
	j := &record.Job{Reference: printNothing, Reading: pipeline.Reading{Delim: '\n', MaxLine: 10, Unpacking: 2 * archive.MaxWindow}}
	var says strings.Builder
	j.Run(t.Context(), stream.Std{In: strings.NewReader(zstdFrame + "\x00\x89"), Out: nil, Err: &says}, nil)
	if !strings.Contains(says.String(), "a window of 150994944 bytes") {
		t.Errorf("check of a frame with a window of 150994944 bytes says %q, want it refused", says.String())
	}
	testkit.Write(t, "in", zstdFrame+"\x00\x70")
	if got := runWith("", "dedupe", "--memory", "16M", "in"); got != want {
		t.Errorf("dedupe --memory 16M = %+v, want %+v", got, want)
	}
}

// The line that the damage cut is dropped, and the input after it is read, as after garbage.
func TestDamagedLine(t *testing.T) {
	t.Chdir(t.TempDir())
	member := packed.Gzip("x:1\nx:2")
	testkit.Write(t, "cut", string(packed.Gzip("a:b\nc:"))+string(member[:len(member)-1]))
	testkit.Write(t, "next", "e:f\n")
	want := outcome{diag.ExitIO, "a\nc\ne\n", fmt.Sprintf("uriscan: cut: gzip data is damaged at offset %d: unexpected end; "+
		"13 bytes and 2 lines were read before, those from line 2 on are of the damaged member and may be wrong; "+
		"3 bytes of line 3 were read before and dropped\n", len(packed.Gzip("a:b\nc:"))+len(member)-1)}
	if got := runWith("", "parse", "--format", "{scheme}", "cut", "next"); got != want {
		t.Errorf("parse = %+v, want %+v", got, want)
	}
	// So are the lines counted of a file in a folder.
	testkit.Must(t, os.Mkdir("folder", 0o700))
	testkit.Write(t, "folder/odd", string(packed.Gzip("http://a/\nhttp://b/\n"))+"x")
	const says = "garbage follows; all 20 bytes and 2 lines of the data were read"
	if got := runWith("", "extract", "folder"); got.out != "http://a/\nhttp://b/\n" || got.status != diag.ExitIO || !strings.Contains(got.err, says) {
		t.Errorf("extract of a folder = %+v, want the URLs and %q", got, says)
	}
	// What is passed on of a long line gets an end, and only where it is passed on. A file does
	// not keep it.
	member = packed.Gzip("x:1\n" + strings.Repeat("y", 1000))
	testkit.Write(t, "long", string(member[:len(member)-1]))
	testkit.Write(t, "bad line", "z z")
	for args, want := range map[string][2]string{
		"": {"x:1\ne:f\n", ""}, "--on-error keep": {"x:1\nLONG\ne:f\nz z\n", ""},
		"--rejects bad": {"x:1\ne:f\n", "z z\n"}, "--rejects bad --on-error keep": {"x:1\nLONG\ne:f\nz z\n", "z z\n"},
		"--on-error fail": {"x:1\n", ""}, "--rejects bad --on-error fail": {"x:1\n", ""},
	} {
		testkit.Write(t, "bad", "")
		got := runWith("", append(append(strings.Fields("normalize --max-line 10 --block-size 100 long next"), "bad line"), strings.Fields(args)...)...)
		out, bad := regexp.MustCompile("y+").ReplaceAllString(got.out, "LONG"), regexp.MustCompile("y+").ReplaceAllString(testkit.Read(t, "bad"), "LONG")
		if out != want[0] || bad != want[1] || strings.Contains(got.err, "dropped") {
			t.Errorf("normalize %s of a damaged long line = %q and %q, %s, want %q", args, out, bad, got.err, want)
		}
	}
	testkit.Write(t, "more", string(packed.Gzip("a:b\n"))+"junk")
	if got := runWith("", "parse", "--format", "{scheme}", "more", "next"); got.status != diag.ExitIO || got.out != "a\ne\n" || !strings.Contains(got.err, " and garbage follows;") {
		t.Errorf("parse with garbage after its first input = %+v, want both", got)
	}
}

// A byte order mark at the beginning of an input is not part of it: results, places and
// diagnostics are those of the input without it. Where records pass through it does, too.
func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args   string
		passes bool
	}{
		{"check", false},
		{"parse", false},
		{"parse --json --offsets", false},
		{"parse --csv --field 1 --format {host}", false},
		{"parse --csv --field 1 --format {host} --append", true},
		{"normalize --on-error keep", false},
		{"normalize --csv --field 1", true},
		{"normalize --csv --header --field 1 --append", true},
		{"resolve --base http://b/ --field 1", true},
		{"relativize --base http://b/", false},
		{"dedupe", true},
		{"dedupe --csv --field 1 --count", false},
		{"stats --json", false},
		{"explain", false},
		{"extract --with-position", false},
		{"extract --with-position --as html", false},
		{"extract --with-position --as text", false},
	} {
		for _, in := range []string{"http://a/%7e\nb c\nHTTP://a/~\n" + stream.ByteOrderMark + "x\n", "http://a/ b", ""} {
			args := strings.Fields(test.args)
			want := runWith(in, args...)
			if test.passes && in != "" {
				want.out = stream.ByteOrderMark + want.out
			}
			for how, r := range map[string]io.Reader{
				"at once":      strings.NewReader(stream.ByteOrderMark + in),
				"byte by byte": iotest.OneByteReader(strings.NewReader(stream.ByteOrderMark + in)),
			} {
				if got := runOn(r, args...); got != want {
					t.Errorf("%s of a mark and %q, %s: %+v, want %+v", test.args, in, how, got, want)
				}
			}
		}
	}
	marked := filepath.Join(t.TempDir(), "marked")
	testkit.Write(t, marked, stream.ByteOrderMark+"a\n")
	for _, args := range [][]string{{"normalize", "--field", "1"}, {"dedupe", "--on-error", "keep"}} {
		got := runWith("", append(args, marked, marked)...)
		if want := stream.ByteOrderMark + runWith("a\na\n", args...).out; got.out != want {
			t.Errorf("run(%q) on two inputs with marks = %q, want %q", args, got.out, want)
		}
		got = runOn(io.MultiReader(strings.NewReader(stream.ByteOrderMark), iotest.ErrReader(io.ErrClosedPipe)), args...)
		if got.out != "" {
			t.Errorf("run(%q) on a mark and an error = %q, want nothing", args, got.out)
		}
	}
	for _, in := range []string{"\xef", "\xef\xbb", "\xef\xbb\n", "\xef\xbb\xbe\n"} {
		if got := runWith(in, "check"); got.out+got.err != "-:1:1: bad-path\n" {
			t.Errorf("check of %q = %+v, want bad-path at byte 1", in, got)
		}
	}
}

// Nothing is left of an input that breaks off, in a line that is too long or in another one: what
// comes of the next input is what comes of it alone.
func TestAfterBrokenInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, line := range workload {
		if strings.HasPrefix(args, "stats") {
			continue // it prints the sum of both
		}
		if strings.HasPrefix(args, "normalize --o") {
			args += " --max-line 100"
		}
		first := strings.ReplaceAll(line, "longer", "x") + "\n" + strings.Repeat("y", 300)
		for _, begin := range []string{"", "\ufeff"} {
			packed := packed.Gzip(begin + first)
			testkit.Write(t, "broken", string(packed[:len(packed)-4]))
			testkit.Write(t, "in", strings.Repeat(line+"\nb c\n", 4))
			args := append(strings.Fields(args), "--block-size", "64", "-j", "2")
			alone := runWith("", append(args[:len(args):len(args)], "in")...)
			lost := runWith("", append(args[:len(args):len(args)], "broken")...)
			got := runWith("", append(args[:len(args):len(args)], "broken", "in")...)
			_, rest, _ := strings.Cut(alone.out, "\n")
			out := strings.TrimPrefix(got.out, lost.out)
			if got.status != diag.ExitIO || out != alone.out && out != rest || got.err != lost.err+alone.err || !strings.Contains(lost.err, "uriscan: broken: gzip data is damaged") {
				t.Errorf("%q of what is broken = %s, and of another file, too, %s, want more %s", args, clip(lost), clip(got), clip(alone))
			}
		}
	}
}
