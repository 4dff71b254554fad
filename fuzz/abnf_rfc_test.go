package fuzz

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/fuzz/abnf"
)

// cut returns the octets of a span, "-" for an undefined one.
func cut(in string, s abnf.Span) string {
	if s == abnf.Undefined {
		return "-"
	}
	return "<" + in[s.Start:s.End] + ">"
}

// components writes Parts in one line: scheme, authority, userinfo, host, port,
// path, query, fragment.
func components(in string, p abnf.Parts) string {
	var all []string
	for _, s := range []abnf.Span{
		p.Scheme, p.Authority, p.Userinfo, p.Host, p.Port, p.Path, p.Query, p.Fragment,
	} {
		all = append(all, cut(in, s))
	}
	return strings.Join(all, " ")
}

// The examples of sections 1.1.2, 3, 3.2.2, 3.3, 4 and 6, with their components.
func TestPartsOfExamples(t *testing.T) {
	tests := []struct{ name, in, want, host, path string }{
		{"1.1.2 ftp", "ftp://ftp.is.co.za/rfc/rfc1808.txt", "<ftp> <ftp.is.co.za> - <ftp.is.co.za> - </rfc/rfc1808.txt> - -", "reg-name", "path-abempty"},
		{"1.1.2 http", "http://www.ietf.org/rfc/rfc2396.txt", "<http> <www.ietf.org> - <www.ietf.org> - </rfc/rfc2396.txt> - -", "reg-name", "path-abempty"},
		{"1.1.2 ldap", "ldap://[2001:db8::7]/c=GB?objectClass?one", "<ldap> <[2001:db8::7]> - <[2001:db8::7]> - </c=GB> <objectClass?one> -", "IPv6address", "path-abempty"},
		{"1.1.2 mailto", "mailto:John.Doe@example.com", "<mailto> - - - - <John.Doe@example.com> - -", "", "path-rootless"},
		{"1.1.2 news", "news:comp.infosystems.www.servers.unix", "<news> - - - - <comp.infosystems.www.servers.unix> - -", "", "path-rootless"},
		{"1.1.2 tel", "tel:+1-816-555-1212", "<tel> - - - - <+1-816-555-1212> - -", "", "path-rootless"},
		{"1.1.2 telnet", "telnet://192.0.2.16:80/", "<telnet> <192.0.2.16:80> - <192.0.2.16> <80> </> - -", "IPv4address", "path-abempty"},
		{"1.1.2 urn", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "<urn> - - - - <oasis:names:specification:docbook:dtd:xml:4.1.2> - -", "", "path-rootless"},
		{"3 foo", "foo://example.com:8042/over/there?name=ferret#nose", "<foo> <example.com:8042> - <example.com> <8042> </over/there> <name=ferret> <nose>", "reg-name", "path-abempty"},
		{"3 urn", "urn:example:animal:ferret:nose", "<urn> - - - - <example:animal:ferret:nose> - -", "", "path-rootless"},
		{"3.2.2 file", "file:///etc/hosts", "<file> <> - <> - </etc/hosts> - -", "reg-name", "path-abempty"},
		{"3.3 mailto", "mailto:fred@example.com", "<mailto> - - - - <fred@example.com> - -", "", "path-rootless"},
		{"3.3 query without path", "foo://info.example.com?fred", "<foo> <info.example.com> - <info.example.com> - <> <fred> -", "reg-name", "path-abempty"},
		{"3.3 parameter", "/name;v=1.1", "- - - - - </name;v=1.1> - -", "", "path-absolute"},
		{"4.2 network-path", "//a/b", "- <a> - <a> - </b> - -", "reg-name", "path-abempty"},
		{"4.2 absolute-path", "/a/b", "- - - - - </a/b> - -", "", "path-absolute"},
		{"4.2 relative-path", "a/b", "- - - - - <a/b> - -", "", "path-noscheme"},
		{"4.2 colon in the first segment", "this:that", "<this> - - - - <that> - -", "", "path-rootless"},
		{"4.2 colon after a dot segment", "./this:that", "- - - - - <./this:that> - -", "", "path-noscheme"},
		{"4.4 the empty reference", "", "- - - - - <> - -", "", "path-empty"},
		{"4.4 fragment only", "#s", "- - - - - <> - <s>", "", "path-empty"},
		{"6.2.2 example", "example://a/b/c/%7Bfoo%7D", "<example> <a> - <a> - </b/c/%7Bfoo%7D> - -", "reg-name", "path-abempty"},
		{"6.2.2 eXAMPLE", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "<eXAMPLE> <a> - <a> - </./b/../b/%63/%7bfoo%7d> - -", "reg-name", "path-abempty"},
		{"6.2.3 empty port", "http://example.com:/", "<http> <example.com:> - <example.com> <> </> - -", "reg-name", "path-abempty"},
		{"7.6 userinfo that misleads", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "<ftp> <cnn.example.com&story=breaking_news@10.0.0.1> <cnn.example.com&story=breaking_news> <10.0.0.1> - </top_story.htm> - -", "IPv4address", "path-abempty"},
		{"Appendix B", "http://www.ics.uci.edu/pub/ietf/uri/#Related", "<http> <www.ics.uci.edu> - <www.ics.uci.edu> - </pub/ietf/uri/> - <Related>", "reg-name", "path-abempty"},
		{"5.3 everything empty", "a://@:?#", "<a> <@:> <> <> <> <> <> <>", "reg-name", "path-abempty"},
		{"3.3 scheme and nothing", "a:", "<a> - - - - <> - -", "", "path-empty"},
		{"3.3 scheme and slash", "a:/", "<a> - - - - </> - -", "", "path-absolute"},
		{"3.4 question marks", "?a?b", "- - - - - <> <a?b> -", "", "path-empty"},
		{"3.2.1 colons in userinfo", "//a:b:c@h", "- <a:b:c@h> <a:b:c> <h> - <> - -", "reg-name", "path-abempty"},
		{"3.2.2 more digits than IPv4", "//1.2.3.456", "- <1.2.3.456> - <1.2.3.456> - <> - -", "reg-name", "path-abempty"},
		{"3.2.2 IPv4 in IPv6", "//[::1.2.3.4]:5", "- <[::1.2.3.4]:5> - <[::1.2.3.4]> <5> <> - -", "IPv6address", "path-abempty"},
		{"3.2.2 IPvFuture", "//[vF.a:b]", "- <[vF.a:b]> - <[vF.a:b]> - <> - -", "IPvFuture", "path-abempty"},
	}
	m := grammar.NewMatcher()
	for _, tt := range tests {
		p, ok := m.Parts("URI-reference", []byte(tt.in))
		if got := components(tt.in, p); !ok || got != tt.want {
			t.Errorf("%s: Parts(%q) = %v %s, want true %s", tt.name, tt.in, ok, got, tt.want)
		}
		if p.HostRule != tt.host || p.PathRule != tt.path {
			t.Errorf("%s: Parts(%q) rules = %q %q, want %q %q", tt.name, tt.in, p.HostRule, p.PathRule, tt.host, tt.path)
		}
	}
}

// Each single-octet rule, octet by octet, as the prose of sections 2.2, 2.3 and
// 1.3 lists it.
func TestOctetRules(t *testing.T) {
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
		{"segment-nz-nc", lower + upper + digits + "-._~!$&'()*+,;=@"},
		{"query", lower + upper + digits + "-._~!$&'()*+,;=:@/?"},
		{"fragment", lower + upper + digits + "-._~!$&'()*+,;=:@/?"},
		{"userinfo", lower + upper + digits + "-._~!$&'()*+,;=:"},
		{"reg-name", lower + upper + digits + "-._~!$&'()*+,;="},
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
