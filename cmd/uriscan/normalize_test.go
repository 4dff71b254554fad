package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/normalize"
)

func TestNormalize(t *testing.T) {
	const all = "HTTP://U@H:080/%7e/../b%2f#F"
	runColumns(t, []columnTest{
		{"scheme is the default", all + "\nhttp://h\n", "", outcome{0, "http://U@h/b%2F#F\nhttp://h/\n", ""}},
		{"scheme", all + "\nhttp://h\n", "--level scheme", outcome{0, "http://U@h/b%2F#F\nhttp://h/\n", ""}},
		{"syntax", all + "\nhttp://h\n", "--level syntax", outcome{0, "http://U@h:080/b%2F#F\nhttp://h\n", ""}},
		{"the example of 6.2.2", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d\n", "--level=syntax", outcome{0, "example://a/b/c/%7Bfoo%7D\n", ""}},
		{"relative references", "../%7e\n?\n\n//H\n", "", outcome{0, "../~\n?\n\n//h\n", ""}},
		{"CR LF, no final newline", "A:%7E\r\nB:", "", outcome{0, "a:~\nb:\n", ""}},
		{"NUL-separated", "A:b\x00c\x00", "-0", outcome{0, "a:b\x00c\x00", ""}},
		{"no input", "", "", outcome{0, "", ""}},

		{"only case", all, "--only case", outcome{0, "http://U@h:080/%7E/../b%2F#F\n", ""}},
		{"only percent-encoding", all, "--only percent-encoding", outcome{0, "HTTP://U@H:080/~/../b%2f#F\n", ""}},
		{"only path-segment", all, "--only path-segment", outcome{0, "HTTP://U@H:080/b%2f#F\n", ""}},
		{"only default-port", all, "--only default-port", outcome{0, "HTTP://U@H/%7e/../b%2f#F\n", ""}},
		{"only empty-port", "x://h:/\nx://h:1/\n", "--only empty-port", outcome{0, "x://h/\nx://h:1/\n", ""}},
		{"only empty-path", "HTTP://h\nx://h\n", "--only empty-path", outcome{0, "HTTP://h/\nx://h\n", ""}},
		{"only ipv6", "X://[0:0::1]\nX://[v1.A]\n", "--only ipv6", outcome{0, "X://[::1]\nX://[v1.A]\n", ""}},
		{"only drop-fragment", all, "--only drop-fragment", outcome{0, "HTTP://U@H:080/%7e/../b%2f\n", ""}},
		{"only drop-userinfo", all, "--only drop-userinfo", outcome{0, "HTTP://H:080/%7e/../b%2f#F\n", ""}},
		{"only two", all, "--only case,percent-encoding", outcome{0, "http://U@h:080/~/../b%2F#F\n", ""}},
		{"only, twice", all, "--only case --only percent-encoding", outcome{0, "http://U@h:080/~/../b%2F#F\n", ""}},
		{"without one", all, "--without default-port", outcome{0, "http://U@h:080/b%2F#F\n", ""}},
		{"without two", all, "--without default-port,path-segment", outcome{0, "http://U@h:080/~/../b%2F#F\n", ""}},
		{"without, of syntax", all, "--level syntax --without case", outcome{0, "HTTP://U@H:080/b%2f#F\n", ""}},
		{"without what is not there", all, "--level syntax --without drop-fragment", outcome{0, "http://U@h:080/b%2F#F\n", ""}},
		{"with", all, "--with drop-fragment,drop-userinfo", outcome{0, "http://h/b%2F\n", ""}},
		{"with, of syntax", all, "--level syntax --with default-port", outcome{0, "http://U@h/b%2F#F\n", ""}},
		{"with and without", all, "--only case --with drop-fragment,default-port --without case,default-port", outcome{0, "HTTP://U@H:080/%7e/../b%2f\n", ""}},
		{"without all", "A:\n", "--only case --without case", outcome{0, "A:\n", ""}},

		{"changed", "a\nA:\nb:\n%7E\n", "--changed", outcome{0, "a:\n~\n", ""}},
		{"changed by a rung that is off", "http://h\nA:\n", "--changed --level syntax", outcome{0, "a:\n", ""}},
		{"changed to nothing", "./.\n/.\n", "--changed", outcome{0, "/\n", ""}},
		{"none changed", "a\nb\n", "--changed", outcome{0, "", ""}},
		{"explain", all + "\na\n", "--explain", outcome{0,
			"http://U@h/b%2F#F\tcase,percent-encoding,path-segment,default-port\t" + all + "\na\t\ta\n", ""}},
		{"explain every rung", "HTTP://u@[0::%]:#f\nHTTP://u@[0::1]:#%7e\nftp://%7e@h:21/.\n", "--explain --quiet --with drop-fragment,drop-userinfo", outcome{1,
			"http://[::1]/\tcase,ipv6,empty-port,empty-path,drop-fragment,drop-userinfo\tHTTP://u@[0::1]:#%7e\n" +
				"ftp://h/\tpath-segment,default-port,drop-userinfo\tftp://%7e@h:21/.\n", ""}},
		{"explain changed", "a\nA:\n\n", "--explain --changed", outcome{0, "a:\tcase\tA:\n", ""}},
		{"explain the empty line", "\n", "--explain", outcome{0, "\t\t\n", ""}},
		{"explain, NUL-separated", "A:\x00", "-0 --explain", outcome{0, "a:\tcase\tA:\x00", ""}},

		{"skip", "A:\na b\nB:\n", "", outcome{1, "a:\nb:\n", "-:2:2: bad-path\n"}},
		{"keep", "A:\nA b\r\nB:\n", "--on-error keep", outcome{1, "a:\nA b\nb:\n", "-:2:2: bad-path\n"}},
		{"keep, explain", "A:\nA b\n", "--on-error keep --explain", outcome{1, "a:\tcase\tA:\nA b\n", "-:2:2: bad-path\n"}},
		{"keep, changed", "A:\nA b\nb\n", "--on-error keep --changed", outcome{1, "a:\nA b\n", "-:2:2: bad-path\n"}},
		{"bad line after one that did not change", "a\nA b\n", "--changed", outcome{1, "", "-:2:2: bad-path\n"}},
		{"fail", "A:\na b\nB:\n%\n", "--on-error fail", outcome{1, "a:\n", "-:2:2: bad-path\n"}},
		{"quiet", "A:\na b\n", "--quiet", outcome{1, "a:\n", ""}},
		{"too long", "A:bc\nA:b\n", "--max-line 3", outcome{1, "a:b\n", "-:1:4: too-long\n"}},
		{"a form longer than max-line", "ws://h\n", "--max-line 6", outcome{0, "ws://h/\n", ""}},
		{"missing file", "", "no-such-file", outcome{3, "", "uriscan: no-such-file: no such file or directory\n"}},
	}, "normalize")
}

func TestNormalizeUsageErrors(t *testing.T) {
	checkUsage(t, []usageTest{
		{"unknown rung", []string{"--only", "cas"}, `no rung "cas"; they are case, percent-encoding, path-segment, ipv6, `},
		{"unknown rung among others", []string{"--without", "case,port"}, `no rung "port"; they are `},
		{"the drop rungs are named", []string{"--with", "fragment"}, "drop-fragment, drop-userinfo"},
		{"no rung", []string{"--only", ""}, `no rung ""; they are `},
		{"a comma too many", []string{"--with", "case,"}, `no rung ""; they are `},
		{"two rungs in one name", []string{"--with", "case,ipv6 "}, `no rung "ipv6 "; they are `},
		{"unknown level", []string{"--level", "identical"}, "one of syntax, scheme"},
		{"level and only", []string{"--level", "scheme", "--only", "case"}, "--level and --only exclude each other"},
		{"missing value", []string{"--only"}, "needs an argument"},
		{"flag of another command", []string{"--base", "a:"}, "unknown flag: --base"},
	}, "normalize")
}

// The help names every rung there is, and so do the flags.
func TestNormalizeNamesEveryRung(t *testing.T) {
	help := runWith("", "normalize", "--help")
	if help.status != exitGood {
		t.Errorf("normalize --help = %d, want %d", help.status, exitGood)
	}
	n := 0
	for f := normalize.Flags(1); f.String() != ""; f <<= 1 {
		if !strings.Contains(help.out, "\n    "+f.String()+" ") {
			t.Errorf("normalize --help does not have the rung %q", f)
		}
		if got := rungNamed(f.String()); got != f {
			t.Errorf("rungNamed(%q) = %q, want %q", f, got, f)
		}
		n++
	}
	if n == 0 {
		t.Error("no rung has a name, want some")
	}
	for _, s := range []string{"--level", "(default scheme)", "--changed", "--explain", "-0, --null", "-o, --output", "Examples:"} {
		if !strings.Contains(help.out, s) {
			t.Errorf("normalize --help does not say %q", s)
		}
	}
}

// The views of one input agree: --explain has the form, names rungs where the
// line changed and only there, and these rungs alone make the same form.
// --changed has the lines with rungs. What is normal stays.
func TestNormalizeViewsAgree(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "links.txt"))
	if err != nil {
		t.Fatal(err)
	}
	run := func(in string, args ...string) string {
		return runWith(in, append([]string{"normalize", "--quiet", "--with", "drop-fragment"}, args...)...).out
	}
	plain, changed := new(strings.Builder), new(strings.Builder)
	for row := range strings.Lines(run(string(text), "--explain")) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(cells) != 3 || (cells[0] != cells[2]) != (cells[1] != "") {
			t.Errorf("row %q, want form TAB rungs TAB line, and rungs if and only if they differ", row)
			continue
		}
		plain.WriteString(cells[0] + "\n")
		if cells[1] == "" {
			continue
		}
		changed.WriteString(cells[0] + "\n")
		if got := runWith(cells[2], "normalize", "--only", cells[1]).out; got != cells[0]+"\n" {
			t.Errorf("normalize --only %s of %q = %q, want %q", cells[1], cells[2], got, cells[0])
		}
	}
	if changed.Len() == 0 || changed.Len() == plain.Len() {
		t.Fatalf("%d of %d bytes changed, want some and not all", changed.Len(), plain.Len())
	}
	if got := run(string(text)); got != plain.String() {
		t.Errorf("normalize = %q, want the first column of --explain, %q", got, plain)
	}
	if got := run(string(text), "--changed"); got != changed.String() {
		t.Errorf("normalize --changed = %q, want %q", got, changed)
	}
	if got := run(plain.String(), "--changed"); got != "" {
		t.Errorf("normalize --changed of normal forms = %q, want nothing", got)
	}
}
