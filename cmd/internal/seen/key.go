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
	seed *Seed
	buf  []byte    // what was written last, at most shortKey bytes
	long hash.Hash // of what was written before
	some bool      // something was
}

// shortKey is how much a Hash hashes at once, which is faster.
const shortKey = 512

// NewHash returns a Hash for keys of s.
func NewHash(s *Seed) *Hash {
	return &Hash{seed: s, buf: make([]byte, 0, shortKey), long: siphash.New128(s[:])}
}

// Reset forgets what was written.
func (h *Hash) Reset() {
	if h.buf = h.buf[:0]; h.some {
		h.long.Reset()
		h.some = false
	}
}

// Write writes p. It never fails.
func (h *Hash) Write(p []byte) {
	if len(p) > shortKey-len(h.buf) {
		h.long.Write(h.buf)
		h.long.Write(p)
		h.buf, h.some = h.buf[:0], true
		return
	}
	h.buf = append(h.buf, p...)
}

// Key returns the key. What is written after it is undefined before a Reset.
func (h *Hash) Key() Key {
	if !h.some {
		return Sum(h.seed, h.buf)
	}
	h.long.Write(h.buf)
	h.buf = h.long.Sum(h.buf[:0])
	return Key{binary.LittleEndian.Uint64(h.buf[8:]), binary.LittleEndian.Uint64(h.buf)}
}
