// Package seen finds out which records of a stream are the first of their keys, in
// bounded memory and however many there are, and keeps the set of all keys in a file
// from one run to the next.
//
// # Keys
//
// Keys are SipHash-2-4 of 128 bits with a secret [Seed] of 16 random bytes that is
// new for each set. Two inputs that differ have the same key with a probability of
// 2^-128, whoever chose them: nobody can prepare inputs that collide, or that make
// the set slow. Among n inputs some two collide with a probability of n²/2^129: for
// a thousand million, 1.5e-21. The file of a set holds its seed, and is therefore
// its owner's alone to read.
//
// # Files
//
// key.go has seeds and keys, table.go the keys in memory, memory.go the memory.
// filter.go is the filter while records are added, spill.go its temporary file,
// resolve.go and verdict.go find out which of the records there were first.
// file.go says what the file of a set is, file_read.go and file_write.go read and
// write it.
package seen
