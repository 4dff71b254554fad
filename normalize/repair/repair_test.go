package repair

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/cases"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/growth"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/internal/testkit/suite"
	"github.com/uriscan/uriscan/scanner"
)

func TestMain(m *testing.M) { suite.Run(m) }

// repairs are inputs that can be repaired, with what that gives.
var repairs = []struct {
	name, in string
	f        Flags
	want     string
	fixes    string // with their spans, as All yields them
}{
	{"clean", "http://h/a?b#c", 0, "http://h/a?b#c", ""},
	{"empty", "", 0, "", ""},
	{"spaces alone", " \t ", 0, "", "trimmed 0-3"},
	{"spaces around", "  http://h/ \n", 0, "http://h/", "trimmed 0-2, trimmed 11-13"},
	{"controls around", "\x00\x1fa\x0b", 0, "a", "trimmed 0-2, trimmed 3-4"},
	{"other spaces stay", "\u00a0a", 0, "%C2%A0a", "non-ascii 0-2"},
	{"spaces inside", "http://u u@h/a  b?c d#e f", 0, "http://u%20u@h/a%20%20b?c%20d#e%20f", "space 8-9, space 14-16, space 19-20, space 23-24"},
	{"newlines everywhere", "h\tttp\n:\r/\t/e\nx:8\n0/a\r\nb?\tc#\td", 0, "http://ex:80/ab?c#d", "tab-or-newline 1-2, tab-or-newline 5-6, tab-or-newline 7-8, tab-or-newline 9-10, tab-or-newline 12-13, tab-or-newline 16-17, tab-or-newline 20-22, tab-or-newline 24-25, tab-or-newline 27-28"},
	{"tab in a triplet", "%\t4\n1", 0, "%41", "tab-or-newline 1-2, tab-or-newline 3-4"},
	{"tab in a character", "\xc3\t\xa9", 0, "%C3%A9", "not-utf8 0-1, tab-or-newline 1-2, not-utf8 2-3"},
	{"controls inside", "a\x00\x1b\x7fb", 0, "a%00%1B%7Fb", "control 1-4"},
	{"UTF-8", "/é?中#😀", 0, "/%C3%A9?%E4%B8%AD#%F0%9F%98%80", "non-ascii 1-3, non-ascii 4-7, non-ascii 8-12"},
	{"UTF-8 in userinfo", "http://é@h/", 0, "http://%C3%A9@h/", "non-ascii 7-9"},
	{"replacement character", "\ufffd", 0, "%EF%BF%BD", "non-ascii 0-3"},
	{"Latin-1", "/caf\xe9", 0, "/caf%E9", "not-utf8 4-5"},
	{"surrogate, overlong", "\xed\xa0\x80\xc0\xaf", 0, "%ED%A0%80%C0%AF", "not-utf8 0-5"},
	{"lone percent", "/100%/%zz?%4#%", 0, "/100%25/%25zz?%254#%25", "percent 4-5, percent 6-7, percent 10-11, percent 13-14"},
	{"percent before a triplet", "%%41", 0, "%25%41", "percent 0-1"},
	{"excluded", "/\"<>^`{|}?\"<>\\^`{|}#\"<>\\^`{|}", 0, "/%22%3C%3E%5E%60%7B%7C%7D?%22%3C%3E%5C%5E%60%7B%7C%7D#%22%3C%3E%5C%5E%60%7B%7C%7D", "excluded 1-9, excluded 10-19, excluded 20-29"},
	{"brackets", "/a[0]?b[]=1#[", 0, "/a%5B0%5D?b%5B%5D=1#%5B", "bracket 2-3, bracket 4-5, bracket 7-9, bracket 12-13"},
	{"number sign", "#a#b##", 0, "#a%23b%23%23", "number-sign 2-3, number-sign 4-6"},

	{"several @", "http://a@b@c/", 0, "http://a%40b@c/", "at 8-9"},
	{"@ in a path", "http://h/a@b", 0, "http://h/a@b", ""},
	{"@ of another scheme", "foo://a@b@c", 0, "foo://a%40b@c", "at 7-8"},
	{"brackets in userinfo", "http://[a]:^@h/", 0, "http://%5Ba%5D:%5E@h/", "bracket 7-8, bracket 9-10, excluded 11-12"},
	{"IPv6", "http://[::1\t]/ a", 0, "http://[::1]/%20a", "tab-or-newline 11-12, space 14-15"},
	{"IPvFuture", "http://[v1.x]:1/a", 0, "http://[v1.x]:1/a", ""},
	{"IPvFuture of another scheme", "foo://[v1.x]:1/ a", 0, "foo://[v1.x]:1/%20a", "space 15-16"},
	{"quotes in a host", "https://\"www.example.com/`{}", 0, "https://%22www.example.com/%60%7B%7D", "excluded 8-9, excluded 25-28"},
	{"triplets in a host", "http://%41%7e/ ", 0, "http://%41%7e/", "trimmed 14-15"},
	{"no host for browsers", "http://%2f:99999/", 0, "http://%2f:99999/", ""},
	{"no host for browsers, another scheme", "foo://%2f:99999/ ", 0, "foo://%2f:99999/", "trimmed 16-17"},
	{"port at the limit", "http://h:0065535/ ", 0, "http://h:0065535/", "trimmed 17-18"},
	{"number and a dot", "http://1.2.3.255. ", 0, "http://1.2.3.255.", "trimmed 17-18"},
	{"number and two dots", "http://1.2.3.256.. ", 0, "http://1.2.3.256..", "trimmed 18-19"},
	{"number in front", "http://256.x ", 0, "http://256.x", "trimmed 12-13"},
	{"hex without digits", "http://0x ", 0, "http://0x", "trimmed 9-10"},
	{"no hex", "http://0xg ", 0, "http://0xg", "trimmed 10-11"},
	{"host of another scheme", "foo://中\x01\x7f%2f\xff/", 0, "foo://%E4%B8%AD%01%7F%2f%FF/", "non-ascii 6-9, control 9-11, not-utf8 14-15"},
	{"rare IPv4 stays", "http://0x7f.1/ a", 0, "http://0x7f.1/%20a", "space 14-15"},

	{"backslashes", `http:\\h\a\..\b?\#\`, 0, "http://h/a/../b?%5C#%5C", "backslash 5-7, backslash 8-9, backslash 10-11, backslash 13-14, excluded 16-17, excluded 18-19"},
	{"backslash before @", `http://127.0.0.1:6666\@1.1.1.1`, 0, "http://127.0.0.1:6666/@1.1.1.1", "backslash 21-22"},
	{"backslash before @ in another scheme", `foo:/\a@b`, 0, "foo:/%5Ca@b", "excluded 5-6"},
	{"both slashes", `http:/\h`, 0, "http://h", "backslash 6-7"},
	{"without a scheme", `\\h\a`, 0, "//h/a", "backslash 0-2, backslash 3-4"},
	{"slash and backslash", `/\h`, 0, "//h", "backslash 1-2"},
	{"one backslash", `\a`, 0, "/a", "backslash 0-1"},
	{"file", `file:\\\C:\a`, 0, "file:///C:/a", "backslash 5-8, backslash 10-11"},
	{"drive", "file:///C|/a|", 0, "file:///C:/a%7C", "excluded 9-10, excluded 12-13"},
	{"drive without slashes", "file:c|", 0, "file:c:", "excluded 6-7"},
	{"drive before a backslash", `file:///c|\a`, 0, "file:///c:/a", "excluded 9-10, backslash 10-11"},
	{"drive in front of a tab", "file:///c|\t/a", 0, "file:///c:/a", "excluded 9-10, tab-or-newline 10-11"},
	{"drive and a query", "file:///c|?a", 0, "file:///c:?a", "excluded 9-10"},
	{"no drive before a name", "file:///c|a/", 0, "file:///c%7Ca/", "excluded 9-10"},
	{"no drive in the second segment", "file:///a/c|/", 0, "file:///a/c%7C/", "excluded 11-12"},
	{"no drive without a letter", "file:///1|/", 0, "file:///1%7C/", "excluded 9-10"},
	{"no drive", "file:///cc|/", 0, "file:///cc%7C/", "excluded 10-11"},
	{"no drive in http", "http://h/c|/", 0, "http://h/c%7C/", "excluded 10-11"},
	{"opaque", `mailto: "a\b" <c>`, 0, "mailto:%20%22a%5Cb%22%20%3Cc%3E", "space 7-8, excluded 8-9, excluded 10-11, excluded 12-13, space 13-14, excluded 14-15, excluded 16-17"},

	{"slashes", "http:////h/", 0, "http://h/", "slashes 7-9"},
	{"valid except slashes", "HTTPS:///h/a", 0, "HTTPS://h/a", "slashes 8-9"},
	{"slashes and backslashes", `ws:/\/\h`, 0, "ws://h", "backslash 4-5, slashes 5-7"},
	{"backslashes of a secure socket", `wss:\\h\a`, 0, "wss://h/a", "backslash 4-6, backslash 7-8"},
	{"backslashes of FTP", `FTP:\\h\a`, 0, "FTP://h/a", "backslash 4-6, backslash 7-8"},
	{"backslashes of HTTP with TLS", `Https:\\h\a`, 0, "Https://h/a", "backslash 6-8, backslash 9-10"},
	{"backslashes of schemes that begin so", `httpx:\a`, 0, "httpx:%5Ca", "excluded 6-7"},
	{"backslashes of longer schemes that begin so", `httpsx:\a`, 0, "httpsx:%5Ca", "excluded 7-8"},
	{"backslashes of schemes that are a part", `htt:\a`, 0, "htt:%5Ca", "excluded 4-5"},
	{"fragment after the host of another scheme", "foo://a#b c", 0, "foo://a#b%20c", "space 9-10"},
	{"query after the host of another scheme", "foo://a?b c", 0, "foo://a?b%20c", "space 9-10"},
	{"fragment after a host", "http://a#b c", 0, "http://a#b%20c", "space 10-11"},
	{"backslashes of schemes that end so", `xws:\a`, 0, "xws:%5Ca", "excluded 4-5"},
	{"slashes before userinfo", "ftp:///u@h", 0, "ftp://u@h", "slashes 6-7"},
	{"slashes and no host", "http:///?a", 0, "http:///?a", ""},
	{"slashes and a port alone", "http:///:80", 0, "http:///:80", ""},
	{"slashes of a file", "file:////a b", 0, "file:////a%20b", "space 10-11"},
	{"slashes of another scheme", "foo:////a b", 0, "foo:////a%20b", "space 9-10"},
	{"slashes without a scheme", "///h/a b", 0, "///h/a%20b", "space 6-7"},
	{"missing slash", "http:/h/a b", 0, "http:/h/a%20b", "space 9-10"},
	{"missing slash, no base", "http:/h/a b", NoBase, "http://h/a%20b", "slashes 4-5, space 9-10"},
	{"missing slashes, no base", "http:h", NoBase, "http://h", "slashes 4-5"},
	{"missing slash and a backslash, no base", `http:\h`, NoBase, "http://h", "slashes 4-5, backslash 5-6"},
	{"missing host, no base", "http:", NoBase, "http:", ""},
	{"missing host and a path, no base", "http:/", NoBase, "http:/", ""},
	{"missing host and a query, no base", "http:?a", NoBase, "http:?a", ""},
	{"brackets, no literal", "http:[61:27]/", 0, "http:%5B61:27%5D/", "bracket 5-6, bracket 11-12"},
	{"nothing to do, no base", "a/b", NoBase, "a/b", ""},
	{"file, no base", "file:a", NoBase, "file:a", ""},

	{"colon in the first segment", `"http://h/`, 0, "./%22http://h/", "excluded 0-1, first-colon 5-6"},
	{"colon first", ":a", 0, "./:a", "first-colon 0-1"},
	{"no scheme for its digit", "1a:b:c", 0, "./1a:b:c", "first-colon 2-3"},
	{"colon in the second segment", "1/a:b ", 0, "1/a:b", "trimmed 5-6"},
	{"colon in the query", "1?a:b ", 0, "1?a:b", "trimmed 5-6"},

	{"suffix", "www.example.com/a?b", SuffixReference, "http://www.example.com/a?b", "suffix 0-15"},
	{"suffix not asked for", "www.example.com/a", 0, "www.example.com/a", ""},
	{"suffix with a port", " example.com:8080", SuffixReference, "http://example.com:8080", "trimmed 0-1, suffix 1-12"},
	{"suffix with a scheme's look", "example.com:a", SuffixReference, "example.com:a", ""},
	{"suffix with a scheme's look, and digits", "example.com:8a/b", SuffixReference, "example.com:8a/b", ""},
	{"suffix with three digits", "example.com:888/b", SuffixReference, "http://example.com:888/b", "suffix 0-11"},
	{"suffix with digits after a tab", "example.com:\t8\t8?b", SuffixReference, "http://example.com:88?b", "suffix 0-11, tab-or-newline 12-13, tab-or-newline 14-15"},
	{"suffix, address", "192.0.2.1/a b", SuffixReference, "http://192.0.2.1/a%20b", "suffix 0-9, space 11-12"},
	{"suffix, dot at the end", "a.example.", SuffixReference, "http://a.example.", "suffix 0-10"},
	{"suffix, tab", "a.ex\tample", SuffixReference, "http://a.example", "suffix 0-10, tab-or-newline 4-5"},
	{"suffix, backslash", `a.example\b`, SuffixReference, "http://a.example/b", "suffix 0-9, backslash 9-10"},
	{"no suffix: one label", "localhost/a", SuffixReference, "localhost/a", ""},
	{"no suffix: one label and a dot", "com.", SuffixReference, "com.", ""},
	{"no suffix: number", "1.2", SuffixReference, "1.2", ""},
	{"no suffix: three numbers", "1.2.3/a", SuffixReference, "1.2.3/a", ""},
	{"no suffix: three numbers alone", "1.2.3", SuffixReference, "1.2.3", ""},
	{"no suffix: five numbers and a path", "1.2.3.4.5/a", SuffixReference, "1.2.3.4.5/a", ""},
	{"no suffix: a name and three numbers", "a.2.3.4?b", SuffixReference, "a.2.3.4?b", ""},
	{"suffix, number in front", "1.example/a", SuffixReference, "http://1.example/a", "suffix 0-9"},
	{"no suffix: five numbers", "1.2.3.4.5", SuffixReference, "1.2.3.4.5", ""},
	{"no suffix: names and a number", "a.b.c.4", SuffixReference, "a.b.c.4", ""},
	{"no suffix: empty label", "a..example", SuffixReference, "a..example", ""},
	{"no suffix: path", "/a.example", SuffixReference, "/a.example", ""},
	{"no suffix: dots", "../a.example", SuffixReference, "../a.example", ""},
	{"no suffix: address of mail", "a.b@c.example", SuffixReference, "a.b@c.example", ""},
	{"no suffix: spaces", "a.example b", SuffixReference, "a.example%20b", "space 9-10"},
}

// listed returns what All yields, as in repairs.
func listed(src string, f Flags, hosts HostFunc) string {
	var all []string
	for fix, span := range AllHosts(src, f, hosts) {
		all = append(all, fmt.Sprintf("%v %d-%d", fix, span.Start, span.End))
	}
	return strings.Join(all, ", ")
}

func TestRepairs(t *testing.T) {
	for _, row := range repairs {
		out, _, _, err := Append([]byte("x"), row.in, row.f)
		if want := "x" + row.want; string(out) != want || err != nil {
			t.Errorf("%s: Append(%q) = %q, %v, want %q", row.name, row.in, out, err, want)
		}
		if got := listed(row.in, row.f, nil); got != row.fixes {
			t.Errorf("%s: All(%q) = %s, want %s", row.name, row.in, got, row.fixes)
		}
	}
}

// refusals are inputs that cannot be repaired.
var refusals = []struct {
	name, in string
	f        Flags
	offset   int
	kind     scanner.Kind
}{
	{"space in a host", "http://a b/", 0, 8, scanner.BadHost},
	{"space before a host", "http:// h/", 0, 7, scanner.BadHost},
	{"NUL in a host", "http://a\x00/", 0, 8, scanner.BadHost},
	{"DEL in a host", "http://a\x7f/", 0, 8, scanner.BadHost},
	{"< in a host", "http://u@a<b>/", 0, 10, scanner.BadHost},
	{"| in a host", "//a|b/", 0, 3, scanner.BadHost},
	{"^ in a host", "http://a^b/", 0, 8, scanner.BadHost},
	{"] in a host", "http://a]/", 0, 8, scanner.BadHost},
	{"lone percent in a host", "http://a%zz/", 0, 9, scanner.BadPercent},
	{"lone percent and one digit", "http://a%\t4\tz/", 0, 12, scanner.BadPercent},
	{"percent at the end", "http://a%4", 0, 10, scanner.BadPercent},
	{"UTF-8 in a host", "http://b.é/", 0, 9, scanner.BadIDN},
	{"UTF-8 in a host of a file", "file://é/", 0, 7, scanner.BadIDN},
	{"Latin-1 in a host", "//\xe9", 0, 2, scanner.BadIDN},
	{"ideographic full stop", "http://evil。com/", 0, 11, scanner.BadIDN},
	{"space in a host of another scheme", "foo://a b", 0, 7, scanner.BadHost},
	{"NUL in a host of another scheme", "foo://a\x00/", 0, 7, scanner.BadHost},
	{"backslash in a host of another scheme", `foo://a\b`, 0, 7, scanner.BadHost},
	{"lone percent in a host of another scheme", "foo://a%4", 0, 9, scanner.BadPercent},
	{"quote in a host of another scheme", `foo://{a"}`, 0, 6, scanner.BadHost},
	{"no host, no scheme", "\\\\?a", 0, 2, scanner.EmptyHost},
	{"no host, no scheme, slashes", `/\/ `, 0, 2, scanner.EmptyHost},
	{"no host, no scheme, userinfo", "//u@/h ", 0, 4, scanner.EmptyHost},
	{"no host, no scheme, port", "//:1/h ", 0, 2, scanner.EmptyHost},
	{"port", "http://h:8x/", 0, 10, scanner.BadPort},
	{"port that ends", "http://h:8x", 0, 10, scanner.BadPort},
	{"space in a port", "http://h:8 0/", 0, 10, scanner.BadPort},
	{"second port", "http://h:8:0/", 0, 10, scanner.BadPort},
	{"port after tabs", "ht\ttp://h\t:\t8\tx", 0, 14, scanner.BadPort},
	{"IPv6", "http://[::1::]/", 0, 12, scanner.BadIPv6},
	{"tab in bad IPv6", "http://[:\t:g]/", 0, 11, scanner.BadIPv6},
	{"zone", "http://[fe80::1%25eth0]/", 0, 15, scanner.BadIPv6},
	{"IPv6 not closed", "http://[::1/", 0, 11, scanner.BadIPv6},
	{"IPv6 that ends", "http://[::1", 0, 11, scanner.UnexpectedEnd},
	{"after IPv6", "http://[::1]x/", 0, 12, scanner.BadHost},
	{"after IPv6, percent", "http://[::1]%41/", 0, 12, scanner.BadHost},
	{"missing slashes, no base", "http:a b/", NoBase, 6, scanner.BadHost},
	{"missing slashes and IPv6", "http:/u@[::1]/", 0, 8, scanner.BadPath},
	{"missing scheme and IPv6", "///[::1]/", 0, 3, scanner.BadPath},
	{"slash in a host", "http://u@a%2Fb/ ", 0, 9, scanner.BadHost},
	{"percent in a host", "http://a%25/ ", 0, 7, scanner.BadHost},
	{"DEL in triplets", "http://a%7f/ ", 0, 7, scanner.BadHost},
	{"IPvFuture", "http://[v1.x]/ ", 0, 7, scanner.BadIPvFuture},
	{"port above 65535", "http://h:\t65536/ ", 0, 10, scanner.BadPort},
	{"port of a file", "file://c:/ ", 0, 9, scanner.BadPort},
	{"number too large", "http://1.2.3.256/ ", 0, 7, scanner.BadHost},
	{"five numbers", "//1.2.3.4.5 ", 0, 2, scanner.BadHost},
	{"no octal", "ws://a.09 ", 0, 5, scanner.BadHost},
	{"hex too large", "http://0xfffffffff. ", 0, 7, scanner.BadHost},
	{"0x and no address", "http://1.2.3.256.0x ", 0, 7, scanner.BadHost},
	{"0x of a name", "http://a.0X. ", 0, 7, scanner.BadHost},
	{"name and encoded number", "http://a.%31 ", 0, 7, scanner.BadHost},
	{"no host", "http:///?a b", 0, 7, scanner.EmptyHost},
	{"no host, userinfo", "http://u@:8/ ", 0, 9, scanner.EmptyHost},
}

func TestRefusals(t *testing.T) {
	for _, row := range refusals {
		out, ref, fixes, err := Append([]byte("x"), row.in, row.f)
		fault, ok := errors.AsType[scanner.Error](err)
		if !ok || fault.Fault().Offset() != row.offset || fault.Fault().Kind() != row.kind {
			t.Errorf("%s: Append(%q) = %v, want %v at offset %d", row.name, row.in, err, row.kind, row.offset)
		}
		if string(out) != "x" || ref != (scanner.Ref{}) || fixes != 0 {
			t.Errorf("%s: Append(%q) = %q, %v, %v", row.name, row.in, out, ref, fixes)
		}
	}
}

// upper is a HostFunc for tests.
func upper(dst, host []byte) ([]byte, bool) {
	if strings.Contains(string(host), "no") {
		return dst, false
	}
	return append(dst, strings.ReplaceAll(string(host), "é", `"E`)...), true
}

func TestHosts(t *testing.T) {
	for _, row := range []struct{ name, in, want, fixes string }{
		{"mapped", "http://u@é.é:1/é", "http://u@%22E.%22E:1/%C3%A9", "host 9-14, non-ascii 17-19"},
		{"triplets", "http://a%C3%A9/", "http://a%22E/", "host 7-14"},
		{"tabs", "http://a%\tC3%A\t9\t/", "http://a%22E/", "host 7-17"},
		{"only triplets of ASCII", "http://%41/", "http://%41/", ""},
		{"A-label stays", "http://XN--a/", "http://XN--a/", ""},
		{"another scheme", "foo://é", "foo://%C3%A9", "non-ascii 6-8"},
		{"another scheme, A-label", "foo://xn--no", "foo://xn--no", ""},
		{"refused", "http://u@éno/", "bad-idn 9", ""},
		{"refused A-label", "http://xn--no/ ", "bad-idn 7", ""},
		{"refused A-label after an empty label", "http://.xn--no/", "bad-idn 7", ""},
		{"refused A-label in triplets", "http://%78n-%2dno/", "bad-idn 7", ""},
		{"refused A-label around a tab", "http://xn-\t-no/", "bad-idn 7", ""},
		{"refused A-label, not the first", "http://a--b.x--.XN--no/", "bad-idn 7", ""},
		{"refused A-label in a long name", "http://" + strings.Repeat("a-", 20) + ".xn--no", "bad-idn 7", ""},
		{"valid A-label in triplets", "http://%78n--a/%41", "http://%78n--a/%41", ""},
		{"not shown", "http://no/", "http://no/", ""},
		{"hyphens, not shown", "http://a--no/", "http://a--no/", ""},
		{"hyphens in a long name, not shown", "http://" + strings.Repeat("a-", 20) + "-no.axn--b", "http://" + strings.Repeat("a-", 20) + "-no.axn--b", ""},
		{"hyphens around a tab, not shown", "http://a-\t-no/", "http://a--no/", "tab-or-newline 9-10"},
		{"not UTF-8", "http://\xff/", "bad-idn 7", ""},
		{"suffix", "é.é/", "http://%22E.%22E/", "suffix 0-5, host 0-5"},
	} {
		for _, f := range []Flags{0, NoBase, SuffixReference} {
			if row.name == "suffix" && f != SuffixReference {
				continue
			}
			out, _, _, err := AppendHosts(nil, row.in, f, upper)
			if err != nil {
				fault := err.(scanner.Error).Fault()
				out = []byte(strings.Replace(fault.String(), " at offset", "", 1))
			}
			if string(out) != row.want {
				t.Errorf("%s: AppendHosts(%q, %d) = %q, want %q", row.name, row.in, f, out, row.want)
			}
			if got := listed(row.in, f, upper); got != row.fixes {
				t.Errorf("%s: AllHosts(%q, %d) = %s, want %s", row.name, row.in, f, got, row.fixes)
			}
		}
	}
}

// Names of all lengths around what the kernel takes at once are looked at up to their end.
func TestHostsOfAnyLength(t *testing.T) {
	for n := 8; n < 80; n++ {
		in := "http://no" + strings.Repeat("a", n-7) + ".xn--"
		if _, _, _, err := AppendHosts(nil, in, 0, upper); err == nil {
			t.Errorf("AppendHosts(%q) does not show the name to the HostFunc", in)
		}
	}
}

// A host that is not UTF-8 is refused, and what a HostFunc says of it does not matter.
func TestHostsThatAreNotUTF8(t *testing.T) {
	takesAll := func(dst, _ []byte) ([]byte, bool) { return append(dst, "h"...), true }
	for _, host := range []string{"\xff", "%FF", "a.\xc3", "é\xa9", "é%A9", "%C3.é", "\xed\xa0\x80", "xn--a\x80"} {
		out, _, _, err := AppendHosts(nil, "http://"+host+"/", 0, takesAll)
		if !errors.Is(err, scanner.BadIDN) {
			t.Errorf("AppendHosts of the host %q = %q, %v, want bad-idn", host, out, err)
		}
	}
}

// check holds Append and All to their promises and to the twin.
func check(t *testing.T, src string, f Flags) {
	t.Helper()
	in := []byte(src)
	out, ref, fixes, err := Append([]byte("x"), in, f)
	if string(in) != src {
		t.Fatalf("Append(%q, %d) changed its input to %q", src, f, in)
	}
	want, wantFixes, ok := slowRepaired(src, f)
	if ok != (err == nil) || ok && (string(out) != "x"+want || fixes != wantFixes) {
		t.Fatalf("Append(%q, %d) = %q, %v, %v, want %q, %v, %v", src, f, out, fixes, err, want, wantFixes, ok)
	}
	var all Fix
	last := scanner.Span{}
	for fix, span := range All(in, f) {
		if span.Start < last.Start || span.Len() == 0 || int(span.End) > len(src) || fix&(fix-1) != 0 {
			t.Fatalf("All(%q, %d) yields %v %v after %v", src, f, fix, span, last)
		}
		all, last = all|fix, span
	}
	if err != nil {
		fault := err.(scanner.Error).Fault()
		if offset := fault.Offset(); offset > len(src) {
			t.Fatalf("Append(%q, %d) = %v, All ends at %v", src, f, fault, last)
		}
		return
	}
	if all != fixes {
		t.Fatalf("Append(%q, %d) repairs %v, All %v", src, f, fixes, all)
	}
	if wantRef, err := scanner.Parse(out[1:]); err != nil || ref != wantRef {
		t.Fatalf("Append(%q, %d) = %q, %v, want %v, %v", src, f, out, ref, wantRef, err)
	}
	again, _, fixes, err := Append(nil, string(out[1:]), f)
	if string(again) != string(out[1:]) || fixes != 0 || err != nil {
		t.Fatalf("Append(%q, %d) = %q, %v, %v, want the same", out[1:], f, again, fixes, err)
	}
}

// atoms are what random inputs consist of.
var atoms = strings.Split("http:,https:,file:,foo:,ws:,/,//,///,\\,\\\\,a,b.example,www.a.b,1.2.3.4,@,:,:80,?,#,[,],[::1],[v1.a],%,%4,%41,%c3%a9,%2f,\t,\n,\r, ,\x00,\x7f,é,中,。,\xff,\xc3,\xa9,\",<,>,^,`,{,|,},C|,C:,.,..,xn--,=,&,'", ",")

func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range sizes.Times(20_000) {
		src := testkit.Mixed(random, random.IntN(12), atoms...)
		for f := range NoBase << 1 {
			check(t, src, f)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, row := range repairs {
		f.Add(row.in, uint8(row.f))
	}
	for _, row := range refusals {
		f.Add(row.in, uint8(row.f))
	}
	f.Fuzz(func(t *testing.T, src string, flags uint8) { check(t, src, Flags(flags)%(NoBase<<1)) })
}

func TestFixNames(t *testing.T) {
	all, names := Fix(0), []string{}
	for f, says := range Fixes {
		if f != 1<<len(names) || says == "" {
			t.Errorf("Fixes yields %v, %q", f, says)
		}
		all |= f
		names = append(names, f.String())
	}
	if all != Suffix<<1-1 {
		t.Errorf("Fixes yields %v, want all up to %v", all, Suffix)
	}
	if got, want := Fix(1<<32-1).String(), strings.Join(names, "|"); got != want || Fix(0).String() != "" {
		t.Errorf("String() = %q, want %q", got, want)
	}
}

func TestGrowth(t *testing.T) {
	var shapes []growth.Shape
	for _, unit := range []string{"a", " ", "%", "\t", "\\", "@", "é", "\xff", "[", ":", "|", "1.", "www.", "%41"} {
		for _, before := range []string{"", "http:", "//", "?"} {
			shapes = append(shapes, growth.Shape{before, unit})
		}
	}
	var dst []byte
	growth.CheckPortable(t, 1<<10, shapes, map[string]growth.Job{
		"Append": growth.Of(func(in string) { dst, _, _, _ = Append(dst[:0], in, NoBase|SuffixReference) }),
		"All": growth.Of(func(in string) {
			for range All(in, NoBase|SuffixReference) {
			}
		}),
	})
}

// Every short host has a label "xn--" or not, and every longer one that begins or ends so.
func TestHasALabel(t *testing.T) {
	for _, host := range cases.Sequences(6, "x", "N", "-", "--", ".", "a") {
		want := slices.ContainsFunc(strings.Split(strings.ToLower(host), "."), func(label string) bool { return strings.HasPrefix(label, "xn--") })
		if got := hasALabel([]byte(host)); got != want {
			t.Errorf("hasALabel(%q) = %v, want %v", host, got, want)
		}
	}
}
