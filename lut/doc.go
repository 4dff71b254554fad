// Package lut reports which bytes each rule of RFC 3986 admits, and how far an
// input stays inside them. [ClassOf] looks up one byte. A [Set] is a set of
// ASCII bytes made from rules or by hand. [Span] measures the prefix of an input
// inside a set. [AppendPctEncoded] and [AppendPctDecoded] are section 2.1.
//
// Only the Append functions allocate, and only to grow their destination.
package lut
