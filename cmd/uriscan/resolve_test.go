package main

import (
	"testing"
)

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
		{"skip", "g\na b\nh\n", base, outcome{1, "http://a/b/c/g\nhttp://a/b/c/h\n", "-:2:2: bad-path\n"}},
		{"keep", "g\na b\r\nh\n", with("--on-error", "keep"), outcome{1, "http://a/b/c/g\na b\nhttp://a/b/c/h\n", "-:2:2: bad-path\n"}},
		{"fail", "g\na b\nh\n%\n", with("--on-error", "fail"), outcome{1, "http://a/b/c/g\n", "-:2:2: bad-path\n"}},
		{"quiet", "g\na b\n", with("--quiet"), outcome{1, "http://a/b/c/g\n", ""}},
		{"too long", "abcd\ng\n", with("--max-line", "3"), outcome{1, "http://a/b/c/g\n", "-:1:4: too-long\n"}},
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

func TestResolveUsageErrors(t *testing.T) {
	checkUsage(t, []usageTest{
		{"no base", []string{"resolve"}, "neither --base nor --pairs"},
		{"base and pairs", []string{"resolve", "--pairs", "--base", "a:"}, "--base and --pairs exclude each other"},
		{"relative base", []string{"resolve", "--base", "/b"}, "bad --base: bad-scheme at byte 1"},
		{"empty base", []string{"resolve", "--base="}, "bad --base: unexpected-end at byte 1"},
		{"bad base", []string{"relativize", "--base", "http://u:secret@h/ "}, "bad --base: bad-path at byte 19"},
		{"base that underflows", []string{"resolve", "--base", "a:/../b", "--reject-underflow"}, "bad --base: underflow at byte 4"},
		{"nothing to be relative to", []string{"relativize"}, "--base is not given"},
		{"pairs of the inverse", []string{"relativize", "--pairs"}, "unknown flag: --pairs"},
		{"rules of the inverse", []string{"relativize", "--not-strict"}, "unknown flag: --not-strict"},
	})
}
