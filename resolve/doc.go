// Package resolve is section 5 of RFC 3986 to the letter: references resolved
// against a base that is prepared once, dot segments removed, components put
// together again, and the way back, from two URIs to the reference between them.
//
//	base, err := resolve.NewBase("http://example.com/a/b?q", 0)
//	buf, target, err = base.Append(buf[:0], []byte("../c#d")) // http://example.com/c#d
//	target.Path()                                             // a Span of the URI appended
//
// Everything that writes appends to a buffer of the caller's and returns, with
// it, the [scanner.Ref] of what it wrote: nobody scans twice. [Base.Do] and
// [Recompose] lend a buffer instead. Nothing is normalized: case, ports and
// escapes of base and reference come through byte for byte.
//
// A target never gains or loses an authority: where removing dot segments
// uncovers a path that begins with "//" and has no authority in front, "/." is
// put before it (3.3).
//
// base.go prepares a base by the rules of its flags, target.go is 5.2.2 and 5.2.3,
// dots.go 5.2.4, parts.go 5.3; relative.go is the inverse. lent.go resolves
// into buffers that pool.go lends. suspects.go tells of targets whether they are
// normal.
package resolve
