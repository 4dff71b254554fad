// Package abnf is the slow truth of uriscan: a parser for the notation of RFC
// 5234, the grammar of RFC 3986 (Appendix A, checked in as text and pinned by
// its digest), and a matcher that answers, for any rule and any octets, what
// the grammar says of them.
//
// Two things are built on it and share nothing else: the generator of the
// tables (internal/gen) walks the parsed grammar, and the matcher judges what
// comes out. Only tests and generators import this package. Nothing in it is
// fast, and nothing in it is clever.
package abnf
