// Package query looks up and edits the parameters of a query. Everything that an edit does not
// name stays byte for byte: the order, repeats, the spelling of names and values, names without
// "=", and empty parts.
//
//	value, ok := query.Get("q=caf%C3%A9&%75tm_id=1", "utm_id", 0) // "1": names are compared decoded
//	tracking := query.NewMatcher(0, "utm_*", "gclid")             // once
//	buf = query.AppendWithout(buf[:0], v.Query(), tracking, 0)    // "q=caf%C3%A9"
//	out, ref, err = query.AppendURL(out[:0], v.Src, v.Ref, buf)   // the URL with it
//
// A query here is what [scanner.View.Query] returns, without its "?"; it need not be valid. RFC
// 3986 gives it no structure (3.4). What is used here is the custom of HTML forms: parameters
// between "&", or with [Semicolon] also ";", each a name and, after the first "=", a value. A
// part that is empty counts as a parameter with an empty name; an empty query has none.
//
// A name is compared as it reads once it is decoded. A "%" without two HEXDIG is itself there:
// nothing is guessed. With [Form] a "+" is a space. Names and values that callers pass are
// decoded; they are written percent-encoded, "+" and space included, so that they read back the
// same with Form and without.
//
// Every function takes linear time, [AppendSorted] n log n. For queries from strangers see
// [MoreThan]. Only [AppendCacheKey] normalizes anything.
package query
