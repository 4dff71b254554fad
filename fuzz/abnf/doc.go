// Package abnf is the slow reference implementation of uriscan: a parser for the
// notation of RFC 5234, the grammars of RFC 3986 (Appendix A) and of the request-targets of
// RFC 9112, checked in as text and pinned by their digests, and a matcher that answers for
// any rule and any bytes by the grammar alone.
//
// It has two users, which share nothing else: the generator of the tables
// (internal/gen) walks the parsed grammar, and the tests judge the result by the
// matcher. Only tests and generators import this package. It is simple, not fast.
package abnf
