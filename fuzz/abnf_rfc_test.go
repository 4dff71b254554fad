package fuzz

import (
	"strings"
	"testing"
)

// Each rule of a single byte, byte by byte, as the text of sections 2.2, 2.3 and
// 1.3 lists it.
func TestByteRules(t *testing.T) {
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	tests := []struct{ rule, members string }{
		{"ALPHA", lower + upper},
		{"DIGIT", digits},
		{"HEXDIG", digits + "ABCDEFabcdef"}, // RFC 5234 2.3: strings match in any case
		{"gen-delims", ":/?#[]@"},
		{"sub-delims", "!$&'()*+,;="},
		{"reserved", ":/?#[]@!$&'()*+,;="},
		{"unreserved", lower + upper + digits + "-._~"},
		{"pchar", lower + upper + digits + "-._~!$&'()*+,;=:@"},
		{"port", digits},
		{"scheme", lower + upper},
	}
	m := grammar.NewMatcher()
	for _, tt := range tests {
		for c := range 256 {
			want := strings.IndexByte(tt.members, byte(c)) >= 0
			if got := m.Match(tt.rule, []byte{byte(c)}).Member; got != want {
				t.Errorf("Match(%s, %q).Member = %v, want %v", tt.rule, []byte{byte(c)}, got, want)
			}
		}
	}
}

// Members and others of the rules that section 3 describes in words.
func TestRuleFacts(t *testing.T) {
	tests := []struct{ name, rule, good, bad string }{
		{"2.1 pct-encoded", "pct-encoded", "%00 %fF %Ff %99", "% %4 %4g %g4 %444 %%41 41"},
		{"3.1 scheme", "scheme", "a A a+ a- a. a1 z9+-.", "1 + - . 1a a_ a% a:"},
		{"3.2.2 dec-octet", "dec-octet", "0 9 10 99 100 199 200 249 250 255", "256 260 300 999 00 01 010 1000 a"},
		{"3.2.2 IPv4address", "IPv4address", "0.0.0.0 255.255.255.255 1.20.100.249", "1.2.3 1.2.3.4.5 256.0.0.0 0.0.0.256 01.2.3.4 1..2.3 .1.2.3 1.2.3."},
		{"3.2.2 IPvFuture", "IPvFuture", "v1.a V1.a vF0.: v0.a:b~! v1.v1.", "v.a v1. v1 vg.a 1.a v1.% v1.@ v1.[ w1.a"},
		{"3.2.2 IP-literal", "IP-literal", "[::] [v1.a] [::1.2.3.4]", "[] [1] [1.2.3.4] [::]] [::[ :: [[::]]"},
		{"3.2.2 h16", "h16", "0 00 0000 f ffff FFFF", "00000 g"},
		{"3.2.2 ls32", "ls32", "0:0 ffff:ffff 1.2.3.4", "0 0: :0 0:0:0 0:1.2.3.4"},
		{"3.2.3 port", "port", "0 80 65536 00000000000000000000000001", "-1 +1 8x 8: 8_0"},
		{"3.3 path-noscheme", "path-noscheme", "a a/b:c @ %3A ./a:b", "a:b /a :"},
		{"3.3 path-absolute", "path-absolute", "/ /a /a/ /a//b", "// //a a"},
		{"3.3 path-rootless", "path-rootless", "a a:b : a//", "/a //"},
		{"3.3 path-abempty", "path-abempty", "/ // /a/b", "a a/b"},
		{"3.3 path", "path", "/ // a a:b", "? # [ a?b"},
		{"4.3 absolute-URI", "absolute-URI", "a: a:b?c a://h", "b //h a:# a:b#c"},
	}
	m := grammar.NewMatcher()
	for _, tt := range tests {
		for _, in := range strings.Fields(tt.good) {
			if !m.Match(tt.rule, []byte(in)).Member {
				t.Errorf("%s: Match(%q).Member = false, want true", tt.name, in)
			}
		}
		for _, in := range strings.Fields(tt.bad) {
			if m.Match(tt.rule, []byte(in)).Member {
				t.Errorf("%s: Match(%q).Member = true, want false", tt.name, in)
			}
		}
	}
}
