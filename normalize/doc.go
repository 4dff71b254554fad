// Package normalize is section 6.2 of RFC 3986: a ladder of rungs, one flag each,
// that take a reference to the form in which equivalent ones are the same bytes.
//
//	buf, ref, err = normalize.Append(buf[:0], "HTTP://H:80/%7eu/a/../b", normalize.SchemeBased) // http://h/~u/b
//	normalize.Equal("http://h", "HTTP://H:80/", normalize.SchemeBased)                          // true
//	key := normalize.Hash(src, ref, normalize.SchemeBased, 0)                                   // of the normal form
//
// [Syntax] is 6.2.2, which holds for every scheme; [SchemeBased] adds what 6.2.3 says
// of schemes, for those known here. Most references are already normal: [Needed]
// finds that out in a scan, and [String] and [Do] then hand out the input
// itself.
//
// Whatever the rungs, the result is a reference, and normalizing it again changes
// nothing. No rung adds a scheme, an authority, a "?", a "#" or a "@", and none
// but the Drop rungs removes one. Only triplets of unreserved characters are
// decoded: %2F, %3A and %40 stay. What a reference is resolved against can matter
// to its dot segments, so resolve first and then normalize (5.2.1).
//
// # Overlap
//
// dst may overlap src, and src is then what was written over it. With dst =
// src[:0] the form is written in place, over what is already read. Where a rung
// could lengthen, as only [EmptyPath] and [IPv6] do, or dst lacks room, the form is
// built in a buffer of a pool and then copied. Room for len(src) bytes is always
// enough, with EmptyPath or IPv6 for 7 more; the bytes of that room may be written
// even if the form is shorter. The bytes of dst[:len(dst)] are untouched.
//
// # Files
//
// flags.go has the rungs, schemes.go what 6.2.3 knows of schemes. source.go is what
// each rung decides about a reference, with triplet.go and ipv6.go; needed.go asks all
// of them. write.go and path.go write the form from left to right, and web.go that of
// most references, for append.go and lent.go, for equal.go and hash.go by way of
// window.go, and for resolved.go, which resolves first. hash128.go defines the hash.
// octets.go reads words of octets; pool.go lends buffers.
package normalize
