// Package scanner finds the components of an RFC 3986 reference in bytes it
// never copies, and says of input that is none where and why.
//
//	ref, err := scanner.Parse("http://user@example.com:8042/over/there?name=ferret#nose")
//	ref.Host()                    // a Span: byte offsets into the input
//	ref.Has(scanner.Query)        // defined, perhaps empty
//	err.(scanner.Error).Offset()  // where the longest valid prefix ends
//
// [Parse], [ParseRule], [Locate] and [Valid] take one input in memory; a
// [Machine] takes it in pieces. [Split] cuts anything at the delimiters and
// validates nothing (Appendix B). [View] puts a [Ref] and its input together.
// [AppendLines] takes a block of many lines in one call, and a [Scanner] the
// lines of an io.Reader.
//
// What is accepted is Appendix A, nothing more: no blanks, no bytes from 0x80,
// no zone identifiers. Nothing is decoded and nothing is changed.
package scanner
