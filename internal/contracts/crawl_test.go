package contracts

import (
	"bytes"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

const (
	crawled  = "HTTPS://u@www.Example.com:443/a//b;jsessionid=1/(S(lit3py55t21z5v55vlm25s55))/index.html?b=1&utm_id=2&&a=0123456789abcdef0123456789abcdef#!c"
	archived = "http://www2.a%2541!.com:080/a/../%62//c?sid=0123456789abcdef0123456789abcdef&b&a"
)

// lastLabel is a public suffix list of top-level domains alone.
type lastLabel struct{}

func (lastLabel) PublicSuffix(domain string) string {
	for i := len(domain) - 1; i >= 0; i-- {
		if domain[i] == '.' {
			return domain[i+1:]
		}
	}
	return domain
}

func (lastLabel) String() string { return "top-level domains" }

var (
	everyRule = func() *crawl.Profile {
		s := crawl.V1Settings()
		s.Rules |= crawl.HashBang | crawl.SessionValues
		p, _ := crawl.NewProfile(s)
		return p
	}()
	ownBase   resolve.Base
	longBases = crawl.Bases{Retrieval: []byte("http://example.com/a/b"), Content: bytes.Repeat([]byte("long/"), 40)}
	pageBases = crawl.Bases{Content: []byte("../b/"), Entity: []byte("//h/c"), Retrieval: []byte("http://example.com/a/d"), Default: []byte("http://other.example/")}
)

func forCrawl[B lut.Bytes](src B) {
	ref := scanner.Split(src)
	for _, p := range [...]*crawl.Profile{nil, crawl.V1(), everyRule} {
		var rules crawl.Rules
		sink.b, sink.ref, rules = crawl.AppendKey(scratch, src, ref, p)
		sink.ok = rules != 0 && p.Rules() != 0 && p.String() != ""
	}
	sink.b, sink.ok = crawl.AppendSURT(scratch, src, ref, crawl.IA)
	sink.b, sink.ok = crawl.AppendSURT(scratch, src, ref, crawl.Plain)
	domain, ok := crawl.RegistrableDomain(src, lastLabel{})
	sink.n, sink.ok = len(domain), ok
}

func crawlAllocs() []alloc {
	const functions = "normalize/crawl.AppendKey normalize/crawl.AppendSURT normalize/crawl.RegistrableDomain normalize/crawl.V1 normalize/crawl.Profile.Rules normalize/crawl.Profile.String"
	rows := inputs(functions, forCrawl, forCrawl, forCrawl, forCrawl)
	rows = append(rows, unchecked("normalize/crawl.", "NewProfile ParseProfile V1Settings Rules.MarshalJSON Rules.UnmarshalJSON", "its result is a new object")...)
	return append(rows,
		each("normalize/crawl.AppendKey", "all rules", []string{crawled, archived}, forCrawl[string]),
		each("normalize/crawl.AppendSURT", "all rules", []string{crawled, archived}, forCrawl[string]),
		each("normalize/crawl.RegistrableDomain", "hosts", []string{"www.example.com", "com", "", "1.2.3.4"}, forCrawl[string]),
		once("normalize/crawl.Ready", func() { _, sink.ok = crawl.Ready("crawl-v1") }),
		once("normalize/crawl.ParseRule", func() { _, sink.ok = crawl.ParseRule("www") }),
		once("normalize/crawl.Rules.String", func() { sink.s = crawl.WWW.String() }),
		alloc{"normalize/crawl.ResetBase", "a long relative base", 0, "", func() { sink.err = crawl.ResetBase(&ownBase, &longBases, 0) }},
		once("normalize/crawl.ResetBase", func() { sink.err = crawl.ResetBase(&ownBase, &pageBases, 0) }),
	)
}
