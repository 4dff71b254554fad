// Package seen tells what was seen before: a set of 128-bit keys in bounded
// memory, and a filter that lets the first record of each key through, however
// many there are.
//
//	s := seen.New(1 << 30)                       // a set of at most 1 GiB
//	first, err := s.Add(seen.Sum(s.Seed(), line)) // true: it is new
//	err = s.Save("frontier", "lines")            // for the next run
//
// [SumRef] is the key of a reference as if normalized. A [Filter] goes on where its
// memory is full: what it does not know then waits in a temporary file, and is
// divided by its keys until the parts fit. [Create] and [Open] write and read the
// file of a set.
//
// # Odds
//
// Keys are made with SipHash-2-4 of 128 bits, from a [Seed] of 16 random bytes that
// is new for each set. Two inputs that differ have the same key with a probability
// of 2^-128, whoever chose them, as long as the seed is secret: nobody can prepare
// inputs that collide, nor such that make the set slow. Among n inputs some two
// collide with a probability of n²/2^129: for a thousand million, 1.5e-21. A saved
// set holds its seed, and its file is therefore its owner's alone to read.
//
// # Files
//
// key.go has seeds and keys, table.go the keys in memory, memory.go the memory,
// set.go the set. filter.go is the filter while records are added, spill.go its temporary file, resolve.go and verdict.go
// how it is found out which of them were first.
// file.go says what the file of a saved set is, file_read.go and file_write.go read
// and write it.
package seen
