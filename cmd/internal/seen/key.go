package seen

import (
	"crypto/rand"
	"encoding/binary"
	"hash"

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

// A Hash makes the key of what is written to it since the last Reset, as Sum does.
type Hash struct {
	hash.Hash
	sum []byte
}

// NewHash returns a Hash for keys of s.
func NewHash(s *Seed) *Hash { return &Hash{Hash: siphash.New128(s[:])} }

// Key returns the key.
func (h *Hash) Key() Key {
	h.sum = h.Sum(h.sum[:0])
	return Key{binary.LittleEndian.Uint64(h.sum[8:]), binary.LittleEndian.Uint64(h.sum)}
}
