// Package lut has look-up tables of the bytes that each rule of RFC 3986 allows. It
// measures how long a prefix consists of them, and percent-encodes and decodes. [ClassOf] looks up one byte. A [Set] is a set of
// ASCII bytes made from rules or by hand. [Span] measures the prefix of an input
// inside a set. [AppendPctEncoded] and [AppendPctDecoded] are section 2.1.
//
// Only the Append functions allocate, and only to grow their destination.
package lut
