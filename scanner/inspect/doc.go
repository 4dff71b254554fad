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
//
// # Remarks to doubt
//
// Some are true and seldom matter:
//
//   - [EncodedControl] for a line feed in a query, where a person typed text; RFC 6068 wants %0D%0A
//     in the query of mailto;
//   - [DoubleEncoded] for a URI in a URI in a query;
//   - [InvalidUTF8] and [OverlongUTF8] for text in another encoding: %C1%A6 is a syllable in EUC-KR;
//   - [HostInPath] for archives of the Web, and for a directory with the name of a site;
//   - [UserinfoLikeHost] for a user such as john.doe;
//   - [NotDNSName] for a name with "_", and in schemes whose hosts are not in DNS, as in s3:;
//   - [RepeatedSegments] for a directory named as its project and the owner of that.
//
// [Ingress] refuses some of these, but not in a query ([Rules.RefuseInPath]).
package inspect
