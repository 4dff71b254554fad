package seen

import (
	"crypto/rand"
	"encoding/binary"
	"math/bits"
)

// A Key stands for a class of inputs. Keys of one Seed are equal for equal inputs
// and, as far as chance goes, for no others.
type Key struct{ Hi, Lo uint64 }

// A Seed is the secret of a set: 16 random bytes.
type Seed [16]byte

// NewSeed returns a seed that nobody can guess.
func NewSeed() Seed {
	var s Seed
	rand.Read(s[:]) // never fails
	return s
}

// Sum returns the key of b: SipHash by Aumasson and Bernstein with 2 rounds a word
// and 4 at the end, as their reference implementation has it for an output of 16
// bytes. It does not allocate.
func Sum(s *Seed, b []byte) Key {
	k0, k1 := binary.LittleEndian.Uint64(s[:8]), binary.LittleEndian.Uint64(s[8:])
	v0, v1 := k0^0x736f6d6570736575, k1^0x646f72616e646f6d^0xee
	v2, v3 := k0^0x6c7967656e657261, k1^0x7465646279746573
	last := uint64(len(b)) << 56
	for ; len(b) >= 8; b = b[8:] {
		m := binary.LittleEndian.Uint64(b)
		v3 ^= m
		v0, v1, v2, v3 = round(v0, v1, v2, v3)
		v0, v1, v2, v3 = round(v0, v1, v2, v3)
		v0 ^= m
	}
	last |= tail(b)
	v3 ^= last
	v0, v1, v2, v3 = round(v0, v1, v2, v3)
	v0, v1, v2, v3 = round(v0, v1, v2, v3)
	v0 ^= last
	v2 ^= 0xee
	v0, v1, v2, v3 = rounds4(v0, v1, v2, v3)
	lo := v0 ^ v1 ^ v2 ^ v3
	v1 ^= 0xdd
	v0, v1, v2, v3 = rounds4(v0, v1, v2, v3)
	return Key{Hi: v0 ^ v1 ^ v2 ^ v3, Lo: lo}
}

func round(v0, v1, v2, v3 uint64) (_, _, _, _ uint64) {
	v0 += v1
	v2 += v3
	v1 = bits.RotateLeft64(v1, 13) ^ v0
	v3 = bits.RotateLeft64(v3, 16) ^ v2
	v0 = bits.RotateLeft64(v0, 32)
	v2 += v1
	v0 += v3
	v1 = bits.RotateLeft64(v1, 17) ^ v2
	v3 = bits.RotateLeft64(v3, 21) ^ v0
	v2 = bits.RotateLeft64(v2, 32)
	return v0, v1, v2, v3
}

func rounds4(v0, v1, v2, v3 uint64) (_, _, _, _ uint64) {
	for range 4 {
		v0, v1, v2, v3 = round(v0, v1, v2, v3)
	}
	return v0, v1, v2, v3
}

// tail returns fewer than 8 bytes as a word.
func tail(b []byte) (w uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		w = w<<8 | uint64(b[i])
	}
	return w
}
