// Package inspect makes remarks on references and request-targets: what is valid by RFC 3986,
// and yet can mislead a reader, a proxy or a filter.
//
//	ref, err := scanner.Parse("http://bank.example@127.1/a/..%2fadmin")
//	inspect.Of(src, ref)                 // encoded-slash|encoded-dot-segment|userinfo|...
//	for r, span := range inspect.All(src, ref) {
//		fmt.Println(r, span)             // which one, and where
//	}
//
// If there is nothing to remark, as on most references, [Of] takes tens of nanoseconds. [All]
// says where; [Address] has the address that a host means, and [OfAddr] judges an address
// without a reference. [Remarks] lists every remark.
//
// A remark is a fact: it does not say that a reference is bad. The remarks see text. They
// do not know what a name resolves to, what a server decodes, and what it removes.
package inspect
