package contracts

import (
	"net/url"

	"github.com/uriscan/uriscan/normalize/neturl"
	"github.com/uriscan/uriscan/scanner"
)

const (
	newURL  = "returns a new URL"
	netURLs = "what url.Parse and String allocate"
)

var (
	urls = []*url.URL{
		{Scheme: "http", Host: "é:80", User: url.UserPassword("a:b", "p!"), Path: "/a b/c*", RawQuery: "q", Fragment: "f'"},
		{Path: "/a/b", RawPath: "/a%2Fb", ForceQuery: true}, {Scheme: "urn", Opaque: "a:b"}, {Path: "*"},
		{Path: "//evil.example"}, {Host: "::1"},
	}
	staleURL    = &url.URL{Path: "/a", RawPath: "/b"}
	netURLError = neturl.Error{Kind: neturl.Lost, Component: scanner.Fragment, Offset: 9}
)

func neturlAllocs() []alloc {
	const same = "http://example.com/a?b#c"
	ref, _ := scanner.Parse(same)
	sameBytes := []byte(same)
	return []alloc{
		{"normalize/neturl.ToURL", "", 1, newURL, func() { _, sink.err = neturl.ToURL(same, ref) }},
		{"normalize/neturl.ToURL", "[]byte", 2, newURL + " and a string", func() { _, sink.err = neturl.ToURL(sameBytes, ref) }},
		{"normalize/neturl.Differs", "", 2, netURLs, func() { sink.n = len(neturl.Differs(same)) }},
		each("normalize/neturl.FromURL", "", urls, func(u *url.URL) { sink.b, sink.ref, sink.err = neturl.FromURL(scratch, u) }),
		once("normalize/neturl.FromURL", func() { // room for the reference alone, where nothing has to be encoded
			sink.b, sink.ref, sink.err = neturl.FromURL(scratch[:0:len("/a%2Fb?")], urls[1])
		}),
		{"normalize/neturl.FromURL", "to nil", 1, "grows dst", func() { sink.b, sink.ref, sink.err = neturl.FromURL(nil, urls[1]) }},
		{"normalize/neturl.FromURL", "stale RawPath", 1, "returns an Error", func() { _, _, sink.err = neturl.FromURL(scratch, staleURL) }},
		once("normalize/neturl.Kind.String", func() { sink.s = neturl.Lost.String() }),
		once("normalize/neturl.Kind.Error", func() { sink.s = neturl.Lost.Error() }),
		once("normalize/neturl.Error.Unwrap", func() { sink.err = netURLError.Unwrap() }),
		{"normalize/neturl.Error.Error", "", 1, newString, func() { sink.s = netURLError.Error() }},
		{"normalize/neturl.Difference.String", "", 1, newString, func() { sink.s = (neturl.Difference{Kind: neturl.Decoded, Component: scanner.Path}).String() }},
	}
}
