// Package scanner finds the components of an RFC 3986 reference in bytes it
// never copies, and says of input that is none where and why.
//
//	v, err := scanner.ParseView("http://user@example.com:8042/over/there?name=ferret#nose")
//	v.Host(), v.Port(), v.Path()          // example.com 8042 /over/there
//	errors.Is(err, scanner.BadPercent)    // which rule an input breaks
//
// [ParseView] is the way in. [Parse] gives a [Ref], which has offsets only and no
// pointer: ref.Host().Of(src) is the host, ref.Has(scanner.Query) reports whether
// there is a query, perhaps empty. [ParseRule], [Locate] and [Valid] take one input
// in memory, too; a [Machine] takes it in pieces. [Split] cuts anything at the
// delimiters and validates nothing (Appendix B).
// [AppendLines] takes a block of many lines in one call, and a [Scanner] the
// lines of an io.Reader.
//
// What is accepted is Appendix A, nothing more: no blanks, no bytes from 0x80,
// no zone identifiers. Nothing is decoded and nothing is changed.
package scanner
