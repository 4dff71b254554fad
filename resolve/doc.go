// Package resolve implements section 5 of RFC 3986 to the letter. It resolves
// references against a base that is prepared once, removes dot segments, and
// recomposes components. It also does the inverse: from two URIs it makes the
// relative reference between them.
//
//	base, err := resolve.NewBase("http://example.com/a/b?q", 0)
//	buf, target, err = base.Append(buf[:0], []byte("../c#d")) // http://example.com/c#d
//	target.Path()                                             // a Span of the URI appended
//
// Functions that write a reference append it to the caller's buffer and return its
// [scanner.Ref], so that it need not be scanned again. [Base.Do] and [Recompose] use
// a buffer borrowed from a pool instead. Nothing is normalized: case, ports and
// escapes of base and reference are kept byte for byte.
//
// A target never gains or loses an authority. If removing dot segments leaves a
// path that begins with "//" without an authority before it, "/." is put in front
// (3.3).
package resolve
