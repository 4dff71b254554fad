// Package crawl makes the keys by which crawlers know pages: deliberately coarser than the
// equivalence of RFC 3986, by frozen profiles, and in the spelling of web archives (SURT).
//
//	ref, err := scanner.Parse(url)
//	key, keyRef, changed := crawl.AppendKey(buf[:0], url, ref, crawl.V1())
//	sum := normalize.Hash(key, keyRef, 0, secret) // what a frontier stores
//	surt, ok := crawl.AppendSURT(buf[:0], url, ref, crawl.IA)
//
// # Keys are no links
//
// A key is for comparing. Fetch the URL as it was found: the page of the key may not exist.
//
// Only [Normal] and [Fragment] follow from RFC 3986 (6.2 and 6.1). Every other rule merges URLs
// that it holds apart, because most servers answer them alike: /a and /a/, /a//b and /a/b, the
// host www.example.com and example.com, ?a&b and ?b&a, and those with another session or
// campaign. A server may answer them differently, and then a crawler that uses the rule misses
// a page. Each rule can be switched off alone, and without a profile all are.
//
// The rules other than Normal and Fragment apply to http and https URLs, and to references
// without a scheme, if they have an authority or a path that begins with "/". Of other
// references, mailto:a?b&a or ../index.html, nothing more is known, and they stay.
//
// # Promises
//
// The profile [V1] and the rules do not change once version 1.0 is released: its keys can be
// stored. The key of a key is the key itself. It does not depend on the order of the parameters
// of a query, if these are at most 131,072, nor on parameters that the profile cuts. The
// functions take linear time ([Order] and SURT keys n log n for the parameters), and those that
// append allocate only to grow dst and to fill a pool.
package crawl
