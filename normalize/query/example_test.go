package query_test

import (
	"fmt"

	"github.com/uriscan/uriscan/normalize/query"
)

func ExampleMatcher() {
	m := query.NewMatcher(query.FoldCase|query.FoldDash, "utm_*", "api-key")
	fmt.Println(m.MatchString("UTM%5Fsource", 0), m.MatchString("api_key", 0), m.MatchString("apikey", 0))
	// Output: true true false
}
