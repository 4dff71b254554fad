package query_test

import (
	"fmt"

	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/scanner"
)

func ExampleAll() {
	for at, p := range query.All("q=a%26b&flag&&x=", 0) {
		fmt.Printf("%d %q %q %v\n", at, p.Name, p.Value, p.HasValue)
	}
	// Output:
	// 0 "q" "a%26b" true
	// 8 "flag" "" false
	// 13 "" "" false
	// 14 "x" "" true
}

func ExampleGet() {
	value, ok := query.Get("q=caf%C3%A9+au+lait&%75tm_id=1", "q", 0)
	decoded, bad := query.AppendDecoded(nil, value, query.Form)
	fmt.Println(value, ok, string(decoded), bad)
	// Output: caf%C3%A9+au+lait true café au lait -1
}

func ExampleMoreThan() {
	fmt.Println(query.MoreThan("a&b&c", 2, 0), query.MoreThan("a&b&c", 3, 0))
	// Output: true false
}

func ExampleAppendWithout() {
	tracking := query.NewMatcher(0, "utm_*", "gclid")
	v, _ := scanner.ParseView("http://h/p?utm_id=1&q=%7e&flag&gclid=2#top")
	q := query.AppendWithout(nil, v.Query(), tracking, 0)
	url, _, err := query.AppendURL(nil, v.Src, v.Ref, q)
	fmt.Println(string(url), err)
	// Output: http://h/p?q=%7e&flag#top <nil>
}

func ExampleAppendOnly() {
	fmt.Printf("%s\n", query.AppendOnly(nil, "a=1&b=2&%61=3", query.NewMatcher(0, "a"), 0))
	// Output: a=1&%61=3
}

func ExampleAppendSet() {
	fmt.Printf("%s\n", query.AppendSet(nil, "page=1&q=x&page=9", "page", "2", 0))
	// Output: page=2&q=x
}

func ExampleAppendAdded() {
	fmt.Printf("%s\n", query.AppendAdded(nil, "q=x", "note", "a+b & c"))
	// Output: q=x&note=a%2Bb%20%26%20c
}

func ExampleAppendReplaced() {
	fmt.Printf("%s\n", query.AppendReplaced(nil, "a=1&flag&b=2", query.NewMatcher(0, "*"), "FUZZ", 0))
	// Output: a=FUZZ&flag&b=FUZZ
}

func ExampleAppendSorted() {
	fmt.Printf("%s\n", query.AppendSorted(nil, "b=1&a=2&%61=1&flag", 0))
	// Output: a=2&%61=1&b=1&flag
}

func ExampleAppendCacheKey() {
	v, _ := scanner.ParseView("HTTP://Example.com:80/a/../b?utm_id=7&page=2&id=1#top")
	key, ok := query.AppendCacheKey(nil, v.Src, v.Ref, query.NewMatcher(0, "id", "page"), query.Sorted)
	fmt.Println(string(key), ok)
	// Output: http://example.com/b?id=1&page=2 true
}

func ExampleMatcher() {
	m := query.NewMatcher(query.FoldCase|query.FoldDash, "utm_*", "api-key")
	fmt.Println(m.MatchString("UTM%5Fsource", 0), m.MatchString("api_key", 0), m.MatchString("apikey", 0))
	// Output: true true false
}

func ExampleIsSorted() {
	fmt.Println(query.IsSorted("a=2&a=1&b", 0), query.IsSorted("a=2&a=1&b", query.Spelled))
	// Output: true false
}
