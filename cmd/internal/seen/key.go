package seen

import (
	"crypto/rand"
	"encoding/binary"

	"github.com/dchest/siphash"
)

// A Key identifies an input. Equal inputs have equal keys under one Seed, and different
// inputs have different keys with near certainty.
type Key struct{ Hi, Lo uint64 }

// A Seed is the secret of a set: 16 random bytes.
type Seed [16]byte

// NewSeed returns a seed that nobody can guess.
func NewSeed() Seed {
	var s Seed
	rand.Read(s[:]) // never fails
	return s
}

// Sum returns the key of b. It does not allocate.
func Sum(s *Seed, b []byte) Key {
	lo, hi := siphash.Hash128(binary.LittleEndian.Uint64(s[:8]), binary.LittleEndian.Uint64(s[8:]), b)
	return Key{hi, lo}
}
