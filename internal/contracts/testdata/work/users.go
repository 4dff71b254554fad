package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/uriscan/uriscan/internal/prose"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/normalize/redact"
	"github.com/uriscan/uriscan/normalize/redact/redactlog"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/normalize/repair/idnahost"
	"github.com/uriscan/uriscan/normalize/template"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner/inspect"
	"github.com/uriscan/uriscan/scanner/inspect/httpguard"
	"github.com/uriscan/uriscan/scanner/target"
)

var (
	// paths are those of requests.
	paths = each("/api/users/17", "/api", "/other/place", "/api/a%20b/%C3%A9")
	// dottedPaths are paths with dot segments.
	dottedPaths = each("/api/../x", "/x/%2e%2E/api/a", "/api/./a/..", "/%61pi/..%2Fa", "/api/a;p/..;q/b")
	// lengths have paths of several lengths, around those at which fast paths begin.
	lengths = each(ofLength(7), ofLength(8), ofLength(9), ofLength(31), ofLength(32), ofLength(33), ofLength(62), ofLength(63), ofLength(64), ofLength(65))
	// encodedPaths have triplets, and nothing to remark.
	encodedPaths = each("http://example.com/a%20b/%C3%A9%20c/%28d%29", "%C3%A9/b", "http://example.com/"+strings.Repeat("%C3%A9", 40))
	// suspect have something to remark.
	suspect = each("http://ann@example.com/", "http://127.0.0.1/a", "http://example.com:99/", "http://example.com/a//b/../c", "http://example.com/a/b/a/b/a/b", "http://example.com/%252e%00",
		"http://xn--bcher-kva.example/", "http://example.com/?u=%C0%AF")
	// Of these only the triplets, and only the segments, have something to remark.
	oddTriplets = each("http://example.com/a%2Fb/page", "/words/of%00a/path?q=%41", "http://example.com/%252e/"+strings.Repeat("word/", 20))
	oddQueries  = each("http://example.com/words?a=%00", "/a/b?c=%252e#%01", "http://example.com/"+strings.Repeat("word/", 20)+"?%ff")
	oddSegments = each("/a/../b", "http://example.com/words//of/a/path", "http://example.com/path/to./"+strings.Repeat("word/", 20))

	params = "page=2&q=words&utm_source=mail&order=price&sid=17"
	// queries are as queries are; manySorted and manyTurned have 1,000 parameters.
	queries                = each(params, "a", "q=a%20b+c&lang=en", "")
	manySorted, manyTurned = manyParams(1000)

	matcher = query.NewMatcher(query.FoldCase|query.FoldDash, "utm_*", "token", "sid", "fbclid", "x-amz-*")

	// secret have something to blank.
	secret = each("http://ann:pass@example.com/a", "https://example.com/a?X-Amz-Signature=abc&b=c", "//ann@example.com", "/a?sig=1", "https://example.com/#sig=1")
	texts  = each("level=info msg=\"nothing to see\" n=17 took=15ms status=ok", "Get \"https://ann:pass@example.com/a?sig=1&b=2\": EOF", "see /a/b and http://example.com/c?d=e, or http://example.com/",
		strings.Repeat("a word: another ", 40))
	bySegments, _ = redact.NewPolicy(redact.Rules{Segments: []string{"reset-*"}, After: []string{"token"}})
	allowing, _   = redact.NewPolicy(redact.Rules{Allow: []string{"page", "q"}})

	routes, _ = template.New(template.Config{Routes: manyRoutes()})
	ids       = each("/users/1234567/orders/2026-11-24", "/a/8f3a91c2d4/7.png;v=1", "/blog/2026/11/title-of-it", "/u/6f9619ff-8b86-d011-b42d-00cf4fc964ff/ann@example.com")

	dirty = each("http://example.com/a b", " //example.com\\a|b ", "http:\\\\example.com", "/100%/é", "http://example.com/a\tb?c\"d#e#f", "1:2")
	idn   = each("http://b\u00fccher.example/", "http://xn--bcher-kva.example/", "http://b%C3%BCcher.example/a")

	tracked = each("http://www.example.com/a/index.html?utm_source=a&b=c&a=d#e", "HTTPS://Example.com//a//b/;jsessionid=17", "http://example.com/(S(lit3py55t21z5v55vlm25s55))/a/?b&&a",
		"http://www.youtube.com/watch?v=1&si=2")
	deepHost = each("http://" + strings.Repeat("a.", 60) + "example.com/?a=b")

	pageBase = new(resolve.Base)

	fetch, _    = inspect.NewPolicy(inspect.Fetch())
	ingress, _  = inspect.NewPolicy(inspect.Ingress())
	redirect, _ = inspect.NewPolicy(inspect.Redirect("https://example.com/"))

	passed  = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	guard   = httpguard.Middleware(ingress, nil, someRoutes()...)(passed)
	control = httpguard.DialControl(netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8"))
	backend = &url.URL{Scheme: "http", Host: "backend", Path: "/base/"}

	loggers = [...]slog.Handler{redactlog.NewHandler(slog.NewJSONHandler(io.Discard, nil), nil), redactlog.NewHandler(slog.NewTextHandler(io.Discard, nil), nil)}
)

// someRoutes returns routes. The longest one that a path has is neither the first nor the last.
func someRoutes() (all []httpguard.Route) {
	for _, prefix := range []string{"/", "/api", "/api/users", "/api/users/17/a", "/other/place/b", "/static", "/api", "/"} {
		all = append(all, httpguard.Route{Prefix: prefix, Policy: fetch})
		all = append([]httpguard.Route{{Prefix: prefix + "x", Policy: fetch}}, all...)
	}
	return all
}

// A noResponse drops a response.
type noResponse struct{}

func (noResponse) Header() http.Header         { return http.Header{} }
func (noResponse) Write(p []byte) (int, error) { return len(p), nil }
func (noResponse) WriteHeader(int)             {}

// guarded does what a proxy does for a request.
func guarded(in []byte) {
	r := &http.Request{Method: "GET", RequestURI: string(in), ProtoMajor: 1, URL: backend}
	guard.ServeHTTP(noResponse{}, r)
	httpguard.Rewrite(&httputil.ProxyRequest{In: r, Out: &http.Request{}}, backend)
}

// logged logs in as values of several kinds.
func logged(in []byte) {
	s := string(in)
	u, _ := url.Parse(s)
	for _, h := range loggers {
		r := slog.NewRecord(time.Time{}, slog.LevelInfo, s, 0)
		r.AddAttrs(slog.String("plain.key", s), slog.Any("url", u), slog.Any(s, errors.New(s)), slog.Any("list", []any{s, 1, u}),
			slog.Any("numbers", make([]int, 1000)), slog.Any("struct", struct{ U *url.URL }{u}), slog.Any("values", map[string]any{"v": url.Values{"a": {s}}}),
			slog.Group("group", "bytes", in, "n", 17, "user", url.User(s)))
		h.Handle(context.Background(), r)
		h.WithAttrs([]slog.Attr{slog.String("link", s)}).WithGroup(s)
	}
}

// alike returns n segments of one size and with one last byte.
func alike(n int) (path string) {
	for i := range n {
		path += "ab" + string(rune('a'+i*7%26)) + "e/"
	}
	return path
}

// pairs returns n segments, each twice.
func pairs(n int) (path string) {
	for i := range n {
		name := string([]byte{byte('a' + i*5%26), byte('a' + i*11%26)})
		path += name + "/" + name + "/"
	}
	return path
}

// ofLength returns a URL whose path has n bytes.
func ofLength(n int) string {
	return "http://www.example.com/" + strings.Repeat("word/of-path/", n)[:n-1]
}

// manyParams returns n parameters in order, and in the opposite order.
func manyParams(n int) (sorted, turned []string) {
	var s, t strings.Builder
	for i := range n {
		s.WriteString("&p" + strconv.Itoa(10_000+i) + "=v")
		t.WriteString("&p" + strconv.Itoa(10_000+n-i) + "=v")
	}
	return each(s.String()[1:]), each(t.String()[1:])
}

// manyRoutes returns routes that begin alike.
func manyRoutes() (all []string) {
	for i := range 100 {
		all = append(all, "/users/{id}/page"+strconv.Itoa(i), "/files/"+strconv.Itoa(i)+"/{name}.png")
	}
	return append(all, "/users/{id}", "/static/{rest...}")
}

// aList is a list of public suffixes.
type aList struct{}

func (aList) String() string { return "" }

func (aList) PublicSuffix(domain string) string { return domain[strings.LastIndexByte(domain, '.')+1:] }

func parseAs(method string) func(in []byte) {
	return func(in []byte) { target.Parse(method, in) }
}

// targetOf builds target URIs of requests to host.
func targetOf(method, host string) func(in []byte) {
	return func(in []byte) {
		target.AppendURI(held(dst), &target.Request{Method: []byte(method), Scheme: []byte("https"), Host: []byte(host), SNI: []byte("example.com"), Target: in})
	}
}

// stripped takes a prefix that many paths do not have, and the beginning of in.
func stripped(in []byte) {
	target.AppendStripped(held(dst), in, "/api")
	target.AppendStripped(held(dst), in, in[:bytes.LastIndexByte(in, '/')+1])
}

func remarks(in []byte) { inspect.Of(in, refOf(in)) }

func eachRemark(in []byte) {
	for range inspect.All(in, refOf(in)) {
	}
}

func check(p *inspect.Policy) func(in []byte) {
	return func(in []byte) { p.Check("GET", in, refOf(in)) }
}

func redacted(p *redact.Policy) func(in []byte) {
	return func(in []byte) { redact.Append(held(dst), in, p) }
}

func redactedText(in []byte) { redact.Text(held(dst), in, nil) }

func eachParam(f query.Flags) func(in []byte) {
	return func(in []byte) {
		for range query.All(in, f) {
		}
	}
}

func sorted(f query.Flags) func(in []byte) {
	return func(in []byte) { query.AppendSorted(held(room), in, f) }
}

var room = make([]byte, 0, 1<<17)

func templated(r *template.Rules) func(in []byte) {
	return func(in []byte) { template.AppendTemplate(held(dst), in, r) }
}

func repaired(f repair.Flags) func(in []byte) {
	return func(in []byte) { repair.Append(held(dst), in, f) }
}

func repairedHosts(in []byte) { repair.AppendHosts(held(dst), in, 0, idnahost.Append) }

func eachRepair(in []byte) {
	for range repair.All(in, repair.NoBase) {
	}
}

func keyed(in []byte) { crawl.AppendKey(held(room), in, refOf(in), crawl.V1()) }

func keyedBy(r crawl.Rules, hosts map[string][]string) func(in []byte) {
	p, err := crawl.NewProfile(crawl.Settings{Version: 1, Rules: r, Hosts: hosts})
	if err != nil {
		panic(err)
	}
	return func(in []byte) { crawl.AppendKey(held(room), in, refOf(in), p) }
}

func surt(v crawl.Variant) func(in []byte) {
	return func(in []byte) { crawl.AppendSURT(held(room), in, refOf(in), v) }
}

func toURL(in []byte) { neturl.ToURL(in, refOf(in)) }

func fromURL(in []byte) {
	if u, err := url.Parse(string(in)); err == nil {
		neturl.FromURL(held(dst), u)
	}
}

// found finds the URIs of a text.
func found(o prose.Options, decodes bool) func(in []byte) {
	o.MaxLen = 1 << 20
	return func(in []byte) {
		var t prose.Text
		t.Begin(&o, prose.Cursor{Line: 1}, decodes)
		t.Set(in)
		t.Find(func(prose.Found) {})
	}
}

// users are the workloads of the packages on top of the library.
var users = []workload{
	{"target.Parse, origin", paths, parseAs("GET")},
	{"target.Parse, slashes", each("//a/b", strings.Repeat("/", 500)), parseAs("GET")},
	{"target.Parse, absolute", web, parseAs("GET")},
	{"target.Parse, CONNECT", each("example.com:443", "[2001:db8::1]:443"), parseAs("CONNECT")},
	{"AppendURI, origin", paths, targetOf("GET", "example.com")},
	{"AppendURI, absolute", each("http://example.com/a", "http://example.com:8080/a"), targetOf("GET", "example.com")},
	{"AppendURI, another spelling", each("http://example.com/a", "http://EXAMPLE.com/a"), targetOf("GET", "Example.com:80")},
	{"AppendURI, CONNECT", each("example.com:443"), targetOf("CONNECT", "example.com")},
	{"HasPrefix", paths, func(in []byte) {
		target.HasPrefix(in, "/api")
		target.HasPrefix(in, in)
	}},
	{"HasPrefix, dotted", dottedPaths, func(in []byte) { target.HasPrefix(in, "/api") }},
	{"AppendStripped", paths, stripped},
	{"AppendStripped, dotted", dottedPaths, stripped},

	{"inspect.Of", web, remarks},
	{"inspect.Of, links", links, remarks},
	{"inspect.Of, lengths", lengths, remarks},
	{"inspect.Of, far", far, remarks},
	{"inspect.Of, long", long, remarks},
	{"inspect.Of, triplets", encodedPaths, remarks},
	{"inspect.Of, something", suspect, remarks},
	{"inspect.Of, odd triplets", oddTriplets, remarks},
	{"inspect.Of, odd queries", oddQueries, remarks},
	{"inspect.Of, segments", oddSegments, remarks},
	{"inspect.Of, segments of one size", each("http://example.com/in/words/pages/x", "/a/cd/ef/other"), remarks},
	{"inspect.Of, segments that end alike", each("http://example.com/"+alike(8), "http://example.com/"+alike(20), "/"+alike(60)), remarks},
	{"inspect.Of, pairs of segments", each("/"+pairs(40), "/a"+pairs(40), "/ab"+pairs(40)), remarks},
	{"inspect.Of, long names", each("http://"+strings.Repeat("a", 63)+".example.com/", "http://"+strings.Repeat("label.", 10)+"abc.example.com/a", "http://"+strings.Repeat("name-of.", 25)+"com/"), remarks},
	{"inspect.Of, triplets of three and four", each("http://example.com/%E2%82%AC/%EF%BC%A1%EF%BF%BD", "/?q=%F0%9F%98%80%ED%9F%BF"), remarks},
	{"inspect.Of, addresses", addresses, remarks},
	{"inspect.All", web, eachRemark},
	{"inspect.All, something", suspect, eachRemark},
	{"Check, Fetch", web, check(fetch)},
	{"Check, Ingress", paths, check(ingress)},
	{"Check, Redirect", links, check(redirect)},
	{"Check, something", suspect, check(fetch)},
	{"httpguard", paths, guarded},
	{"httpguard, dotted", dottedPaths, guarded},
	{"DialControl", each("10.0.0.1:80", "[fd00::1]:80", "192.0.2.1:80", "8.8.8.8:80", "[::ffff:10.0.0.1]:80"), func(in []byte) { control("tcp", string(in), nil) }},
	{"Remark.String", each(""), func([]byte) { _ = inspect.Userinfo.String() }},
	{"CheckString", web, func(in []byte) { fetch.CheckString("GET", string(in), refOf(in)) }},
	{"Address, OfAddr, Embedded", addresses, func(in []byte) {
		addr, _ := inspect.Address(in, refOf(in))
		inspect.OfAddr(addr)
		inspect.Embedded(addr)
	}},

	{"redact.Append", web, redacted(nil)},
	{"redact.Append, links", links, redacted(nil)},
	{"redact.Append, long", long, redacted(nil)},
	{"redact.Append, secret", secret, redacted(nil)},
	{"redact.Append, tildes", each("http://example.com/~user/?~a=b&~c=~d"), redacted(nil)},
	{"redact.Append, odd hosts", each("http://a,b.example/", "http://a+b/", "http://a$b/", "//a!b/", "a,b/c", "a=b;c?d", "(a)*'/$b", "%41/!&"), redacted(nil)},
	{"redact.Append, encoded names", each("/a?%5Ba%5D=1&%7Bb=2&%62=3&c%5B%5D=4", "/a?sig%6eal=1&page=2&sig%61=3"), redacted(nil)},
	{"redact.Append by segments", web, redacted(bySegments)},
	{"redact.Append of all but some", web, redacted(allowing)},
	{"redact.Text", texts, redactedText},
	{"redact.Text, long", long, redactedText},
	{"redactlog", web, logged},
	{"redactlog, secret", secret, logged},

	{"query.All", queries, eachParam(0)},
	{"query.All, 1,000", manySorted, eachParam(0)},
	{"query.All with Semicolon", queries, eachParam(query.Semicolon)},
	{"query.Get", queries, func(in []byte) { query.Get(in, "sid", 0) }},
	{"query.Get, the first", each(params), func(in []byte) { query.Get(in, "page", 0) }},
	{"MoreThan", manySorted, func(in []byte) { query.MoreThan(in, 10, 0) }},
	{"query.AppendDecoded", queries, func(in []byte) { query.AppendDecoded(held(dst), in, query.Form) }},
	{"AppendWithout", queries, func(in []byte) { query.AppendWithout(held(dst), in, matcher, 0) }},
	{"AppendOnly", queries, func(in []byte) { query.AppendOnly(held(dst), in, matcher, 0) }},
	{"AppendSet", queries, func(in []byte) { query.AppendSet(held(dst), in, "q", "a b", 0) }},
	{"AppendAdded", queries, func(in []byte) { query.AppendAdded(held(dst), in, "q", "a b") }},
	{"Matcher.Match", each("utm_source", "token", "other", "x-amz-a"), func(in []byte) {
		matcher.Match(in, 0)
		matcher.MatchString(string(in), 0)
	}},
	{"AppendReplaced", queries, func(in []byte) { query.AppendReplaced(held(dst), in, matcher, "x", 0) }},
	{"AppendSorted, sorted", manySorted, sorted(0)},
	{"AppendSorted", manyTurned, sorted(0)},
	{"AppendSorted, Spelled", manyTurned, sorted(query.Spelled)},
	{"IsSorted", manySorted, func(in []byte) { query.IsSorted(in, 0) }},
	{"IsSorted, the opposite", manyTurned, func(in []byte) { query.IsSorted(in, 0) }},
	{"AppendCacheKey", web, func(in []byte) { query.AppendCacheKey(held(dst), in, refOf(in), matcher, query.Sorted) }},
	{"AppendURL", web, func(in []byte) { query.AppendURL(held(dst), in, refOf(in), params) }},

	{"AppendTemplate", each("/word/of/path/other-words.html", "/cafe/decade/facade"), templated(template.Default())},
	{"AppendTemplate, ids", ids, templated(template.Default())},
	{"AppendTemplate, routes", each("/users/17/page99", "/files/50/a.png", "/static/a/b/c", "/users/17/other"), templated(routes)},
	{"AppendTemplate, long", each("/" + strings.Repeat("segment/", 372)), templated(template.Default())},

	{"repair.Append", web, repaired(0)},
	{"repair.Append, links", links, repaired(0)},
	{"repair.Append, without a base", web, repaired(repair.NoBase)},
	{"repair.Append, suffix references", each("www.example.com/a", "example.com:80", "a/b.html"), repaired(repair.SuffixReference | repair.NoBase)},
	{"repair.Append, dirty", dirty, repaired(0)},
	{"repair.AppendHosts", web, repairedHosts},
	{"repair.AppendHosts, beyond ASCII", idn, repairedHosts},
	{"repair.AllHosts", idn, func(in []byte) {
		for range repair.AllHosts(in, 0, idnahost.Append) {
		}
	}},
	{"repair.All", web, eachRepair},
	{"repair.All, dirty", dirty, eachRepair},

	{"AppendKey", web, keyed},
	{"AppendKey, other schemes", each("mailto:ann@example.com", "urn:a:b"), keyed},
	{"AppendKey, tracked", tracked, keyed},
	{"AppendKey, a deep host", deepHost, keyed},
	{"AppendKey, long", long, keyed},
	{"AppendKey, 1,000", each("http://example.com/?"+manySorted[0], "http://example.com/?"+manyTurned[0]), keyed},
	{"AppendKey without lists", deepHost, keyedBy(crawl.Tracking, nil)},
	{"AppendKey, Normal alone", changed, keyedBy(crawl.Normal, nil)},
	{"AppendKey, Order alone", deepHost, keyedBy(crawl.Order, crawl.V1Settings().Hosts)},
	{"AppendSURT, IA", web, surt(crawl.IA)},
	{"AppendSURT, IA, changed", changed, surt(crawl.IA)},
	{"AppendSURT, Plain", web, surt(crawl.Plain)},
	{"AppendSURT, Plain, a deep host", deepHost, surt(crawl.Plain)},
	{"ResetBase", links, func(in []byte) {
		crawl.ResetBase(pageBase, &crawl.Bases{Content: in, Retrieval: []byte(web[0])}, 0)
	}},
	{"NewMatcher", each("utm_*"), func(in []byte) { query.NewMatcher(query.FoldCase, string(in), "token", "x-amz-*", "a%20b") }},
	{"redact.NewPolicy", each("token"), func(in []byte) {
		redact.NewPolicy(redact.Rules{})
		redact.NewPolicy(redact.Rules{Names: []string{string(in)}, Allow: []string{"page*"}, Segments: []string{"me"}, After: []string{"reset"}, Mask: "*"})
	}},
	{"template.New", each("/users/{id}/page"), func(in []byte) {
		template.New(template.Config{Routes: []string{string(in), "/a/{b}.png", "/static/{rest...}"}})
	}},
	{"NewProfile", each("utm_*"), func(in []byte) {
		s := crawl.V1Settings()
		s.Tracking = append(s.Tracking, string(in))
		crawl.NewProfile(s)
	}},
	{"inspect.NewPolicy", each("https://example.com/"), func(in []byte) {
		inspect.NewPolicy(inspect.Ingress())
		inspect.NewPolicy(inspect.Redirect(string(in)))
	}},
	{"RegistrableDomain", each("www.example.com", "example.com", "192.0.2.1"), func(in []byte) { crawl.RegistrableDomain(in, aList{}) }},

	{"prose", texts, found(prose.Options{}, false)},
	{"prose, places", texts, found(prose.Options{Places: true}, false)},
	{"prose, references", texts, found(prose.Options{}, true)},
	{"prose, colons", each("at 12:30 \"a\": {\"b\": \"http://example.com/\"} std::x c: d\n", "http://a/ "+strings.Repeat("a::b c: d ", 100)), found(prose.Options{}, false)},

	{"prose, a long word", each(strings.Repeat("a", 20_000)+": b", "http://h/"+strings.Repeat("word-", 4000)+"://h"), found(prose.Options{}, false)},

	{"ToURL", web, toURL},
	{"ToURL, changed", changed, toURL},
	{"FromURL", web, fromURL},
	{"Differs", web, func(in []byte) { neturl.Differs(in) }},
	{"Differs, changed", changed, func(in []byte) { neturl.Differs(in) }},
}
