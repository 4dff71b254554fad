package contracts

import (
	"github.com/uriscan/uriscan/scanner"
	"github.com/uriscan/uriscan/scanner/inspect"
)

func policyAllocs() []alloc {
	const pkg = "scanner/inspect."
	origin, _ := inspect.NewPolicy(inspect.Redirect("https://example.com/"))
	fetch, _ := inspect.NewPolicy(inspect.Fetch())
	refused := fetch.CheckString("", remarked, scanner.Split(remarked))

	rows := unchecked(pkg, "NewPolicy Ready Ingress IngressEncoded Fetch Redirect ParseRules Remark.MarshalJSON Remark.UnmarshalJSON Error.Error", "its result is a new object")
	rows = append(rows, unchecked("scanner/inspect/httpguard.", "Middleware Rewrite DialControl DialError.Error", "net/http allocates around it")...)
	return append(rows,
		once(pkg+"Policy.Check", func() { sink.ok = fetch.Check("GET", goodAsBytes, goodRef) == inspect.Refusal{} }),
		once(pkg+"Policy.CheckString", func() {
			for _, p := range []*inspect.Policy{origin, fetch} {
				sink.ok = p.CheckString("GET", plain, scanner.Split(plain)) == inspect.Refusal{}
				sink.ok = p.CheckString("GET", remarked, scanner.Split(remarked)) == inspect.Refusal{}
			}
		}),
		once(pkg+"Refusal.Rule", func() { sink.s = refused.Rule() }),
		once(pkg+"Refusal.Span", func() { sink.n = refused.Span().Len() }),
		alloc{pkg + "Refusal.Err", "", 1, "its result is a new error", func() { sink.err = refused.Err() }},
	)
}
