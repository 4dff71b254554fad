package main

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// A byte order mark at the beginning of an input is no part of it: results, places and
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
		for _, in := range []string{"http://a/%7e\nb c\nHTTP://a/~\n" + byteOrderMark + "x\n", "http://a/ b", ""} {
			args := strings.Fields(test.args)
			want := runWith(in, args...)
			if test.passes && in != "" {
				want.out = byteOrderMark + want.out
			}
			for how, r := range map[string]io.Reader{
				"at once":      strings.NewReader(byteOrderMark + in),
				"byte by byte": iotest.OneByteReader(strings.NewReader(byteOrderMark + in)),
			} {
				if got := runOn(r, args...); got != want {
					t.Errorf("%s of a mark and %q, %s: %+v, want %+v", test.args, in, how, got, want)
				}
			}
		}
	}
	for _, in := range []string{"\xef", "\xef\xbb", "\xef\xbb\n", "\xef\xbb\xbe\n"} {
		if got := runWith(in, "check"); got.out+got.err != "-:1:1: bad-path\n" {
			t.Errorf("check of %q = %+v, want bad-path at byte 1", in, got)
		}
	}
}
