// Package seen finds the records of a stream that are the first with their key. It works
// in bounded memory for any number of records, and keeps the set of all keys in a file
// from one run to the next.
//
// # Keys
//
// Keys are SipHash-2-4 of 128 bits with a secret [Seed] of 16 random bytes that is
// new for each set. Two different inputs have the same key with a probability of
// 2^-128, even if an attacker chose them: without the seed nobody can prepare inputs
// that collide, or that make the set slow. Among n inputs some two collide with a
// probability of n²/2^129: for a thousand million, 1.5e-21. The file of a set holds
// its seed, so only its owner may read it.
//
// # Files
//
// key.go has seeds and keys, table.go the keys in memory, memory.go the memory.
// filter.go adds records, spill.go is the temporary file, resolve.go and verdict.go
// find the first records in it. file.go defines, reads and writes the file of a set. All
// errors are of type *stream.OutputError.
package seen
