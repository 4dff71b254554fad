package bench

import (
	"strings"
	"testing"

	"github.com/uriscan/uriscan/scanner"
)

// shapes are references of one shape each, the plain one first. Those up to bad are valid.
var shapes = []struct{ name, ref string }{
	{"plain", "https://doc.example.org/x?y=1"},
	{"empty", ""},
	{"slash", "/"},
	{"file", "index.html"},
	{"dotted-name", "trait.Foo.html#method.bar"},
	{"path", "/a/b/c/d/index.html"},
	{"dot-dot", "../index.html"},
	{"dot-dots", "../../../core/index.html"},
	{"dot", "a/./b"},
	{"query", "?q=1"},
	{"fragment", "#main"},
	{"query-fragment", "/a/b.html?page=2&sort=up#top"},
	{"no-scheme", "//cdn.example.org/a.js"},
	{"empty-path", "http://www.example.org"},
	{"https-fragment", "https://www.example.org/a/b#c"},
	{"dots-in-path", "http://example.org/a/../b#c"},
	{"upper-host", "http://WWW.Example.ORG/a"},
	{"upper-scheme", "HTTP://EXAMPLE.ORG/A"},
	{"port", "https://example.org:8080/"},
	{"no-scheme-port", "//cdn.example.org:443/a.js"},
	{"empty-port", "http://example.org:/a"},
	{"user", "http://user@example.org/"},
	{"user-password-port", "http://user:pw@example.org:80/p?q#f"},
	{"ipv4", "http://127.0.0.1/"},
	{"ipv4-port", "http://192.168.100.200:8080/index.html"},
	{"ipv4-ftp", "ftp://10.0.0.1:21/x"},
	{"digit-host", "http://host1/a"},
	{"ipv6", "http://[::1]/"},
	{"ipv6-port", "http://[2001:db8::1]:80/a"},
	{"percent-path", "/a%20b/c"},
	{"percent-query", "/a/b?c=%7B%22a%22%3A1%7D"},
	{"percent-utf8", "http://example.org/~u/%E4%B8%AD"},
	{"at-in-path", "https://example.org/@scope/package"},
	{"mailto", "mailto:a@b.example"},
	{"urn", "urn:isbn:1234567890"},
	{"tel", "tel:+1-816-555-1212"},
	{"data", "data:image/gif;base64,R0lGODlhAQABAAAAACw="},
	{"long-plain", "https://www.example.org/a/long/path/of/many/segments/and/a/name.html?with=parameters&and=more"},
	{"long-dots", "https://www.example.org/a/long/path/of/many/segments/and/../name.html?with=parameters#and-more"},
	{"long-relative", "../../a/long/path/of/many/segments/and/more/of/them/file-name.html?with=parameters&and=more#x"},
	{"long-percent", "https://www.example.org/a/long/path/of/many/segments/and/a/name%20x.html?with=parameters&and=%2F"},
	{"bad-blank", "a b"},
	{"bad-path", "http://www.example.org/a b"},
	{"bad-percent", "http://www.example.org/100%/a"},
	{"bad-host", "http://www exa/"},
	{"bad-port", "http://www.example.org:8o80/a"},
	{"bad-ipv6", "http://[::1/a"},
	{"bad-first", " http://www.example.org/"},
	{"bad-segment", "1a:b"},
}

// BenchmarkShapes parses one reference again and again: what a shape costs if every branch is
// predicted.
func BenchmarkShapes(b *testing.B) {
	const repeat = 512
	for _, s := range shapes {
		ref := []byte(s.ref)
		if _, err := scanner.Parse(ref); (err != nil) != strings.HasPrefix(s.name, "bad") {
			b.Fatalf("Parse(%q): %v", ref, err)
		}
		for _, impl := range []struct {
			name string
			pass func() uint64
		}{
			{"uriscan", func() (sum uint64) {
				for range repeat {
					r, _ := scanner.Parse(ref)
					sum += uint64(r.Len())
				}
				return sum
			}},
			{"net-url", func() (sum uint64) {
				for range repeat {
					sum += uint64(netURLLines(ref))
				}
				return sum
			}},
		} {
			b.Run("shape="+s.name+"/impl="+impl.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink += impl.pass()
				}
				report(b, repeat, -1)
			})
		}
	}
}
