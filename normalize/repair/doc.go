// Package repair makes valid references of what authors typed: links with spaces, line
// breaks, raw UTF-8, backslashes, a lone "%". The measure is what browsers would fetch (the
// URL standard of WHATWG), spelled as RFC 3986 has it.
//
//	out, ref, fixes, err := repair.Append(buf[:0], `http:\\example.com\a b?q=|#é`, 0)
//	// http://example.com/a%20b?q=%7C#%C3%A9, fixes = space|non-ascii|backslash|excluded
//	for fix, span := range repair.All(src, 0) {
//		fmt.Println(fix, span) // each of them, and where
//	}
//
// Each repair is a [Fix]: nothing is repaired silently. What is valid already is returned as
// it is, and parts that are valid stay as they are in what is repaired. The one exception
// is an http, https, ws, wss or ftp URL with slashes before its host, as in
// "http:///example.com/": it has an empty host, which RFC 9110, section 4.2.1, does not
// allow, and every browser fetches it from example.com. Repairing twice changes nothing more.
//
// No repair leads to another host than the one that browsers take, and what they would not
// fetch is not repaired: a space in a host, "%2F" in it, a port above 65535, "1.2.3.256". The
// result is then an error with the offset of what cannot be repaired. So is it where the host
// is not known: "http:[::1]" is a path in a page of http, and an address in others. Hosts beyond
// ASCII are refused, too, with the kind [scanner.BadIDN], unless a [HostFunc] maps them: package
// idnahost has one. They are not percent-encoded, as RFC 3987, section 3.1, permits: a filter
// would read another name than a browser. The host of a scheme that browsers do not know is
// encoded where they do that, and refused for what they keep there and RFC 3986 does not have:
// a quote, a backtick, a brace, a lone "%".
//
// A reference without a scheme is read as on a page that was fetched by http or https: "\"
// is a slash before the query, as it is after the schemes http, https, ws, wss, ftp and
// file. Elsewhere it is data, and encoded.
//
// Bytes are encoded as they are. What is not UTF-8 stays what its author wrote: a browser
// would decode it in the encoding of the page, which is not known here, and [NotUTF8] says so.
// Elsewhere than in a host, a "%" without two hex digits becomes "%25". Browsers send it as it
// is; a server that decodes leniently reads the same.
package repair
