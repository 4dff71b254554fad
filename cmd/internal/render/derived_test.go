package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path"
	"strings"
	"testing"

	"github.com/uriscan/uriscan/cmd/internal/column"
	"github.com/uriscan/uriscan/internal/testkit"
	"github.com/uriscan/uriscan/internal/testkit/sizes"
	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/scanner"
)

// printed returns what a template prints for a reference.
func printed(t *testing.T, template, in string) string {
	t.Helper()
	f, err := ParseTemplate(template)
	testkit.Must(t, err)
	ref, err := scanner.Parse(in)
	testkit.Must(t, err)
	return string(NewPlans(f).Lines(nil, []byte(in), []scanner.Line{{End: len(in), Ref: ref}}))
}

func TestDerivedFields(t *testing.T) {
	for _, tt := range []struct{ name, in, template, want string }{
		{"a site", "http://a.b.example.co.uk/", "{site} {subdomain} {tld}", "example.co.uk a.b co.uk"},
		{"no subdomain", "http://example.com/", "{site} {subdomain|-} {tld}", "example.com - com"},
		{"a public suffix", "http://co.uk/", "{site|-} {subdomain|-} {tld|-}", "- - -"},
		{"one label", "http://localhost/", "{site|-} {tld|-}", "- -"},
		{"an address", "http://192.0.2.1/", "{site|-} {tld|-}", "- -"},
		{"nearly an address", "http://192.0.2.1.0x1F/", "{site|-} {tld|-}", "- -"},
		{"an address of IPv6", "http://[2001:db8::1]/", "{site|-} {tld|-}", "- -"},
		{"spelled otherwise", "//WWW.ex%61mple%2Ecom./", "{site} {subdomain} {tld} {site:decoded}", "ex%61mple%2Ecom WWW com example.com"},
		{"too long for a name", "//" + strings.Repeat("a.", 400) + "com", "{site|-}", "-"},
		{"no host", "a/b", "{site|-}", "-"},

		{"userinfo", "//ann:a:%40@h", "{username} {password} {password:decoded}", "ann a:%40 a:@"},
		{"a name", "//ann@h", "{username} {password|-}", "ann -"},
		{"empty ones", "//:@h", "<{username|-}> <{password|-}>", "<> <>"},
		{"an empty userinfo", "//@h", "<{username|-}> <{password|-}>", "<> <->"},
		{"no userinfo", "//h", "{username|-} {password|-}", "- -"},

		{"a port", "http://h:8080", "{effective_port}", "8080"},
		{"leading zeros", "http://h:0080", "{effective_port}", "80"},
		{"port zero", "http://h:00", "{effective_port}", "0"},
		{"a default port", "HTTPS://h", "{effective_port}", "443"},
		{"an empty port", "ws://h:", "{effective_port}", "80"},
		{"no default port", "gopher://h", "{effective_port|-}", "-"},
		{"too large a port", "http://h:65536", "{effective_port|-}", "-"},
		{"no authority", "http:/h", "{effective_port|-}", "-"},
		{"no scheme", "//h", "{effective_port|-}", "-"},

		{"a file", "/a/b.tar.gz", "{directory} {filename} {ext}", "/a/ b.tar.gz gz"},
		{"a relative file", "b.gz", "{directory|-} {filename} {ext}", "- b.gz gz"},
		{"a directory", "/a/", "{directory} {filename|-} {ext|-}", "/a/ - -"},
		{"no path", "//h", "{directory|-} {filename|-} {ext|-}", "- - -"},
		{"a hidden file", "/.profile", "{filename} {ext|-}", ".profile -"},
		{"a dot at the end", "/a.", "{filename} {ext|-}", "a. -"},
		{"an encoded dot", "/a%2Ejs%2emap", "{ext}", "map"},
		{"a dot and an encoded one", "/a%2Ejs.map", "{ext}", "map"},
		{"an encoded extension", "/a.%6As", "{ext} {ext:decoded}", "%6As js"},
		{"parameters of a segment", "/a.css;v=1.2", "{filename} {ext}", "a.css;v=1.2 css"},
		{"a dot in parameters alone", "/a;v=1.2", "{ext|-}", "-"},
		{"dot segments", "/a/..", "{directory} {filename|-} {ext|-}", "/a/.. - -"},
		{"an encoded dot segment", "/a/%2e.", "{directory} {filename|-}", "/a/%2e. -"},
		{"three dots", "/a/...", "{directory} {filename} {ext|-}", "/a/ ... -"},
		{"no path of files", "mailto:a@b.com", "{directory|-} {filename|-} {ext|-}", "- - -"},

		{"a parameter", "?q=caf%C3%A9&q=2", "{query.q} {query.q:decoded} {query.q:raw}", "café café caf%C3%A9"},
		{"a parameter of a form", "?a+b=c+d%2B", "{query.a b|-} {query.a b:form} {query.a+b}", "- c d+ c+d+"},
		{"an encoded name", "?%71=1", "{query.q}", "1"},
		{"a flag", "?q", "<{query.q|-}>", "<>"},
		{"no parameter", "?q=1", "{query.Q|-}", "-"},
		{"an odd name", "?a:b.c=1", "{query.a:b.c}", "1"},
		{"a parameter without a name", "?=1", "{query.}", "1"},

		{"decoded", "//h%41/%2F%20#%C3%A9", "{host:decoded} {path:decoded} {fragment:decoded}", "hA //  é"},
		{"controls", "/%00%0a%1F%7f%25%0D", "{path:decoded}", "/%00%0A%1F%7F%%0D"},
		{"no UTF-8", "/%ff", "{path:decoded}", "/\xff"},
		{"undefined", "a", "{host:decoded|-}{fragment:decoded|-}", "--"},

		{"delimiters", "s://u@h:1/p?q#f", "{scheme:}{//authority} {userinfo@} {:port} {?query} {#fragment}", "s://u@h:1 u@ :1 ?q #f"},
		{"delimiters of empty parts", "//@:?#", "{//authority} {userinfo@} {:port} {?query} {#fragment}", "//@: @ : ? #"},
		{"no delimiters", "p", "{scheme:}{//authority|a}{userinfo@}{:port|-}{?query}{#fragment}", "a-"},
	} {
		if got := printed(t, tt.template, tt.in); got != tt.want {
			t.Errorf("%s: %s of %q = %q, want %q", tt.name, tt.template, tt.in, got, tt.want)
		}
	}
}

// What the fields find is where it is in the reference, and their values are those of packages
// path and net/url.
func TestDerivedRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	for range sizes.Times(3000) {
		in := pick("", "http:", "WSS:") + "//" + pick("", "@", "u@", "u%3a:p%20@") + pick("www.", "", "a%2Eb.", "..") +
			pick("example.com", "ex%61mple.co.uk", "h", "1.2.3.4") + pick("", ".") + pick("", ":", ":080") +
			pick("", "/", "/a/") + pick("", "x", "x.y", ".x", "x%20.y.z", "..", "x;a.b", ".x;y.z", "x.y;a=1.2;b=c.d", ";", ".;.") + pick("", "?", "?q=%41+&r", "?r&%71=1=2&q") + pick("", "#", "#%20")
		u, err := url.Parse(in)
		if err != nil || u.Path != "" && u.Path[0] != '/' {
			continue
		}
		parts := printed(t, "{scheme:}{//authority}{directory}{filename}{?query}{#fragment}", in)
		if parts != in {
			t.Errorf("the parts of %q make %q", in, parts)
		}
		host := printed(t, "{host}", in)
		if got := printed(t, "{subdomain}.{site}", in); got != "." && strings.TrimPrefix(got, ".") != strings.TrimSuffix(strings.TrimSuffix(host, "."), "%2E") {
			t.Errorf("subdomain and site of %q are %q", in, got)
		}
		word, _ := u.User.Password()
		name, _, _ := strings.Cut(path.Base(u.EscapedPath()), ";")
		ext := strings.TrimPrefix(path.Ext(name), ".")
		if name == ".." || strings.LastIndexByte(name, '.') == 0 {
			ext = ""
		}
		want := []string{u.User.Username(), word, u.Path, u.Fragment, u.Query().Get("q"), ext}
		got := strings.Split(printed(t, "{username:decoded}\t{password:decoded}\t{path:decoded}\t{fragment:decoded}\t{query.q:form}\t{ext}", in), "\t")
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("fields of %q are %q, want %q", in, got, want)
		}
		checkAttributes(t, in)
	}
}

// checkAttributes checks that attributes of a reference are what fields of a template have. (Those
// that can hold a user or a value are redacted.)
func checkAttributes(t *testing.T, in string) {
	t.Helper()
	ref, err := scanner.Parse(in)
	testkit.Must(t, err)
	text, _ := Semconv(Sites(), nil)(nil, []byte(in), ref, &column.Cell{})
	var got map[string]any
	testkit.Must(t, json.Unmarshal(text, &got))
	fields := [][2]string{{"url.scheme", "{scheme}"}, {"url.domain", "{host}"}, {"url.registered_domain", "{site}"}, {"url.subdomain", "{subdomain}"},
		{"url.top_level_domain", "{tld}"}, {"url.path", "{path}"}, {"url.extension", "{ext}"}, {"url.query", "{query}"}, {"url.fragment", "{fragment}"}}
	for _, f := range fields {
		value, _ := got[f[0]].(string)
		if want := printed(t, f[1], in); value != want {
			t.Errorf("%s of %q is %q, want %q", f[0], in, value, want)
		}
	}
}

// The default ports are those that package normalize drops.
func TestDefaultPorts(t *testing.T) {
	for _, known := range defaultPorts {
		if out, _, err := normalize.Append(nil, known[0]+"://h:"+known[1]+"/", normalize.DefaultPort); err != nil || !bytes.HasSuffix(out, []byte("//h/")) {
			t.Errorf("normalize.Append keeps port %s of %s", known[1], known[0])
		}
	}
}

// What is decoded is a line, and does nothing to a terminal: controls stay triplets, and no other
// byte does.
func TestDecodedIsALine(t *testing.T) {
	for c := range 256 {
		for _, around := range []string{"", "a", "%41"} {
			in := fmt.Sprintf("%s%%%02x%%%02X%s", around, c, c, around)
			twice := strings.Repeat(string([]byte{byte(c)}), 2)
			if c < 0x20 || c == 0x7f {
				twice = strings.Repeat(fmt.Sprintf("%%%02X", c), 2)
			}
			decoded := strings.Replace(around, "%41", "A", 1)
			if got, ok := AppendDecoded([]byte("x"), []byte(in), 0); !ok || string(got) != "x"+decoded+twice+decoded {
				t.Errorf("AppendDecoded(%q) = %q, %t, want %q", in, got, ok, decoded+twice+decoded)
			}
		}
	}
}
