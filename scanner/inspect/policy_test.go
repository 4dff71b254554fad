package inspect_test

import (
	"encoding/json"
	"errors"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

// TestPolicy holds what each rule refuses: at which bytes, by which name.
func TestPolicy(t *testing.T) {
	const own = "https://own.example/"
	net := func(s string) []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix(s)} }
	for _, test := range []struct {
		name    string
		rules   inspect.Rules
		in      string
		refused string // the rule and the bytes; "": allowed
	}{
		{"no rules", inspect.Rules{}, "//u:p@[::1]:0/..//%2f?#", ""},
		{"length", inspect.Rules{MaxLength: 4}, "/abcd", "length d"},
		{"length 1", inspect.Rules{MaxLength: 1}, "ab", "length b"},
		{"just the length", inspect.Rules{MaxLength: 5}, "/abcd", ""},
		{"scheme", inspect.Rules{Schemes: []string{"http", "https"}}, "ftp://h/", "scheme ftp"},
		{"scheme in capitals", inspect.Rules{Schemes: []string{"http"}}, "HTTP://h/", ""},
		{"no scheme", inspect.Rules{Schemes: []string{"http"}}, "//h/", "scheme "},
		{"no scheme allowed", inspect.Rules{Schemes: []string{}}, "a:b", "scheme a"},
		{"no kind allowed", inspect.Rules{HostKinds: []string{}}, "//h/", "host-kind h"},
		{"no suffix allowed", inspect.Rules{Suffixes: []string{}}, "//h/", "suffix h"},
		{"no port allowed", inspect.Rules{Ports: []uint16{}}, "http://h:80/", "port 80"},
		{"kind", inspect.Rules{HostKinds: []string{"reg-name"}}, "http://127.0.0.1/", "host-kind 127.0.0.1"},
		{"kind after normalizing", inspect.Rules{HostKinds: []string{"reg-name"}}, "http://127.0.0.%31/", "host-kind 127.0.0.%31"},
		{"kind of an encoded literal", inspect.Rules{HostKinds: []string{"ipv6"}, DenyNetworks: net("::1/128")}, "http://%5B%3A%3A1%5D/", "host-kind %5B%3A%3A1%5D"},
		{"kind of an encoded literal, for names", inspect.Rules{HostKinds: []string{"reg-name"}}, "http://%5B%3A%3A1%5D/", "host-kind %5B%3A%3A1%5D"},
		{"name that has a triplet, for names", inspect.Rules{HostKinds: []string{"reg-name"}}, "http://127.0.0.1%2Eb.example/", "host-kind 127.0.0.1%2Eb.example"},
		{"address that has a triplet, for addresses", inspect.Rules{HostKinds: []string{"ipv4"}}, "http://127.0.0.%31/", "host-kind 127.0.0.%31"},
		{"name that has a triplet, after a remark", inspect.Rules{HostKinds: []string{"reg-name"}, Refuse: inspect.Localhost}, "http://%6Cocalhost/", "localhost %6Cocalhost"},
		{"encoded literal as a suffix", inspect.Rules{Suffixes: []string{"[::1]"}}, "http://%5B%3A%3A1%5D/", "suffix %5B%3A%3A1%5D"},
		{"kind of an empty host", inspect.Rules{HostKinds: []string{"reg-name"}}, "http:///a", "host-kind "},
		{"kind of no host", inspect.Rules{HostKinds: []string{"reg-name"}}, "/a", "host-kind "},
		{"suffix itself", inspect.Rules{Suffixes: []string{"b.example"}}, "http://B.example:1/", ""},
		{"name below a suffix", inspect.Rules{Suffixes: []string{"c.example", "b.example"}}, "http://a.b.example./", ""},
		{"letter before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://evil.example%61.b.example/", "suffix evil.example%61.b.example"},
		{"address that has a triplet as a suffix", inspect.Rules{Suffixes: []string{"127.0.0.1"}}, "http://127.0.0.%31/", "suffix 127.0.0.%31"},
		{"default port of ftp", inspect.Rules{Ports: []uint16{21}}, "FTP://h/", ""},
		{"other default port than that of ftp", inspect.Rules{Ports: []uint16{22}}, "ftp://h/", "port h"},
		{"default port of no scheme", inspect.Rules{Ports: []uint16{80, 443}}, "//h/", "port h"},
		{"host of 255 bytes", inspect.Rules{Suffixes: []string{"b.example"}}, "http://" + strings.Repeat("a", 255-len(".b.example")) + ".b.example/", ""},
		{"host of 256 bytes", inspect.Rules{Suffixes: []string{"b.example"}}, "http://" + strings.Repeat("a", 256-len(".b.example")) + ".b.example/", "suffix " + strings.Repeat("a", 256-len(".b.example")) + ".b.example"},
		{"every letter", inspect.Rules{Suffixes: []string{"abcdefghijklmnopqrstuvwxyz"}}, "http://ABCDEFGHIJKLMNOPQRSTUVWXYZ/", ""},
		{"two dots at the end", inspect.Rules{Suffixes: []string{"b.example"}}, "http://a.b.example../", "suffix a.b.example.."},
		{"end of a name", inspect.Rules{Suffixes: []string{"b.example"}}, "http://ab.example/", "suffix ab.example"},
		{"slash before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://a.example%2F.b.example/", "suffix a.example%2F.b.example"},
		{"slash after an address before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://1.2.3.4%2F.b.example/", "suffix 1.2.3.4%2F.b.example"},
		{"semicolon before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://evil.example;.b.example/", "suffix evil.example;.b.example"},
		{"apostrophe before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://evil.example'.b.example/", "suffix evil.example'.b.example"},
		{"low line before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://a_b.b.example/", ""},
		{"NUL before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://a.example%00.b.example/", "suffix a.example%00.b.example"},
		{"at sign before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://b.example%40.b.example/", "suffix b.example%40.b.example"},
		{"UTF-8 before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://%C3%A4.b.example/", "suffix %C3%A4.b.example"},
		{"control in UTF-8 before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://%C2%80.b.example/", "suffix %C2%80.b.example"},
		{"a/c in one character before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://evil.c%E2%84%80.b.example/", "suffix evil.c%E2%84%80.b.example"},
		{"slash of full width before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://evil.example%EF%BC%8F.b.example/", "suffix evil.example%EF%BC%8F.b.example"},
		{"no UTF-8 before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://%FF.b.example/", "suffix %FF.b.example"},
		{"part of UTF-8 before a suffix", inspect.Rules{Suffixes: []string{"b.example"}}, "http://%C3b.example/", "suffix %C3b.example"},
		{"literal as a suffix", inspect.Rules{Suffixes: []string{"[::1]"}}, "http://[::1]/", ""},
		{"remark before the query", inspect.Rules{RefuseInPath: inspect.DoubleEncoded}, "/a?%2561", ""},
		{"remark before the fragment", inspect.Rules{RefuseInPath: inspect.Userinfo}, "//u@h/a#%2561", "userinfo u"},
		{"allowed network beside remarks before the query", inspect.Rules{RefuseInPath: inspect.NotPublic, AllowNetworks: net("10.0.0.0/8")}, "http://10.1.2.3/", ""},
		{"suffix of no host", inspect.Rules{Suffixes: []string{"b.example"}}, "/b.example", "suffix "},
		{"host over 255 bytes", inspect.Rules{Suffixes: []string{"b.example"}}, "http://" + strings.Repeat("a", 255) + ".b.example/", "suffix " + strings.Repeat("a", 255) + ".b.example"},
		{"network", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://10.1.2.3/", "network 10.1.2.3"},
		{"number in a network", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://0xa010203/", "network 0xa010203"},
		{"mapped into a network", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://[::ffff:a01:203]/", "network [::ffff:a01:203]"},
		{"mapped, in a network of all addresses of IPv6", inspect.Rules{DenyNetworks: net("::/0")}, "http://[::ffff:1.2.3.4]/", "network [::ffff:1.2.3.4]"},
		{"mapped, in the network of such", inspect.Rules{DenyNetworks: net("::ffff:0:0/96")}, "http://[::ffff:1.2.3.4]/", "network [::ffff:1.2.3.4]"},
		{"mapped, in an allowed network of IPv6", inspect.Rules{DenyNetworks: net("10.0.0.0/8"), AllowNetworks: net("::/0")}, "http://[::ffff:10.1.2.3]/", "network [::ffff:10.1.2.3]"},
		{"mapped, beside an allowed network", inspect.Rules{Refuse: inspect.NotPublic, AllowNetworks: net("::/0")}, "http://[::ffff:10.1.2.3]/", "private [::ffff:10.1.2.3]"},
		{"inside an address of NAT64", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://[64:ff9b::a01:203]/", "network [64:ff9b::a01:203]"},
		{"inside an address of 6to4", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://[2002:a01:203::5efe:808:808]/", "network [2002:a01:203::5efe:808:808]"},
		{"second one inside an address of 6to4", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://[2002:808:808::5efe:a01:203]/", "network [2002:808:808::5efe:a01:203]"},
		{"second one inside, beside remarks", inspect.Rules{Refuse: inspect.NotPublic}, "http://[2002:808:808::5efe:a01:203]/", "private [2002:808:808::5efe:a01:203]"},
		{"beside a network", inspect.Rules{DenyNetworks: net("10.0.0.0/8")}, "http://11.1.2.3/", ""},
		{"allowed network first", inspect.Rules{DenyNetworks: net("0.0.0.0/0"), AllowNetworks: net("10.0.0.0/8")}, "http://10.1.2.3/", ""},
		{"allowed network of a mapped address", inspect.Rules{DenyNetworks: net("::/0"), AllowNetworks: net("10.0.0.0/8")}, "http://[::ffff:10.1.2.3]/", ""},
		{"allowed network beside suffixes", inspect.Rules{Suffixes: []string{"b.example"}, AllowNetworks: net("10.0.0.0/8")}, "http://10.1.2.3/", ""},
		{"allowed network in triplets beside suffixes", inspect.Rules{Suffixes: []string{"b.example"}, AllowNetworks: net("10.0.0.0/8")}, "http://10.0.0.%31/", "suffix 10.0.0.%31"},
		{"allowed network in triplets beside remarks", inspect.Rules{Refuse: inspect.NotPublic, AllowNetworks: net("10.0.0.0/8")}, "http://10.0.0.%31/", "private 10.0.0.%31"},
		{"allowed network beside remarks", inspect.Rules{Refuse: inspect.NotPublic | inspect.EmptySegment, AllowNetworks: net("10.0.0.0/8")}, "http://10.1.2.3/a//b", "empty-segment //"},
		{"allowed network of an embedded address beside remarks", inspect.Rules{Refuse: inspect.NotPublic | inspect.EmbeddedIPv4, AllowNetworks: net("10.0.0.0/8")}, "http://[::ffff:10.1.2.3]/", ""},
		{"port", inspect.Rules{Ports: []uint16{80, 443}}, "http://h:8080/", "port 8080"},
		{"port with zeros", inspect.Rules{Ports: []uint16{80}}, "http://h:0080/", ""},
		{"default port", inspect.Rules{Ports: []uint16{443}}, "WSS://h/", ""},
		{"default port of ws", inspect.Rules{Ports: []uint16{80}}, "ws://h/", ""},
		{"other default port", inspect.Rules{Ports: []uint16{443}}, "http://h/", "port h"},
		{"no default port", inspect.Rules{Ports: []uint16{443}}, "x://h/", "port h"},
		{"empty port", inspect.Rules{Ports: []uint16{443}}, "https://h:/", ""},
		{"port over 65535", inspect.Rules{Ports: []uint16{0, 443}}, "https://h:65536/", "port 65536"},
		{"port of no authority", inspect.Rules{Ports: []uint16{443}}, "/a", ""},
		{"depth", inspect.Rules{MaxDepth: 2}, "/a/b/c/d", "depth /c/d"},
		{"depth 1", inspect.Rules{MaxDepth: 1}, "/a/b", "depth /b"},
		{"depth of a slash at the end", inspect.Rules{MaxDepth: 2}, "/a/b/", "depth /"},
		{"depth of slashes", inspect.Rules{MaxDepth: 2}, "http://h///", "depth /"},
		{"depth before a query", inspect.Rules{MaxDepth: 1}, "/a/?/b", "depth /"},
		{"a query has no depth", inspect.Rules{MaxDepth: 1}, "/a?/b/c", ""},
		{"just the depth", inspect.Rules{MaxDepth: 2}, "/a/b", ""},
		{"second remark", inspect.Rules{Refuse: inspect.EncodedSlash}, "//u@h/a%2fb", "encoded-slash %2f"},

		{"ingress", inspect.Ingress(), "/a/b.c/~d/x%20y?z=%2f../", ""},
		{"ingress, a URI in a URI in the query", inspect.Ingress(), "/login?next=https%3A%2F%2Fidp.example%2F%3Fback%3Dhttps%253A%252F%252Fapp.example&x=%00", ""},
		{"ingress, slash", inspect.Ingress(), "/private%2Fx", "encoded-slash %2F"},
		{"ingress, backslash", inspect.Ingress(), "/a%5Cb", `encoded-backslash %5C`},
		{"ingress, NUL", inspect.Ingress(), "/a%00b", "encoded-nul %00"},
		{"ingress, parameter of dots", inspect.Ingress(), "/..;/admin", "dot-segment-with-parameter ..;"},
		{"ingress, twice encoded", inspect.Ingress(), "/%2561dmin/export.csv", "double-encoded %2561"},
		{"ingress, dots", inspect.Ingress(), "/public/../admin", "dot-segment .."},
		{"ingress, dots before an encoded slash", inspect.IngressEncoded(), "/public/..%2fadmin/secret", "encoded-dot-segment .."},
		{"ingress for Matrix", inspect.IngressEncoded(), "/_matrix/client/%23room%3Aserver%2Fx", ""},
		{"ingress for Nextcloud", inspect.IngressEncoded(), "/dav/a%3Bb%3F", ""},

		{"fetch", inspect.Fetch(), "https://example.com/a?b=%2f", ""},
		{"fetch, control in the query", inspect.Fetch(), "http://example.com/?a=%0d%0aSET", "encoded-control %0d"},
		{"fetch, longest", inspect.Fetch(), "http://example.com/" + strings.Repeat("a", 2048-len("http://example.com/")), ""},
		{"fetch, too long", inspect.Fetch(), "http://example.com/" + strings.Repeat("a", 2049-len("http://example.com/")), "length a"},
		{"fetch, address", inspect.Fetch(), "http://8.8.8.8/", ""},
		{"fetch, loopback", inspect.Fetch(), "http://127.0.0.1/", "loopback 127.0.0.1"},
		{"fetch, encoded metadata", inspect.Fetch(), "http://169.254.169.%32%35%34/", "rare-ipv4 169.254.169.%32%35%34"},
		{"fetch, mapped metadata", inspect.Fetch(), "http://[64:ff9b::a9fe:a9fe]/", "embedded-ipv4 [64:ff9b::a9fe:a9fe]"},
		{"fetch, site-local", inspect.Fetch(), "http://[fec0::1]/", "private [fec0::1]"},
		{"fetch, localhost", inspect.Fetch(), "http://LOCALHOST./", "localhost LOCALHOST."},
		{"fetch, a name that begins with an address and has a triplet", inspect.Fetch(), "http://169.254.169.254%2eb.example/", "host-kind 169.254.169.254%2eb.example"},
		{"fetch, a name that begins with a triplet", inspect.Fetch(), "http://%65xample.com/", "host-kind %65xample.com"},
		{"fetch, other scheme", inspect.Fetch(), "gopher://h/", "scheme gopher"},

		{"origin alone and userinfo", inspect.Rules{Origin: own}, "https://u@own.example/", "origin u@own.example"},
		{"origin alone and dots that decoding makes before a scheme", inspect.Rules{Origin: own}, "x%2F../https:evil.example", "origin x%2F../https:evil.example"},
		{"origin alone and dots with a parameter up to the own host", inspect.Rules{Origin: own}, "https://own.example/..;a/evil.example", "origin /..;a/evil.example"},
		{"origin alone and dots with a parameter that has a slash", inspect.Rules{Origin: own}, "/x/..;%2Fy//evil.example", "origin /x/..;%2Fy//evil.example"},
		{"origin alone and encoded backslashes around dots", inspect.Rules{Origin: own}, "//own.example/a%5C..%5C..%5Cevil.example", "origin /a%5C..%5C..%5Cevil.example"},
		{"redirect", inspect.Redirect(own), "/a/b?next=//evil.example#c", ""},
		{"redirect, relative", inspect.Redirect(own), "../a%2fb", ""},
		{"redirect, empty", inspect.Redirect(own), "", ""},
		{"redirect, own host", inspect.Redirect(own), "HTTPS://OWN.example:443", ""},
		{"redirect, own host for readers that decode", inspect.Redirect("https://own.co.example/"), "https://own.co%2Eexample/", "origin own.co%2Eexample"},
		{"redirect, own host that has a triplet", inspect.Redirect("https://%C3%A4.example/"), "https://%c3%A4.example/", ""},
		{"redirect, own network path", inspect.Redirect(own), "//own.example/a", ""},
		{"redirect, other host", inspect.Redirect(own), "//evil.example", "origin evil.example"},
		{"redirect, other port", inspect.Redirect(own), "https://own.example:8443/", "origin own.example:8443"},
		{"redirect, other scheme", inspect.Redirect(own), "http://own.example/", "origin http"},
		{"redirect, no hierarchy", inspect.Redirect(own), "https:evil.example", "origin https"},
		{"redirect, script", inspect.Redirect(own), "javascript:alert(1)", "origin javascript"},
		{"redirect, userinfo", inspect.Redirect(own), "https://own.example@evil.example/", "userinfo own.example"},
		{"redirect, own host and two slashes", inspect.Redirect(own), "https://own.example//evil.example", "origin //evil.example"},
		{"redirect, own host, two slashes and dots that remove them", inspect.Redirect(own), "https://own.example//evil.example/../..", "origin //evil.example/../.."},
		{"redirect, own host and a slash that dots remove", inspect.Redirect(own), "//own.example/a//..", ""},
		{"redirect, dots and two slashes", inspect.Redirect(own), "/a/..//evil.example", "origin /a/..//evil.example"},
		{"redirect, dots and backslash", inspect.Redirect(own), "/a/../%5cevil.example", "encoded-backslash %5c"},
		{"redirect, encoded slashes", inspect.Redirect(own), "/%2fevil.example", "origin /%2fevil.example"},
		{"redirect, encoded dots and slashes", inspect.Redirect(own), "/a%2f..%2f/evil.example", "encoded-dot-segment .."},
		{"redirect, a tab between slashes", inspect.Redirect(own), "/%09/evil.example", "encoded-control %09"},
		{"redirect, a blank between slashes", inspect.Redirect(own), "/%20/evil.example", "origin /%20/evil.example"},
		{"redirect, encoded slashes alone", inspect.Redirect(own), "%2f%2Fevil.example", "origin %2f%2Fevil.example"},
		{"redirect, encoded slash and blank", inspect.Redirect(own), "%20/%2fevil.example", "origin %20/%2fevil.example"},
		{"redirect, encoded slashes and dots that remove them", inspect.Redirect(own), "/%2Fevil.example/../..", "origin /%2Fevil.example/../.."},
		{"redirect, a blank between slashes and dots that remove it", inspect.Redirect(own), "/%20/evil.example/../..", "origin /%20/evil.example/../.."},
		{"redirect, encoded scheme and dots that remove it", inspect.Redirect(own), "javascript%3Aalert(1)/..", "origin javascript%3Aalert(1)/.."},
		{"redirect, a blank before dots up to the own host", inspect.Redirect(own), "https://own.example/%20../evil.example", "origin /%20../evil.example"},
		{"redirect, a wide blank before slashes", inspect.Redirect(own), "%E3%80%80//evil.example", "origin %E3%80%80//evil.example"},
		{"redirect, blanks and a byte order mark before a scheme", inspect.Redirect(own), "%20%EF%BB%BF%C2%A0javascript%3Aalert(1)", "origin %20%EF%BB%BF%C2%A0javascript%3Aalert(1)"},
		{"redirect, a wide blank between slashes", inspect.Redirect(own), "/%E3%80%80/evil.example", ""},
		{"redirect, a plus before slashes, a blank in forms", inspect.Redirect(own), "+//evil.example", "origin +//evil.example"},
		{"redirect, blanks, pluses and encoded slashes", inspect.Redirect(own), "%E3%80%80++%2F%2Fevil.example", "origin %E3%80%80++%2F%2Fevil.example"},
		{"redirect, a plus after a blank and dots", inspect.Redirect(own), "%20../+//evil.example", "origin %20../+//evil.example"},
		{"redirect, a plus after dots", inspect.Redirect(own), "x/../+//evil.example", "origin x/../+//evil.example"},
		{"redirect, a plus after dots and an encoded slash", inspect.Redirect(own), "x%2Fy/../+%2F%2Fevil.example", "origin x%2Fy/../+%2F%2Fevil.example"},
		{"redirect, a blank after dots and an encoded slash", inspect.Redirect(own), "x%2Fy/../%20javascript%3Aalert(1)", "origin x%2Fy/../%20javascript%3Aalert(1)"},
		{"redirect, a plus before a slash and a colon", inspect.Redirect(own), "+/a:b", ""},
		{"redirect, a scheme after a blank and a dot, with a blank before dots", inspect.Redirect(own), "%20./javascript%3Aalert(1)/%20..", "origin %20./javascript%3Aalert(1)/%20.."},
		{"redirect, a scheme after dots, with an encoded fragment before dots", inspect.Redirect(own), "../javascript%3Aalert(1)%23/..", "origin ../javascript%3Aalert(1)%23/.."},
		{"redirect, a scheme after dots, with an encoded query before dots", inspect.Redirect(own), "../javascript%3Aalert(1)%3F/..", "origin ../javascript%3Aalert(1)%3F/.."},
		{"redirect, blanks, dots and an encoded query", inspect.Redirect(own), "/%20a/../b%3F/%20../c", ""},
		{"redirect, a byte that is not UTF-8 before slashes", inspect.Redirect(own), "%FF//evil.example", "origin %FF//evil.example"},
		{"redirect, a byte that is not UTF-8 between slashes", inspect.Redirect(own), "/%C3/evil.example", "origin /%C3/evil.example"},
		{"redirect, U+FFFD between slashes", inspect.Redirect(own), "/%EF%BF%BD/evil.example", ""},
		{"redirect, Latin-1", inspect.Redirect(own), "/caf%E9/a", ""},
		{"redirect, a plus before one slash", inspect.Redirect(own), "+/evil.example", ""},
		{"redirect, a plus between slashes", inspect.Redirect(own), "/+/refs", ""},
		{"redirect, encoded scheme", inspect.Redirect(own), "%6aavascript%3aalert(1)", "origin %6aavascript%3aalert(1)"},
		{"redirect, encoded scheme of one letter", inspect.Redirect(own), "x%3aevil", "origin x%3aevil"},
		{"redirect, a byte after the blank between slashes", inspect.Redirect(own), "/!/evil.example", ""},
		{"redirect, encoded colon later", inspect.Redirect(own), "a/b%3ac", ""},
		{"redirect, encoded colon first", inspect.Redirect(own), "%3ab", ""},
		{"redirect, a scheme after a dot segment", inspect.Redirect(own), "./https://evil.example", "origin ./https://evil.example"},
		{"redirect, an encoded scheme after dot segments", inspect.Redirect(own), "..%2f./javascript%3Aalert(1)", "encoded-dot-segment .."},
		{"redirect, a scheme after a directory and dots", inspect.Redirect(own), "a/../http:evil.example", "origin a/../http:evil.example"},
		{"redirect, a scheme after a directory, slashes and dots", inspect.Redirect(own), "a//..//http:evil.example", "origin a//..//http:evil.example"},
		{"redirect, a scheme after a parameter, slashes and dots", inspect.Redirect(own), "a//;b/../http:evil.example", "origin a//;b/../http:evil.example"},
		{"redirect, slashes and dots up to the own host", inspect.Redirect(own), "//own.example/a//../../evil.example", "origin /a//../../evil.example"},
		{"redirect, slashes and dots up to the directory at the own host", inspect.Redirect(own), "//own.example/a/b//../../c", ""},
		{"redirect, slashes, dots and an encoded slash", inspect.Redirect(own), "/a//../%2Fevil.example", "origin /a//../%2Fevil.example"},
		{"redirect, a parameter between slashes, dots and an encoded slash", inspect.Redirect(own), "/a/;b/../%2Fevil.example", "origin /a/;b/../%2Fevil.example"},
		{"redirect, slashes and dots", inspect.Redirect(own), "/a//../b%2Fc", ""},
		{"redirect, a scheme after a slash", inspect.Redirect(own), "/a/../http:evil.example", ""},
		{"redirect, a parameter between slashes", inspect.Redirect(own), "/;a/evil.example", "origin /;a/evil.example"},
		{"redirect, an encoded parameter between slashes", inspect.Redirect(own), "https://own.example/%3ba=b%2Fevil.example", "origin /%3ba=b%2Fevil.example"},
		{"redirect, dots with a parameter and slashes", inspect.Redirect(own), "/a/..;b//evil.example", "dot-segment-with-parameter ..;b"},
		{"redirect, dots that remove a parameter", inspect.Redirect(own), "/..//..;/evil.example", "dot-segment-with-parameter ..;"},
		{"redirect, dots up to the own host", inspect.Redirect(own), "//own.example/../evil.example", "origin /../evil.example"},
		{"redirect, encoded dots up to the own host", inspect.Redirect(own), "https://own.example/a/..%2f%2e%2e%2fevil.example", "encoded-dot-segment .."},
		{"redirect, dots with parameters up to the own host", inspect.Redirect(own), "https://own.example/..;a/evil.example", "dot-segment-with-parameter ..;a"},
		{"redirect, dots below the own host", inspect.Redirect(own), "https://own.example/a/../b", ""},
		{"redirect, dots up to the directory at the own host", inspect.Redirect(own), "https://own.example/a/..", ""},
		{"redirect, a dot at the own host", inspect.Redirect(own), "https://own.example/.", ""},
		{"redirect, dots after an encoded slash and a parameter", inspect.Redirect(own), "/x;a%2Fb/..//evil.example", "origin /x;a%2Fb/..//evil.example"},
		{"redirect, dots after an encoded slash up to the own host", inspect.Redirect(own), "https://own.example/x%2Fy/../../evil.example", "origin /x%2Fy/../../evil.example"},
		{"redirect, a scheme after an encoded slash and dots", inspect.Redirect(own), "x%2Fy/../https:evil.example", "origin x%2Fy/../https:evil.example"},
		{"redirect, encoded slashes after dots beside a directory", inspect.Redirect(own + "app/"), "x%2Fy/../%2Fevil.example", "origin x%2Fy/../%2Fevil.example"},
		{"redirect, an encoded scheme after dots beside a directory", inspect.Redirect(own + "app/"), "x%2Fy/../https%3Aevil.example", "origin x%2Fy/../https%3Aevil.example"},
		{"redirect, an encoded colon after dots beside a directory", inspect.Redirect(own + "app/"), "x%2Fy/../a/b%3Ac", ""},
		{"redirect, an at sign after the host", inspect.Redirect(own), "https://own.example?user=a@b.example", ""}, // browsers end the host at "?" and "#"
		{"redirect, dots after an encoded slash", inspect.Redirect(own), "/x%2Fy/../evil.example", ""},
		{"redirect, dots with a parameter before an encoded slash", inspect.Redirect(own), "/x%2Fy/..;/%2Fevil.example", "dot-segment-with-parameter ..;"},
		{"redirect, encoded dots after a parameter", inspect.Redirect(own), "/x;a%2Fb/..%2F/evil.example", "encoded-dot-segment .."},
		{"redirect, a parameter with an encoded slash beside a directory", inspect.Redirect(own + "app/"), ";a%2Fb/%2Fevil.example", "origin ;a%2Fb/%2Fevil.example"},
		{"redirect, a blank before dots beside an empty segment", inspect.Redirect(own + "a//"), "%20../%2Fevil.example", "origin %20../%2Fevil.example"},
		{"redirect, dots up to the own host after a parameter with an encoded slash", inspect.Redirect(own), "//own.example/a/%2F;b%2Fc/../../d", "origin /a/%2F;b%2Fc/../../d"},
		{"redirect, parameters", inspect.Redirect(own), "/a;b=1/c;d", ""},
		{"redirect, encoded slashes before dots", inspect.Redirect(own), "//own.example/%2F..%2f%40", "encoded-dot-segment .."},
		{"redirect, colon in a path", inspect.Redirect(own), "/wiki/Talk%3AA", ""},
		{"redirect, encoded slashes beside a directory", inspect.Redirect(own + "app/"), "%2F%2fevil.example", "origin %2F%2fevil.example"},
		{"redirect, encoded slashes and dots beside a directory", inspect.Redirect(own + "app/"), "%2Fa/..%2F%2Fevil.example", "encoded-dot-segment .."},
		{"redirect, a blank and slashes beside a directory", inspect.Redirect(own + "app/"), "%20//evil.example", "origin %20//evil.example"},
		{"redirect, a blank beside a directory", inspect.Redirect(own + "app/"), "%20a/b", ""},
		{"redirect, a URI in a URI in the query", inspect.Redirect(own), "/authorize?back=https%3A%2F%2Fa.example%2F%3Fb%3D%252Fc&text=d%0Ae", ""},
		{"redirect, no port and port 0", inspect.Redirect("https://own.example:0/"), "https://own.example:65536/", "origin own.example:65536"},
		{"redirect, port 0", inspect.Redirect("https://own.example:0/"), "https://own.example:00/", ""},
		{"redirect, longest origin", inspect.Redirect(own + strings.Repeat("a", 1024-len(own))), "//own.example/b", ""},
		{"redirect, longest", inspect.Redirect(own), "/" + strings.Repeat("a", 2047-len(own)), ""},
		{"redirect, a byte too long", inspect.Redirect(own), "/" + strings.Repeat("a", 2048-len(own)), "origin /" + strings.Repeat("a", 2048-len(own))},
		{"redirect, too long", inspect.Redirect(own), "/" + strings.Repeat("a", 2048), "origin /" + strings.Repeat("a", 2048)},
	} {
		p, err := inspect.NewPolicy(test.rules)
		if err != nil {
			t.Errorf("%s: NewPolicy: %v", test.name, err)
			continue
		}
		ref, err := scanner.Parse(test.in)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		r := p.CheckString("GET", test.in, ref)
		got := ""
		if r != (inspect.Refusal{}) {
			got = r.Rule() + " " + r.Span().OfString(test.in)
		}
		if got != test.refused {
			t.Errorf("%s: Check(%q) = %q, want %q", test.name, test.in, got, test.refused)
		}
		if bytes := p.Check("GET", []byte(test.in), ref); bytes != r {
			t.Errorf("%s: Check(%q) of bytes = %v, want %v", test.name, test.in, bytes, r)
		}
	}
}

func TestPolicyMethod(t *testing.T) {
	p, _ := inspect.NewPolicy(inspect.Rules{Methods: []string{"GET", "HEAD"}})
	for method, want := range map[string]string{"GET": "", "HEAD": "", "": "", "get": "method", "POST": "method"} {
		if got := p.CheckString(method, "", scanner.Ref{}).Rule(); got != want {
			t.Errorf("Check(%q) = %q, want %q", method, got, want)
		}
	}
}

// TestPolicyOfBadRules has that no policy is made of rules with an error.
func TestPolicyOfBadRules(t *testing.T) {
	for _, r := range []inspect.Rules{inspect.Redirect("ftp://h/"), {MaxLength: -1}, {DenyNetworks: []netip.Prefix{{}}}} {
		if p, err := inspect.NewPolicy(r); p != nil || err == nil {
			t.Errorf("NewPolicy(%+v) = %v, %v", r, p, err)
		}
	}
}

// TestPolicyKeepsItsRules changes rules after NewPolicy.
func TestPolicyKeepsItsRules(t *testing.T) {
	r := inspect.Rules{Schemes: []string{"http"}, Suffixes: []string{"a"}, HostKinds: []string{"reg-name"}, Methods: []string{"GET"},
		Ports: []uint16{80}, AllowNetworks: []netip.Prefix{netip.MustParsePrefix("1.2.3.4/32")}, DenyNetworks: []netip.Prefix{netip.MustParsePrefix("5.2.3.4/32")}}
	want, _ := inspect.NewPolicy(r)
	got, _ := inspect.NewPolicy(r)
	for _, list := range [][]string{r.Schemes, r.Suffixes, r.HostKinds, r.Methods} {
		list[0] = "x"
	}
	r.Ports[0], r.AllowNetworks[0], r.DenyNetworks[0] = 1, netip.Prefix{}, netip.Prefix{}
	again, _ := inspect.NewPolicy(inspect.Rules{Schemes: []string{"http"}, Suffixes: []string{"a"}, HostKinds: []string{"reg-name"}, Methods: []string{"GET"},
		Ports: []uint16{80}, AllowNetworks: []netip.Prefix{netip.MustParsePrefix("1.2.3.4/32")}, DenyNetworks: []netip.Prefix{netip.MustParsePrefix("5.2.3.4/32")}})
	if !reflect.DeepEqual(got, again) || !reflect.DeepEqual(want, again) {
		t.Errorf("NewPolicy keeps lists of its argument: %+v", got)
	}
}

func TestParseRules(t *testing.T) {
	all := `{"methods":["GET"],"max_length":9,"schemes":["http"],"host_kinds":["ipv4"],"suffixes":["a.example"],` +
		`"allow_networks":["10.0.0.0/8"],"deny_networks":["::/0"],"ports":[80],"max_depth":3,"refuse":["encoded-slash","userinfo"],"refuse_in_path":["double-encoded"],"origin":"http://h"}`
	r, err := inspect.ParseRules([]byte(all))
	testkit.Must(t, err)
	if text, _ := json.Marshal(r); string(text) != all {
		t.Errorf("ParseRules and back: %s\nwant %s", text, all)
	}
	like, err := inspect.ParseRules([]byte(`{"like":"fetch","ports":[8080]}`))
	want := inspect.Fetch()
	if want.Ports = []uint16{8080}; err != nil || !reflect.DeepEqual(like, want) {
		t.Errorf("ParseRules of a policy like fetch: %+v, %v", like, err)
	}
	like, err = inspect.ParseRules([]byte(`{"like":"ingress","refuse":["userinfo"],"refuse_in_path":["encoded-nul"]}`))
	if want := (inspect.Rules{Refuse: inspect.Userinfo, RefuseInPath: inspect.EncodedNUL}); err != nil || !reflect.DeepEqual(like, want) {
		t.Errorf("ParseRules of other remarks than ingress has: %+v, %v", like, err)
	}
	like, err = inspect.ParseRules([]byte(`{"origin":"https://own.example/","like":"redirect"}`))
	if want := inspect.Redirect("https://own.example/"); err != nil || !reflect.DeepEqual(like, want) {
		t.Errorf("ParseRules of a policy like redirect: %+v, %v", like, err)
	}
	if text, _ := json.Marshal(inspect.Rules{}); string(text) != "{}" {
		t.Errorf("no rules in JSON: %s", text)
	}
	const nothing = `{"methods":[],"schemes":[],"host_kinds":[],"suffixes":[],"allow_networks":[],"deny_networks":[],"ports":[]}`
	if r, err = inspect.ParseRules([]byte(nothing)); err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(r); string(text) != nothing {
		t.Errorf("empty lists in JSON and back: %s, want %s", text, nothing)
	}
	for in, says := range map[string]string{
		``:                                       "unexpected end",
		`[]`:                                     "are [], not an object",
		`{"like":"ingress","refuse":null}`:       `"refuse" is null`,
		`{"like":null}`:                          `"like" is null`,
		`{"like":1}`:                             `"like" is not the name of rules`,
		`{"ports":[80],"Ports":[]}`:              `"ports" comes twice`,
		`{"schemes":[],"\u017Fchemes":["http"]}`: `"schemes" comes twice`,
		`null`:                                   "null, not an object",
		`{"like":""}`:                            `no rules are called ""`,
		`{} {}`:                                  "after top-level value",
		`{"shemes":["http"]}`:                    `unknown field "shemes"`,
		`{"refuse":["slash"]}`:                   `no remark is called "slash"`,
		`{"like":"ingres"}`:                      `no rules are called "ingres": there are ingress, ingress-encoded, fetch, redirect`,
		`{"like":"redirect"}`:                    `rules like redirect need an origin`,
		`{"schemes":["HTTP"]}`:                   `"HTTP" is not a scheme in lower case`,
		`{"schemes":["http:"]}`:                  `"http:" is not a scheme in lower case`,
		`{"host_kinds":["name"]}`:                `"name" is not a kind of hosts`,
		`{"suffixes":[".a"]}`:                    `".a" is not a host in lower case`,
		`{"suffixes":["A"]}`:                     `"A" is not a host in lower case`,
		`{"suffixes":["a/b"]}`:                   `"a/b" is not a host in lower case`,
		`{"suffixes":["a:1"]}`:                   `"a:1" is not a host in lower case`,
		`{"suffixes":["a;b"]}`:                   `"a;b" is not a host in lower case`,
		`{"methods":[""]}`:                       "a method is empty",
		`{"max_depth":-1}`:                       "cannot be below 0",
		`{"allow_networks":[""]}`:                "is not a network",
		`{"deny_networks":[""]}`:                 "is not a network",
		`{"deny_networks":["::ffff:a00:0/104"]}`: "::ffff:10.0.0.0/104 has mapped IPv4 addresses",
		`{"allow_networks":["10.0.0"]}`:          `"allow_networks" must have networks such as 10.0.0.0/8: netip.ParsePrefix("10.0.0")`,
		`{"Deny_Networks":["::/0","::/129"]}`:    `"deny_networks" must have networks such as 10.0.0.0/8: netip.ParsePrefix("::/129")`,
		`{"deny_networks":[1]}`:                  "cannot unmarshal number",
		`{"my_networks":["::/0"]}`:               `unknown field "my_networks"`,
		`{"origin":"/a"}`:                        "the origin: uriscan: ",
		`{"origin":"http://u@h"}`:                "without userinfo",
		`{"origin":"https://h:65536/"}`:          "over 65535",
		`{"origin":"ftp://h"}`:                   "http or https",
		`{"origin":"http://h/` + strings.Repeat("a", 1025-len("http://h/")) + `"}`: "too long",
		`{"origin":"http://h/` + strings.Repeat("a", 1024) + `"}`:                  "too long",
		`{"origin":"http://%61"}`: "triplets that need none",
	} {
		if _, err := inspect.ParseRules([]byte(in)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ParseRules(%s): %v, want %q", in, err, says)
		}
	}
}

func TestRefusalErr(t *testing.T) {
	p, _ := inspect.NewPolicy(inspect.Ingress())
	const in = "/a/secret%2f"
	ref, _ := scanner.Parse(in)
	err := p.CheckString("", in, ref).Err()
	var refusal inspect.Error
	if !errors.As(err, &refusal) || refusal.Refusal.Span() != (scanner.Span{Start: 9, End: 12}) || err.Error() != "uriscan: refused by rule encoded-slash at offset 9" {
		t.Errorf("Err() = %v", err)
	}
	if err := (inspect.Refusal{}).Err(); err != nil {
		t.Errorf("Err() of no refusal = %v, want nil", err)
	}
}
