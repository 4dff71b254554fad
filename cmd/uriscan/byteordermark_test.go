package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/uriscan/uriscan/cmd/internal/stream"
	"github.com/uriscan/uriscan/internal/testkit"
)

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
