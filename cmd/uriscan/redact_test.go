package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/packed"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
)

// An input in which no secret could be found is refused, and the others are redacted.
func TestRedactRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		wide = "looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE | uriscan COMMAND"
		xz   = "looks like xz data: xz -dc FILE | uriscan COMMAND"
		zip  = "looks like a zip archive: unzip -p FILE | uriscan COMMAND"
	)
	text := strings.Split("\r\nhttp://ann:hunter2@h/?sig=a\n", "")
	little, big := strings.Join(text, "\x00")+"\x00", "\x00"+strings.Join(text, "\x00")
	for _, tt := range []struct{ name, in, flags, why string }{
		{"little endian", "\xff\xfe" + little, "", wide},
		{"big endian", "\xfe\xff" + big, "", wide},
		{"little endian, unmarked", little, "", wide},
		{"big endian, unmarked", big, "", wide},
		{"as text", "\xff\xfe" + little, "--text", wide},
		{"as log", "\xff\xfe" + little, "--log", wide},
		{"a column", "\xff\xfe" + little, "--csv --header --field 1", wide},
		{"a column by its name", "\xff\xfe" + little, "--csv --header --field url", wide},
		{"a member", "\xfe\xff" + big, "--json-field a", wide},
		{"NUL", "\xff\xfe" + little, "-0", wide},
		{"a long line", "\xff\xfe" + little, "--max-line 5", wide},
		{"quietly", "\xff\xfe" + little, "--quiet --on-error fail", wide},
		{"rows of a file", "\xff\xfe" + little, "--rows", wide},
		{"compressed", string(packed.Gzip("\xff\xfe" + little)), "", wide},
		{"xz", "\xfd7zXZ\x00\n", "", xz},
		{"xz, NUL", "\xfd7zXZ\x00\n", "-0", xz},
		{"zip", "PK\x03\x04\n", "--text", zip},
	} {
		testkit.WriteAll(t, map[string]string{"odd": tt.in, "good": "http://a:b@c/\n"})
		args := append(strings.Fields("redact "+tt.flags), "odd", "good")
		want := outcome{3, "http://REDACTED:REDACTED@c/\n", "uriscan: odd: " + tt.why + "\n"}
		switch tt.name {
		case "a column", "a column by its name", "NUL", "xz, NUL", "a long line":
			args = args[:len(args)-1]
			want.out = ""
		}
		if got := runWith("", args...); got != want {
			t.Errorf("%s: run(%q) = %+v, want %+v", tt.name, args, got, want)
		}
	}
	for _, row := range [][3]string{
		{"--rows", "\xff\xfe?sig=a\n", "\xff\xfe?sig=REDACTED\n"}, // it is the first of many
		{"-0", "\x00\x00\x00?sig=a\x00", "\x00\x00\x00?sig=REDACTED\x00"},
		{"-0", "/\x00/\x00/\x00?sig=a\x00", "/\x00/\x00/\x00?sig=REDACTED\x00"},
	} {
		if got, want := runWith(row[1], "redact", row[0]), (outcome{0, row[2], ""}); got != want {
			t.Errorf("redact %s of %q = %+v, want %+v", row[0], row[1], got, want)
		}
	}
}

// Whatever the lines are and wherever the column is, no secret is printed, no line is lost or
// bad, and redacting them again changes nothing.
func TestRedactFailsClosed(t *testing.T) {
	t.Parallel()
	pieces := append([]string{
		"http://ann:hunter2@h/", "?token=hunter2", "?a=1&token=hunter2", "ht\ttp:/ann:hunter2@h", `http:\\ann:hunter2@h`,
	}, rowPieces...)
	random := rand.New(rand.NewPCG(22, 2))
	for _, command := range []string{
		"--text", "--log --text", "--log", "--log-field referer", "--field 2", "--field 2 --delimiter blanks", "--field 1 --csv",
		"--json-field url", "--json-field .", "-0 --text", "--log-format alb",
	} {
		args := strings.Fields("redact --deny token --max-line 2K " + command)
		for range sizes.Times(1000) {
			line := "  " + testkit.Mixed(random, 1+random.IntN(3), pieces...) // no compressed data, no UTF-16
			switch random.IntN(4) {
			case 0:
				line = `1.2.3.4 - - [d] "GET /?token=hunter2` + line + ` HTTP/1.1" 200 1 "http://a:hunter2@b/` + line + `"`
			case 1:
				line = `{"url":"http://h/?token=hunter2` + line
			case 2:
				line = "x\thttp://a:hunter2@b/\t" + line
			}
			got := runWith(line+"\n", args...)
			again := runWith(got.out, args...)
			if got.status != 0 || got.err != "" || again != got || strings.Count(got.out, "\n") != strings.Count(line, "\n")+1 {
				t.Errorf("run(%q) of %q = %+v and again %+v", args, line, got, again)
			}
			if command == "--text" && strings.Contains(got.out, "=hunter2") && strings.Contains(line, " ?token") {
				t.Errorf("run(%q) of %q = %q, with the secret", args, line, got.out)
			}
		}
	}
	for _, row := range [][3]string{
		{"--log", `h - - [d] "GET /?token=hunter2`, `h - - [d] "GET /?token=REDACTED`},
		{"--log", `1.2.3.4 - "john doe" [10/Oct/2000:13:55:36 -0700] "GET /q?token=S HTTP/1.1" 200 5`, `1.2.3.4 - "john doe" [10/Oct/2000:13:55:36 -0700] "GET /q?token=REDACTED HTTP/1.1" 200 5`},
		{"--log", `h - - [d] "GET h/?token=hunter2`, `h - - [d] "GET h/?token=REDACTED`},
		{"--log", `h - - [d] "GET h/?to\x6Ben=hunter2`, `h - - [d] "GET h/?token=REDACTED`},
		{"--log", `h - - [d] "GET h/?to\x6Ben=`, `h - - [d] "GET h/?to\x6Ben=`},
		{"--log", `h - - [d] "GET /x http://ann:hunter2@h/?token=a&b=\x2`, `h - - [d] "GET /x http://REDACTED:REDACTED@h/?token=REDACTED&b=\x5Cx2`},
		{"--log-format $status,$uri?$args,x", `200,/a?token=hunter2,x`, `200,/a?token=REDACTED,x`},
		{"--log-format alb", `h t e c t 1 1 1 2 2 1 1 "GET h/?token=hunter2`, `h t e c t 1 1 1 2 2 1 1 "GET h/?token=REDACTED`},
		{"--log-field referer", `h - - [d] "GET / HTTP/1.1" 200 1 "h/?token=hunter2`, `h - - [d] "GET / HTTP/1.1" 200 1 "h/?token=REDACTED`},
		{"--json-field u", `{"u":"http://ann:hunter2@`, `{"u":"http://REDACTED:REDACTED@`},
		{"--json-field u", `{"u":"http://ann:hunter2@h/\"\\?token=a\t\/"}`, `{"u":"http://REDACTED:REDACTED@h/\"\\?token=REDACTED"}`},
		{"--json-field u", `{"u" "http://ann:hunter2@h/`, `{"u" "http://REDACTED:REDACTED@h/`},
		{"--json-field u", `{"u":"http://ann:hunter2@h/","v":1,"u":"?token=a","u":null}`, `{"u":"http://REDACTED:REDACTED@h/","v":1,"u":"?token=REDACTED","u":null}`},
		{"--json-field a.u", `{"a":{"u":"http://ann:hunter2@h/"},"\u0061":{"u":"?token=a"},"a":1}`, `{"a":{"u":"http://REDACTED:REDACTED@h/"},"\u0061":{"u":"?token=REDACTED"},"a":1}`},
		{"--json-field u", `http://ann:hunter2@h/`, `http://REDACTED:REDACTED@h/`},
		{"--field 3", `http://ann:hunter2@h/	a`, `http://REDACTED:REDACTED@h/	a`},
		{"--csv --field 3", `http://ann:hunter2@h/,"a`, `http://REDACTED:REDACTED@h/,"a`},
		{"--csv --field 2", `a,"http://ann:hunter2@h`, `a,"http://REDACTED:REDACTED@h`},
		{"--csv --field 2", `a,"?token=x,""y	z"`, `a,"?token=REDACTED"`},
		{"--csv --field 2", `a,"""	?token=x"`, `a,"""	?token=REDACTED"`},
		{"--field 3", "a\thttp://ann:hunter2@h", "a\thttp://REDACTED:REDACTED@h"},
	} {
		args := strings.Fields("redact --deny token " + row[0])
		if got, want := runWith(row[1]+"\r\n", args...), (outcome{0, row[2] + "\r\n", ""}); got != want {
			t.Errorf("run(%q) of %q = %+v, want %+v", args, row[1], got, want)
		}
	}
}
