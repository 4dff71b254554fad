package crawl_test

import (
	"fmt"
	"math/rand/v2"
	"net/http/cookiejar"

	"golang.org/x/net/publicsuffix"

	"github.com/uriscan/uriscan/normalize"
	"github.com/uriscan/uriscan/normalize/crawl"
	"github.com/uriscan/uriscan/normalize/repair"
	"github.com/uriscan/uriscan/resolve"
	"github.com/uriscan/uriscan/scanner"
)

// A frontier: each page once, its links repaired and absolute.
func Example() {
	page, err := resolve.NewBase("http://www.example.com/blog/", 0)
	if err != nil {
		panic(err)
	}
	seen, secret := map[normalize.Sum]bool{}, rand.Uint64() // strangers cannot make keys collide
	var fixed, url, key []byte
	for _, link := range []string{"a b.html", "./c/../a%20b.html#top", `\\b.example\`, "?q=1&utm_source=x", "?q=1", "/a%zz", "//b c/"} {
		out, ref, fixes, err := repair.Append(fixed[:0], link, 0)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fixed = out
		if url, ref, err = page.AppendRef(url[:0], fixed, ref); err != nil {
			continue
		}
		key, ref, _ = crawl.AppendKey(key[:0], url, ref, crawl.V1())
		if sum := normalize.Hash(key, ref, 0, secret); !seen[sum] {
			seen[sum] = true
			fmt.Printf("%s (%v)\n", url, fixes)
		}
	}
	// Output:
	// http://www.example.com/blog/a%20b.html (space)
	// http://b.example/ (backslash)
	// http://www.example.com/blog/?q=1&utm_source=x ()
	// http://www.example.com/a%25zz (percent)
	// uriscan: bad-host at offset 3
}

func ExampleAppendKey() {
	url := "HTTP://www.Example.com:80/a//index.html;jsessionid=1?b=2&utm_source=x&a=1#top"
	ref, _ := scanner.Parse(url)
	key, _, changed := crawl.AppendKey(nil, url, ref, crawl.V1())
	fmt.Println(string(key), changed)
	// Output: http://example.com/a?a=1&b=2 normal,fragment,tracking,sessions,order,www,slashes,index,trailing-slash
}

func ExampleNewProfile() {
	s := crawl.V1Settings()
	s.Rules = s.Rules&^crawl.WWW | crawl.SessionValues
	s.Tracking = append(s.Tracking, "ref")
	p, err := crawl.NewProfile(s)
	url := "http://www.example.com/?ref=1&s=0123456789abcdef0123456789abcdef"
	ref, _ := scanner.Parse(url)
	key, _, _ := crawl.AppendKey(nil, url, ref, p)
	fmt.Println(string(key), p, err)
	// Output: http://www.example.com/ custom-f7e8749234f47b71 <nil>
}

func ExampleParseProfile() {
	p, err := crawl.ParseProfile([]byte(`{"version": 1, "like": "crawl-v1", "rules": ["normal", "tracking"]}`))
	fmt.Println(p.Rules(), err)
	_, err = crawl.ParseProfile([]byte(`{"version": 1, "ruls": ["normal"]}`))
	fmt.Println(err)
	// Output:
	// normal,tracking <nil>
	// json: unknown field "ruls"
}

func ExampleReady() {
	p, ok := crawl.Ready("crawl-v1")
	fmt.Println(p, ok)
	// Output: crawl-v1 true
}

func ExampleParseRule() {
	r, ok := crawl.ParseRule("www")
	fmt.Println(r == crawl.WWW, ok)
	// Output: true true
}

func ExampleAppendSURT() {
	url := "https://www2.example.com:8080/A/?q=B&p#top"
	ref, _ := scanner.Parse(url)
	for _, v := range []crawl.Variant{crawl.IA, crawl.Plain} {
		key, ok := crawl.AppendSURT(nil, url, ref, v)
		fmt.Println(string(key), ok)
	}
	// Output:
	// com,example:8080)/a?p&q=b true
	// com,example,www2):8080/A/?q=B&p true
}

func ExampleRegistrableDomain() {
	var list cookiejar.PublicSuffixList = publicsuffix.List
	fmt.Println(crawl.RegistrableDomain("www.example.co.uk", list))
	fmt.Println(crawl.RegistrableDomain("co.uk", list))
	// Output:
	// example.co.uk true
	//  false
}

func ExampleResetBase() {
	var base resolve.Base
	err := crawl.ResetBase(&base, &crawl.Bases{
		Content:   []byte("/v2/"), // <base href="/v2/">
		Retrieval: []byte("http://example.com/a/b"),
	}, 0)
	link, _, _ := base.Append(nil, []byte("c"))
	fmt.Println(string(link), err)
	// Output: http://example.com/v2/c <nil>
}
