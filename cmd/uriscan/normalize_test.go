package main

import (
	"strings"
	"testing"
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

		{"keep", "A:\nA b\r\nB:\n", "--on-error keep", outcome{1, "a:\nA b\r\nb:\n", "-:2:2: bad-path\n"}},
		{"keep, explain", "A:\nA b\n", "--on-error keep --explain", outcome{1, "a:\tcase\tA:\nA b\n", "-:2:2: bad-path\n"}},
		{"keep, changed", "A:\nA b\nb\n", "--on-error keep --changed", outcome{1, "a:\nA b\n", "-:2:2: bad-path\n"}},
		{"bad line after one that did not change", "a\nA b\n", "--changed", outcome{1, "", "-:2:2: bad-path\n"}},
		{"a form longer than max-line", "ws://h\n", "--max-line 6", outcome{0, "ws://h/\n", ""}},
		{"missing file", "", "no-such-file", outcome{3, "", "uriscan: no-such-file: no such file or directory\n"}},
	}, "normalize")
}

const rfcBase = "http://a/b/c/d;p?q"

func TestResolve(t *testing.T) {
	base := []string{"resolve", "--base", rfcBase}
	with := func(more ...string) []string { return append(base[:len(base):len(base)], more...) }
	runTests(t, []commandTest{
		{"references of all kinds", "g\n../g\n/g\n//g\n?y\n#s\n\ng:h\n", base, outcome{0,
			"http://a/b/c/g\nhttp://a/b/g\nhttp://a/g\nhttp://g\nhttp://a/b/c/d;p?y\nhttp://a/b/c/d;p?q#s\nhttp://a/b/c/d;p?q\ng:h\n", ""}},
		{"CR LF, no final newline", "g\r\n./h", base, outcome{0, "http://a/b/c/g\nhttp://a/b/c/h\n", ""}},
		{"NUL-separated", "g\x00../h", with("-0"), outcome{0, "http://a/b/c/g\x00http://a/b/h\x00", ""}},
		{"fragment on the base", "g\n", []string{"resolve", "--base=http://a/b#c"}, outcome{0, "http://a/g\n", ""}},
		{"guard", "/y/..//b\n", []string{"resolve", "--base=a:/x"}, outcome{0, "a:/.//b\n", ""}},
		{"no normalization", "%7e\n", []string{"resolve", "--base=HTTP://A:80/"}, outcome{0, "HTTP://A:80/%7e\n", ""}},
		{"not strict", "http:g\nhttps:g\n", with("--not-strict"), outcome{0, "http://a/b/c/g\nhttps:g\n", ""}},
		{"underflow is nothing", "../../../g\n", base, outcome{0, "http://a/g\n", ""}},
		{"underflow rejected", "../../g\n../../../g\n", with("--reject-underflow"), outcome{1, "http://a/g\n", "-:2:7: underflow\n"}},
		{"base of dots", "g\n", []string{"resolve", "--base=http://a/b/.."}, outcome{0, "http://a/b/g\n", ""}},
		{"base of dots is a folder", "g\n", []string{"resolve", "--base=http://a/b/..", "--base-dots"}, outcome{0, "http://a/g\n", ""}},
	})
}

func TestResolvePairs(t *testing.T) {
	runTests(t, []commandTest{
		{"each its own base", "http://a/b\tc\nx:/y\t../z\n", nil, outcome{0, "http://a/c\nx:/z\n", ""}},
		{"empty reference", "http://a/b#c\t\n", nil, outcome{0, "http://a/b\n", ""}},
		{"missing TAB", "http://a/b\nhttp://a/b\tc\n", nil, outcome{1, "http://a/c\n", "-:1:11: missing-field\n"}},
		{"empty line", "\n", nil, outcome{1, "", "-:1:1: missing-field\n"}},
		{"two TABs", "http://a/b\tc\td\n", nil, outcome{1, "", "-:1:13: bad-path\n"}},
		{"relative base", "/a\tc\nhttp\tc\n\tc\n", nil, outcome{1, "", "-:1:1: bad-scheme\n-:2:5: unexpected-end\n-:3:1: unexpected-end\n"}},
		{"bad base and bad reference", "http://a b\tc d\n", nil, outcome{1, "", "-:1:9: bad-host\n"}},
		{"bad reference", "http://a/\tc d\n", nil, outcome{1, "", "-:1:12: bad-path\n"}},
		{"reference that ends too early", "http://a/\t%\n", nil, outcome{1, "", "-:1:12: unexpected-end\n"}},
		{"keep", "http://a/\tc d\nx\n", []string{"--on-error=keep"}, outcome{1, "http://a/\tc d\nx\n", "-:1:12: bad-path\n-:2:2: missing-field\n"}},
		{"underflow", "http://a/\tb/../..\n", []string{"--reject-underflow"}, outcome{1, "", "-:1:16: underflow\n"}},
		{"underflow of the base", "http://a/../b/\tc\n", []string{"--reject-underflow"}, outcome{1, "", "-:1:10: underflow\n"}},
		{"NUL-separated", "a:b\tc\n\x00a:b\td\x00", []string{"-0"}, outcome{1, "a:d\x00", "-:1:6: bad-path\n"}},
	}, "resolve", "--pairs")
}

func TestRelativize(t *testing.T) {
	base := []string{"relativize", "--base", "http://a/b/c?q"}
	runTests(t, []commandTest{
		{"targets of all kinds", "http://a/b/d#e\nhttp://a/b/n:1\nhttp://a/b/c?q\nhttp://a/\n//x/y\nhttps://a/b\nd/../e\n", base,
			outcome{0, "d#e\n./n:1\n\n/\n//x/y\nhttps://a/b\ne\n", ""}},
		{"bad line", "http://a/b c\n", base, outcome{1, "", "-:1:11: bad-path\n"}},
		{"NUL-separated", "http://a/b/d\x00x\n\x00", append(base[:len(base):len(base)], "-0"), outcome{1, "d\x00", "-:2:2: bad-path\n"}},
		{"keep", "http://a/b c\nx\n", append(base[:len(base):len(base)], "--on-error=keep"), outcome{1, "http://a/b c\nx\n", "-:1:11: bad-path\n"}},
	})
}

// URIs of the command line are lines of their own, in place of a FILE or before all.
func TestURIsAsArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "links.txt", "x:y\n")
	writeFile(t, "--url=a", "d:e\n")
	for _, tt := range []struct{ line, out, err string }{
		{"normalize HTTP://A links.txt http://B", "http://a/\nx:y\nhttp://b/\n", ""},
		{"normalize --url /%7e --url B: links.txt", "/~\nb:\nx:y\n", ""},
		{"normalize --url=", "\n", ""},
		{"normalize -0 --url HTTP:", "http:\x00", ""},
		{"normalize ./--url=a", "d:e\n", ""},
		{"check --url /%zz http://[", "--url=/%zz:1:3: bad-percent\nhttp://[:1:9: unexpected-end\n", ""},
		{"check --url \ufeffa:", "--url=\ufeffa::1:1: bad-path\n", ""},
		{"extract --with-position http://h/a.html?b&amp;c", "http://h/a.html?b&amp;c:1:1: http://h/a.html?b&amp;c\n", ""},
		{"dedupe --url BZh91AY&SY", "BZh91AY&SY\n", ""},
		{"extract --url BZh91AY&SY=http://h/", "http://h/\n", ""},
		{"check a://", "", ""},
		{"check ://b", "", "uriscan: ://b: no such file or directory; --url reads a URI from the command line\n"},
		{"explain --url a:", runWith("", "explain", "a:").out, ""},
		{"--url a:", runWith("", "explain", "a:").out, ""},
		{"http://a/b", runWith("", "explain", "http://a/b").out, ""},
		{"parse --format {path} a://" + strings.Repeat("b", 5000) + "/c", "/c\n", ""},
		{"check --url a\u2028b links.txt", "--url=a\u2028b:1:2: bad-path\n", ""},
	} {
		args := strings.Split(tt.line, " ")
		if got := runWith("", args...); got.out != tt.out || got.err != tt.err {
			t.Errorf("run(%q) = %+v, want %q and %q", args, got, tt.out, tt.err)
		}
	}
	if got := runWith("", "check", "--url", "a:\nb:"); got.status != 2 || !strings.Contains(got.err, "the value of --url has a line feed") {
		t.Errorf("a line feed: %+v", got)
	}
}
