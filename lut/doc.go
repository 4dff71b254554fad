// Package lut answers which bytes each rule of RFC 3986 admits, and how far an
// input stays inside them: [ClassOf] looks one byte up, a [Set] is a set of
// ASCII bytes made from rules or by hand, [Span] measures the prefix of an input
// inside a set, and [AppendPctEncoded] and [AppendPctDecoded] are section 2.1.
//
// class_gen.go is generated from the grammar; everything else reads it. Nothing
// here allocates, but for what the Append functions add to their destination.
package lut
