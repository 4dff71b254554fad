// Package normalize implements section 6.2 of RFC 3986: a ladder of rungs, one flag each.
// They bring a reference to its normal form, in which equivalent references are the same
// bytes.
//
//	buf, ref, err = normalize.Append(buf[:0], "HTTP://H:80/%7eu/a/../b", normalize.SchemeBased) // http://h/~u/b
//	normalize.Equal("http://h", "HTTP://H:80/", normalize.SchemeBased)                          // true
//	key := normalize.Hash(src, ref, normalize.SchemeBased, 0)                                   // of the normal form
//
// [Syntax] is 6.2.2, which holds for every scheme. [SchemeBased] adds the rules of 6.2.3
// for the schemes that this package knows. Most references are already normal: [Needed]
// finds that out in one scan, and [String] and [Do] then return the input itself.
//
// With any rungs the result is a reference, and normalizing it again changes nothing.
// No rung adds a scheme, an authority, a "?", a "#" or a "@", and only the Drop rungs
// remove one. Only triplets of unreserved characters are decoded: %2F, %3A and %40 stay.
// The dot segments of a reference can depend on the base, so resolve first and then
// normalize (5.2.1).
//
// # Overlap
//
// dst may overlap src; the call then overwrites src. With dst = src[:0] it writes the form
// in place, over bytes that it has already read. If a rung could lengthen the form, as only
// [EmptyPath] and [IPv6] can, or if dst lacks room, it builds the form in a buffer from a
// pool and then copies it. Room for len(src) bytes is always enough, with EmptyPath or IPv6
// room for 7 more; any byte of that room may be written even if the form is shorter. The
// bytes of dst[:len(dst)] do not change.
package normalize
