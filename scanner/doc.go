// Package scanner finds the components of an RFC 3986 reference. It never copies
// the input, and reports where and why an input is not valid.
//
//	v, err := scanner.ParseView("http://user@example.com:8042/over/there?name=ferret#nose")
//	v.Host(), v.Port(), v.Path()          // example.com 8042 /over/there
//	errors.Is(err, scanner.BadPercent)    // which rule an input breaks; Error has the offset
//
// Start with [ParseView]. [Parse] returns a [Ref], which holds offsets only and no
// pointer: ref.Host().Of(src) is the host, ref.Has(scanner.Query) reports whether
// there is a query, perhaps empty. [ParseRule], [Locate] and [Valid] also take one
// input in memory. A [Machine] takes it in pieces. [Split] cuts any input at the
// delimiters and validates nothing (Appendix B). [AppendLines] takes a block of
// many lines in one call, and a [Scanner] takes the lines of an io.Reader.
//
// The package accepts what Appendix A accepts and nothing more: no blanks, no
// bytes from 0x80, no zone identifiers. It decodes nothing and changes nothing.
package scanner
