package scanner

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// appendixB is the regular expression of Appendix B, with "." as any character.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

func TestSplitIsAppendixB(t *testing.T) {
	const alphabet = "aA1.:/?#@[]%!\\ \n\x00é"
	random := rand.New(rand.NewPCG(3986, 2005))
	for range 40_000 {
		in := make([]byte, 0, 16)
		for range random.IntN(14) {
			in = append(in, alphabet[random.IntN(len(alphabet))])
		}
		checkAppendixB(t, string(in))
	}
}

func checkAppendixB(t *testing.T, in string) {
	t.Helper()
	m := appendixB.FindStringSubmatchIndex(latin1(in))
	r := Split(in)
	for _, group := range []struct {
		c Component
		n int
	}{{Scheme, 2}, {Authority, 4}, {Path, 5}, {Query, 7}, {Fragment, 9}} {
		want := undefined
		if m[2*group.n] >= 0 {
			want = octets(latin1(in)[m[2*group.n]:m[2*group.n+1]])
		}
		got := undefined
		if r.Has(group.c) {
			got = r.Span(group.c).OfString(in)
		}
		if got != want {
			t.Errorf("Split(%q): %v = %q, want %q", in, group.c, got, want)
		}
	}
	if ref, err := Parse(in); err == nil && ref != r {
		t.Errorf("Split(%q) = %v, want %v as Parse has it", in, r, ref)
	}
}

// latin1 and octets let a regular expression over runes work on octets.
func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

func octets(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

func TestSplitAuthority(t *testing.T) {
	for _, c := range []refCase{
		{"//a@b@c", u, "a@b@c", "a@b", "c", u, "", u, u, RegName, PathAbEmpty},
		{"//a:b:c", u, "a:b:c", u, "a:b", "c", "", u, u, RegName, PathAbEmpty},
		{"//1.2.3.4:5:6", u, "1.2.3.4:5:6", u, "1.2.3.4:5", "6", "", u, u, RegName, PathAbEmpty},
		{"//[::1]:x", u, "[::1]:x", u, "[::1]", "x", "", u, u, IPv6Address, PathAbEmpty},
		{"//[::1]:1:2", u, "[::1]:1:2", u, "[::1]:1", "2", "", u, u, RegName, PathAbEmpty},
		{"//[::1", u, "[::1", u, "[:", "1", "", u, u, RegName, PathAbEmpty},
		{"//[zz]", u, "[zz]", u, "[zz]", u, "", u, u, RegName, PathAbEmpty},
		{"//[::1%25eth0]:80/", u, "[::1%25eth0]:80", u, "[::1%25eth0]", "80", "/", u, u, RegName, PathAbEmpty},
		{"//a@[::1]", u, "a@[::1]", "a", "[::1]", u, "", u, u, IPv6Address, PathAbEmpty},
		{"//]:[", u, "]:[", u, "]", "[", "", u, u, RegName, PathAbEmpty},
		{"//%4:%", u, "%4:%", u, "%4", "%", "", u, u, RegName, PathAbEmpty},
		{"h t: x", "h t", u, u, u, u, " x", u, u, NoHost, PathRootless},
		{":x", u, u, u, u, u, ":x", u, u, NoHost, PathNoScheme},
		{" /", u, u, u, u, u, " /", u, u, NoHost, PathNoScheme},
	} {
		c.check(t, "Split", Split(c.in))
	}
}
