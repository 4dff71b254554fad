package contracts

import "github.com/uriscan/uriscan/normalize/query"

var matcher = query.NewMatcher(query.FoldCase|query.FoldDash, "utm_*", "token", "api-key")

func queryAllocs() []alloc {
	names := []string{"UTM%5Fx", "token", "other", "api%2dkey", "%", ""}
	return []alloc{
		{"normalize/query.NewMatcher", "", -1, "returns a new Matcher", func() { matcher = query.NewMatcher(0, "token") }},
		each("normalize/query.Matcher.MatchString", "", names, func(in string) { sink.ok = matcher.MatchString(in, query.Form) }),
		once("normalize/query.Matcher.Match", func() { sink.ok = matcher.Match(goodAsBytes, query.Form) }),
	}
}
