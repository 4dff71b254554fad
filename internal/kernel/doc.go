// Package kernel holds the machinery under lut and scanner: the automaton of
// RFC 3986 as a table, and the code that turns a block of bytes into finished
// offsets. Nothing here diagnoses: fast code answers yes with offsets or "not
// proven", and the automaton, driven by scanner.Machine, says why.
//
// doc.go is this page; automaton.go explains the table that automaton_gen.go
// holds; words.go is the layout of a reference's offsets in four words;
// locate.go is the portable fast path, and run.go its loop over octets of one
// kind; bytes.go reads strings and byte slices alike.
package kernel
