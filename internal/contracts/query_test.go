package contracts

import (
	"strings"

	"github.com/uriscan/uriscan/lut"
	"github.com/uriscan/uriscan/normalize/query"
	"github.com/uriscan/uriscan/scanner"
)

var matcher = query.NewMatcher(query.FoldCase|query.FoldDash, "utm_*", "token", "api-key", "n*")

func forQuery[B lut.Bytes](src B) {
	for f := range query.Spelled << 1 {
		for at, p := range query.All(src, f) {
			sink.n = at + len(p.Name) + len(p.Value)
		}
		value, ok := query.Get(src, "name", f)
		sink.b, sink.n = query.AppendDecoded(scratch, value, f)
		sink.ok = ok && query.MoreThan(src, 3, f)
		sink.b = query.AppendWithout(scratch, src, matcher, f)
		sink.b = query.AppendOnly(scratch, src, matcher, f)
		sink.b = query.AppendSet(scratch, src, "name", "a b", f)
		sink.b = query.AppendAdded(scratch, src, "name", "a b")
		sink.b = query.AppendReplaced(scratch, src, matcher, "a b", f)
		sink.b = query.AppendSorted(scratch, src, f)
		sink.ok = query.IsSorted(src, f)
		ref := scanner.Split(src)
		sink.b, sink.ref, sink.err = query.AppendURL(scratch, src, ref, "a&b")
		sink.b, sink.ok = query.AppendCacheKey(scratch, src, ref, matcher, f)
	}
}

func queryAllocs() []alloc {
	const functions = "normalize/query.All normalize/query.Get normalize/query.MoreThan normalize/query.AppendDecoded normalize/query.AppendWithout normalize/query.AppendOnly normalize/query.AppendSet normalize/query.AppendAdded normalize/query.AppendReplaced normalize/query.AppendSorted normalize/query.IsSorted normalize/query.AppendURL normalize/query.AppendCacheKey"
	names := []string{"UTM%5Fx", "token", "other", "api%2dkey", "%", ""}
	many := strings.Repeat("b=1&a&", 50_000)
	room := make([]byte, 0, len(many))
	return append(inputs(functions, forQuery, forQuery, forQuery, forQuery),
		each("normalize/query.AppendSorted", "queries", []string{"b=1&a=2;c&a", "", "&&", "z&y&x&w&v"}, forQuery[string]),
		once("normalize/query.AppendSorted", func() { sink.b = query.AppendSorted(room, many, 0) }),
		alloc{"normalize/query.NewMatcher", "", -1, "returns a new Matcher", nil},
		each("normalize/query.Matcher.MatchString", "", names, func(in string) { sink.ok = matcher.MatchString(in, query.Form) }),
		once("normalize/query.Matcher.Match", func() { sink.ok = matcher.Match(goodAsBytes, query.Form) }),
	)
}
